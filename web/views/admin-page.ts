import type { RouterContextProvider } from "react-router";
import { siteContext, visitorContext } from "#src/api/page-context.ts";
import { pageNumber } from "#src/api/page-number.ts";
import { sentence } from "#src/i18n/sentence.ts";

type PageRequest = {
  readonly request: Request;
  readonly context: Readonly<RouterContextProvider>;
};

// No name, code or address that is searched for is longer.
const LONGEST_FRAGMENT = 254;

/** What all admin pages are asked for and have in common. */
export function adminPage({ request, context }: PageRequest) {
  const site = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const url = new URL(request.url);
  const { productName, origin } = site.config;
  const description = sentence(language, { key: "accounts:admin.description" });
  return {
    site,
    language,
    page: pageNumber(url.searchParams.get("page")),
    fragment: (url.searchParams.get("q") ?? "").slice(0, LONGEST_FRAGMENT),
    meta: { path: "admin", productName, origin, canonicalPath: url.pathname, description, listed: false },
  };
}
