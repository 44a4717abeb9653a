import { createHash } from "node:crypto";
import type { Answer } from "#src/http/problem.ts";
import { type Encoding, encode } from "./encodings.ts";

/** A short body is Latin-1 text: Node sends that in one write with its headers, in an eighth of the time. */
type Body = string | Uint8Array<ArrayBuffer>;

/** A page in one content encoding, with its headers. */
type Variant = {
  readonly body: Body;
  readonly tag: string | undefined;
  readonly headers: Record<string, string>;
  readonly unchangedHeaders: Record<string, string>;
};

/** A rendered page in every encoding, ready to send many times. */
export type StoredPage = {
  readonly status: number;
  readonly byAddress: Readonly<Record<Encoding, Variant>>;
  readonly byVisitor: Readonly<Record<Encoding, Variant>>;
  /** Whether the page may be cached. */
  readonly keeps: boolean;
  readonly bytes: number;
};

/** Browsers and proxies must revalidate each time, so that an edit shows at once. */
const ASK_EACH_TIME = "public, max-age=0, must-revalidate";

/** In bytes. Of a longer text Node makes a copy for each reader who is slow; bytes are shared by all. */
const MAX_TEXT = 16 * 1024;

/** Estimated bytes of objects and headers, in addition to the bodies. */
const BYTES_BESIDE = 8 * 1024;

/**
 * Encodes a page that was just rendered and prepares its headers.
 *
 * @throws if it sets a cookie: then it belongs to one visitor, and nobody else may get it
 */
export async function storePage(answer: Response): Promise<StoredPage> {
  if (answer.headers.has("set-cookie")) throw new Error("A page for everybody carries a cookie.");
  const body = new Uint8Array(await answer.arrayBuffer());
  const encoded = await encode(body);
  // Made once, for both variants of each.
  const bodies = { br: heldAs(encoded.br), gzip: heldAs(encoded.gzip), identity: heldAs(encoded.identity) };
  const isFound = answer.status === 200;
  const keeps = isFound && !answer.headers.has("cache-control");
  // The policy too: Chromium keeps its stored one with a 304, and the sites that may frame a page are in it alone.
  const policy = answer.headers.get("content-security-policy") ?? "";
  const hash = createHash("sha256").update(body).update(policy).digest("base64url");
  const type = answer.headers.get("content-type") ?? "application/octet-stream";
  for (const header of ["content-type", "content-length", "vary"]) answer.headers.delete(header);
  const rendered: Record<string, string> = Object.fromEntries(answer.headers);
  if (keeps) rendered["cache-control"] = ASK_EACH_TIME;

  const variant = (encoding: Encoding, vary: string): Variant => {
    const tag = keeps ? `"${hash}-${encoding}"` : undefined;
    const lasting = { ...rendered, vary, ...(tag && { etag: tag }) };
    const ofBody = {
      "content-type": type,
      "content-length": String(bodies[encoding].length),
      ...(encoding !== "identity" && { "content-encoding": encoding }),
    };
    return {
      body: bodies[encoding],
      tag,
      headers: { ...lasting, ...ofBody },
      unchangedHeaders: lasting,
    };
  };
  const variants = (vary: string) => ({
    br: variant("br", vary),
    gzip: variant("gzip", vary),
    identity: variant("identity", vary),
  });
  return {
    status: answer.status,
    keeps,
    // If the address names the language, the page depends on no header of the visitor's but Accept-Encoding.
    byAddress: variants("Accept-Encoding"),
    byVisitor: variants("Accept-Language, Cookie, Accept-Encoding"),
    bytes: BYTES_BESIDE + bodies.br.length + bodies.gzip.length + bodies.identity.length,
  };
}

function heldAs(bytes: Uint8Array<ArrayBuffer>): Body {
  return bytes.length > MAX_TEXT ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}

/** The answer to one visitor: the page, or 304 if the browser's copy is still the same. */
export function sendPage(status: number, variant: Variant, known: string | undefined): Answer {
  const { tag, body, headers, unchangedHeaders } = variant;
  if (known !== undefined && tag !== undefined && hasTag(known, tag)) {
    return { status: 304, headers: unchangedHeaders, body: null };
  }
  return { status, headers, body, encoding: "latin1" };
}

/** Whether If-None-Match names a tag; a proxy may have made the tag a weak one. */
function hasTag(known: string, tag: string): boolean {
  return known === tag || known === "*" || known.split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}
