/**
 * A page whose scripts do not start by themselves: nothing is fetched for them before the page has been painted.
 * web/inline/page.ts starts them then, and knows from the element what to fetch all at once.
 *
 * The text of the script stays as it was, and so does its mark for the page's policy, which names it by its hash.
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
