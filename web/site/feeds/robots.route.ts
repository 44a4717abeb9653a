import { siteContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import type { Route } from "./+types/robots.route.ts";

export const handle: PageHandle = { cached: { shows: "texts" } };

/** Forbids nothing: pages that belong in no search engine say so themselves, and a robot has to read that. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { origin } = context.get(siteContext).config;
  const text = `User-agent: *\nDisallow:\n\nSitemap: ${origin}/sitemap.xml\n`;
  return new Response(text, { headers: { "content-type": "text/plain; charset=utf-8" } });
}
