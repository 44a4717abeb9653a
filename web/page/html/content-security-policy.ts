import { createHash } from "node:crypto";

/**
 * Builds a page's Content-Security-Policy, and the HTML to send with it. It allows our own files, and only inline
 * scripts with this rendering's nonce. The policy lists them by hash, so a cached page needs no new nonce. Inline
 * styles are allowed: the page holds its styles, and plots set the size of their bars.
 *
 * @param html the rendered page
 * @param nonce the unguessable mark on our own components' scripts
 * @param frames the sites that the page may show in frames
 * @param framedBy the sites that may show the page in a frame
 */
export function pagePolicy(
  html: string,
  nonce: string,
  frames: readonly string[] = [],
  framedBy: readonly string[] = [],
): { readonly html: string; readonly policy: string } {
  const mark = ` nonce="${nonce}"`;
  const hashes = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = ""]) => attributes.includes(mark) && !/\ssrc=/.test(attributes))
    .map(([, , text = ""]) => hashSource(text));
  const policy = [
    "default-src 'self'",
    `script-src ${["'self'", ...new Set(hashes)].join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-src ${sourcesOf(frames)}`,
    `frame-ancestors ${sourcesOf(framedBy)}`,
  ].join("; ");
  return { html: html.replaceAll(mark, ""), policy };
}

/** The source that allows an inline script or style by its hash. */
export function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function sourcesOf(sites: readonly string[]): string {
  return sites.length > 0 ? sites.join(" ") : "'none'";
}
