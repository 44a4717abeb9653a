import { escapeXml } from "#src/base/xml.ts";
import { siteContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { pageNumber } from "#src/http/page-number.ts";
import { countPublishedParts, readPublishedPart } from "#src/raffles/lists/published.ts";
import type { Route } from "./+types/sitemap.route.ts";
import { xmlAnswer } from "./atom.ts";

export const handle: PageHandle = { cached: { shows: "raffles", pages: true } };

/** The pages beside those of raffles that belong in search engines. */
const PAGES = ["", "/raffle-list", "/how-it-works", "/verify", "/terms", "/privacy"];

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/**
 * The addresses of the site (https://www.sitemaps.org/protocol.html): one file, or with many raffles an index of files.
 */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const { db, config, plans, shops } = context.get(siteContext);
  const asked = new URL(request.url).searchParams.get("page");
  const parts = await countPublishedParts(db);
  const element = (name: string, path: string) =>
    `<${name}><loc>${escapeXml(`${config.origin}${path}`)}</loc></${name}>`;
  if (asked === null && parts > 1) {
    const files = Array.from({ length: parts }, (_, index) => element("sitemap", `/sitemap.xml?page=${index + 1}`));
    return xmlAnswer([`<sitemapindex ${NAMESPACE}>`, ...files, "</sitemapindex>"]);
  }
  const part = pageNumber(asked);
  if (part > parts) return new Response(null, { status: 404 });
  const raffles = await readPublishedPart(db, part);
  const addresses = new Set((await shops.addressesOf(raffles)).values());
  const pages = plans ? [...PAGES, "/pricing"] : PAGES;
  const paths = [
    ...(part === 1 ? pages : []),
    ...raffles.map(({ codeId }) => `/raffle/${codeId}`),
    ...[...addresses].map((shop) => `/shop/${shop}`),
  ];
  return xmlAnswer([`<urlset ${NAMESPACE}>`, ...paths.map((path) => element("url", path)), "</urlset>"]);
}
