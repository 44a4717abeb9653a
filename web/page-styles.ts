import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What browsers load lies beside the server's bundle, into which this file is built. */
const CLIENT = join(import.meta.dirname, "..", "client");

/** Styles by their address; the address holds the content's hash, so that they never change. */
const texts = new Map<string, string>();

/**
 * A page with its styles in it, so that it is painted as soon as it is there: waiting for a file first costs a slow
 * phone a round trip. React finds its links where it put them; what is disabled is not loaded.
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
