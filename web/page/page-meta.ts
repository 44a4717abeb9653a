import type { MetaDescriptor } from "react-router";
import { LANGUAGES } from "#src/i18n/languages.ts";
import type { FeedView } from "./views/feed-view.ts";

type PageMeta = {
  /** The first part of the page's path; none on the landing page. */
  readonly path: string;
  readonly productName: string;
  readonly description: string;
  /** The subject of the page, such as a raffle's name. */
  readonly subject?: string | undefined;
  /** The site's origin, for the absolute URLs that link previews need. */
  readonly origin: string;
  /** The canonical URL for previews and search engines, without codes of entrants. */
  readonly canonicalPath: string;
  readonly image?: string;
  /** False for pages that search engines must not index. */
  readonly listed?: boolean;
  /** Where programs can follow what the page lists. */
  readonly feeds?: readonly FeedView[];
};

/** The most characters a preview shows of a description. A raffle of a hundred prizes names only the first ones. */
const MAX_DESCRIPTION_LENGTH = 200;

/**
 * Title, description and link preview of a page. The title is the first part of the path in capitals, and the product
 * name. The rest of the path can hold a code, which must not enter the browser's history.
 */
export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const title = [page.path.toUpperCase(), page.subject, page.productName].filter(Boolean).join(" | ");
  const address = new URL(page.canonicalPath, page.origin).href;
  const description = shortened(page.description);
  const preview = {
    title: page.subject ?? title,
    description,
    image: new URL(page.image ?? "/banner/default.png", page.origin).href,
    "image:alt": page.subject ?? page.productName,
  };
  return [
    { title },
    { name: "description", content: description },
    { property: "og:site_name", content: page.productName },
    { property: "og:type", content: "website" },
    { property: "og:url", content: address },
    ...Object.entries(preview).map(([name, content]) => ({ property: `og:${name}`, content })),
    { property: "og:image:type", content: "image/png" },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { name: "twitter:card", content: "summary_large_image" },
    ...Object.entries(preview).map(([name, content]) => ({ name: `twitter:${name}`, content })),
    { tagName: "link", rel: "canonical", href: address },
    ...(page.feeds ?? []).map((feed) => ({ tagName: "link", rel: "alternate", ...feed })),
    ...(page.listed === false ? [{ name: "robots", content: "noindex" }] : languageLinks(address)),
  ];
}

/** The same page in each language for search engines, and the URL that picks the visitor's own language. */
function languageLinks(address: string): MetaDescriptor[] {
  const inLanguage = LANGUAGES.map((language) => {
    const url = new URL(address);
    url.searchParams.set("lang", language);
    return { hrefLang: language, href: url.href };
  });
  return [...inLanguage, { hrefLang: "x-default", href: address }].map((link) => ({
    tagName: "link",
    rel: "alternate",
    ...link,
  }));
}

/** A description as previews show it. */
export function shortened(text: string): string {
  const points = [...text];
  return points.length <= MAX_DESCRIPTION_LENGTH
    ? text
    : `${points
        .slice(0, MAX_DESCRIPTION_LENGTH - 1)
        .join("")
        .trimEnd()}…`;
}
