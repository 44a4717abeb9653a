import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The browser's files lie beside the server bundle, which contains this file. */
const CLIENT = join(import.meta.dirname, "..", "client");

/** Styles by their URL. The URL holds a hash of the content, so an entry never goes stale. */
const texts = new Map<string, string>();

/**
 * Inlines a page's styles, so the browser paints it at once: an extra file costs a slow phone a round trip. The links
 * stay where React expects them; a disabled link loads nothing.
 */
export function inlineStyles(html: string): string {
  return html.replace(
    /<link rel="stylesheet" href="([^"]+)"\/>/g,
    (_, href: string) => `<style>${styleText(href)}</style><link rel="stylesheet" href="${href}" disabled=""/>`,
  );
}

function styleText(href: string): string {
  const known = texts.get(href);
  if (known !== undefined) return known;
  const text = readFileSync(join(CLIENT, href), "utf8").trim();
  texts.set(href, text);
  return text;
}
