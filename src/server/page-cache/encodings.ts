import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** The content encodings of a cached page, the smallest first. */
export const ENCODINGS = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof ENCODINGS)[number];

// Higher levels cost many times the CPU time for few bytes, and a visitor waits for it on an uncached page.
const BROTLI_QUALITY = 6;
const GZIP_LEVEL = 6;

const ACCEPTS = { br: accepts("br"), gzip: accepts("gzip") } as const;

/** The smallest encoding that the browser accepts, by its Accept-Encoding header. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (accepted === undefined) return "identity";
  if (ACCEPTS.br.test(accepted)) return "br";
  return ACCEPTS.gzip.test(accepted) ? "gzip" : "identity";
}

/** The same bytes in every encoding. Zlib's thread pool compresses, so the event loop stays free. */
export async function encode(bytes: Uint8Array<ArrayBuffer>): Promise<Record<Encoding, Uint8Array<ArrayBuffer>>> {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    promisify(gzip)(bytes, { level: GZIP_LEVEL }),
  ]);
  return { br, gzip: gz, identity: bytes };
}

/** Matches a header that names the encoding, unless with q=0, which declines it. */
function accepts(name: string): RegExp {
  return new RegExp(`(?:^|[\\s,])${name}(?=[\\s,;]|$)(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, "i");
}
