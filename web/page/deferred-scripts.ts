/**
 * Defers a page's scripts: the browser fetches nothing for them before the first paint. web/inline/page.ts starts them
 * then, and reads from the element which files to fetch in parallel.
 *
 * The script's text and nonce stay unchanged, because the page's policy names the script by its hash.
 */
export function startLate(html: string): string {
  const preloads: string[] = [];
  return html
    .replace(/<link rel="modulepreload" href="([^"]+)"[^>]*>/g, (_, href: string) => {
      preloads.push(href);
      return "";
    })
    .replace(/<script([^>]*) type="module" async=""/, (_, attributes: string) => {
      return `<script${attributes} type="text/plain" data-start="${preloads.join(" ")}"`;
    });
}
