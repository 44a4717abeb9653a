/**
 * Defers a page's scripts: the browser fetches nothing for them before the first paint. web/inline/start.ts starts them
 * then, or when the page is used, and reads from the element which files to fetch in parallel.
 *
 * The script's text and nonce stay unchanged, because the page's policy names the script by its hash.
 */
export function startLate(html: string, whenUsed: boolean): string {
  const preloads: string[] = [];
  return html
    .replace(/<link rel="modulepreload" href="([^"]+)"[^>]*>/g, (_, href: string) => {
      preloads.push(href);
      return "";
    })
    .replace(/<script([^>]*) type="module" async=""/, (_, attributes: string) => {
      const use = whenUsed ? ' data-when-used=""' : "";
      return `<script${attributes} type="text/plain"${use} data-start="${preloads.join(" ")}"`;
    });
}
