import { CODE_FORMATS } from "#src/base/code-formats.ts";
import { escapeXml } from "#src/base/xml.ts";
import type { Reader } from "#src/db/connect.ts";
import { findRaffle } from "../read.ts";
import { shopTitle } from "../shop/shop-facts.ts";
import { readEmbedSettings } from "./embed-settings.ts";
import { frameAncestors } from "./frame-ancestors.ts";

/** The ticket's size in a frame that is as wide as it takes. A page with a script learns the height from the frame. */
const SIZE = { width: 600, height: 640 };

/** How long a page may keep an answer, in seconds: an organiser may change who may show the raffle. */
const CACHE_SECONDS = 3600;

/** An answer of oEmbed 1.0 (https://oembed.com), with the names of that specification. */
export type OEmbed = Readonly<Record<string, string | number>>;

type Asked = { readonly url: string; readonly maxWidth: number | null; readonly maxHeight: number | null };

/**
 * What a page shows for a pasted link to a raffle: its ticket in a frame, or a plain link where nobody may show it.
 *
 * The frame stands behind a quotation, as WordPress asks of sites that it does not know: it shows the quotation until
 * the frame has sent its height.
 *
 * @param asked.url the pasted address, untrusted
 * @returns null if it is no address of a raffle of this site
 */
export async function raffleOEmbed(
  { reader, origin, productName }: { readonly reader: Reader; readonly origin: string; readonly productName: string },
  { url, maxWidth, maxHeight }: Asked,
): Promise<OEmbed | null> {
  const code = codeIn(url, origin);
  const raffle = code && (await findRaffle(reader, code));
  const settings = raffle && (await readEmbedSettings(reader, raffle.id));
  if (!settings) return null;
  const { codeId, name } = raffle;
  const facts = {
    version: "1.0",
    title: name,
    author_name: shopTitle(raffle) || productName,
    provider_name: productName,
    provider_url: origin,
    cache_age: CACHE_SECONDS,
    thumbnail_url: `${origin}/banner/${codeId}.png`,
    thumbnail_width: 1200,
    thumbnail_height: 630,
  };
  if (frameAncestors(settings, "ticket").length === 0) return { type: "link", ...facts };
  const width = Math.min(SIZE.width, maxWidth ?? SIZE.width);
  const height = Math.min(SIZE.height, maxHeight ?? SIZE.height);
  const html =
    `<blockquote><a href="${origin}/raffle/${codeId}">${escapeXml(name)}</a></blockquote>` +
    `<iframe class="wp-embedded-content" src="${origin}/embed/${codeId}" title="${escapeXml(name)}" width="${width}" ` +
    `height="${height}" frameborder="0" scrolling="no"></iframe>`;
  return { type: "rich", ...facts, html, width, height };
}

/** The code in the address of a raffle's page or entry form, in any case. */
function codeIn(url: string, origin: string): string | null {
  if (!URL.canParse(url)) return null;
  const { origin: from, pathname } = new URL(url);
  const [, code = ""] = /^\/raffle(?:-entry)?\/([^/]+)\/?$/.exec(pathname) ?? [];
  return from === origin && CODE_FORMATS.raffle.test(code.toUpperCase()) ? code : null;
}

/** The answer as XML. */
export function oEmbedXml(answer: OEmbed): string {
  const parts = Object.entries(answer).map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`);
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${parts.join("")}</oembed>\n`;
}
