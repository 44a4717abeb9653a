import { siteContext, visitorContext } from "#src/http/page-context.ts";
import { pageNumber } from "#src/http/page-number.ts";
import { translate } from "#src/i18n/translate.ts";
import type { PageRequest } from "../requests/page-request.ts";

// The most characters of a search text. No name, code or e-mail address is longer.
const MAX_FRAGMENT_LENGTH = 254;

/** The query parameters and data that all admin pages share. */
export function adminPage({ request, context }: PageRequest) {
  const site = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const url = new URL(request.url);
  const description = translate(language, { key: "accounts:admin.description" });
  return {
    site,
    language,
    page: pageNumber(url.searchParams.get("page")),
    fragment: (url.searchParams.get("q") ?? "").slice(0, MAX_FRAGMENT_LENGTH),
    meta: { path: "admin", canonicalPath: url.pathname, description, listed: false },
  };
}
