import { createHash } from "node:crypto";

/**
 * The Content-Security-Policy of a page, and the page to send with it: our own files, and of inline scripts only those
 * that carry the nonce of this rendering. They are named by their hashes, so that a page that is kept and sent again
 * needs no new nonce. Styles may be inline, as Mantine's are.
 *
 * @param html the page as it was rendered
 * @param nonce what our own components were given to mark their scripts with; unguessable
 * @param frames the sites that the page may show in frames
 */
export function pagePolicy(
  html: string,
  nonce: string,
  frames: readonly string[] = [],
): { readonly html: string; readonly policy: string } {
  const mark = ` nonce="${nonce}"`;
  const hashes = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = ""]) => attributes.includes(mark) && !/\ssrc=/.test(attributes))
    .map(([, , text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  const policy = [
    "default-src 'self'",
    `script-src ${["'self'", ...new Set(hashes)].join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-src ${frames.length > 0 ? frames.join(" ") : "'none'"}`,
    "frame-ancestors 'none'",
  ].join("; ");
  return { html: html.replaceAll(mark, ""), policy };
}
