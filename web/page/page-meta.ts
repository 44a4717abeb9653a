import { LANGUAGES } from "#src/i18n/languages.ts";
import type { FeedView } from "./views/feed-view.ts";

/** What a page says of itself in its head: the `meta` of its loader's data. */
export type PageMeta = {
  /** The first part of the page's path; none on the landing page. */
  readonly path: string;
  /** A page without one is found by mistake alone: it has no preview, and search engines must not index it. */
  readonly description?: string;
  /** The subject of the page, such as a raffle's name. */
  readonly subject?: string | undefined;
  /** The canonical URL for previews and search engines, without codes of entrants. Else the first part of the path. */
  readonly canonicalPath?: string;
  readonly image?: string | undefined;
  /** False for pages that search engines must not index. */
  readonly listed?: boolean;
  /** Where programs can follow what the page lists. */
  readonly feeds?: readonly FeedView[];
  /** The address at which sites that are given the page's link find what to show for it. */
  readonly oEmbed?: string;
  /** What the page is about, as search engines read it. */
  readonly event?: object | null;
};

/** The site's part of a head: its name, and its origin for the absolute URLs that link previews need. */
export type PageSite = { readonly productName: string; readonly origin: string };

/** A page that belongs to a raffle, and is not for search engines. */
export function partOfRaffle({ codeId, name }: { readonly codeId: string; readonly name: string }) {
  return { subject: name, canonicalPath: `/raffle/${codeId}`, listed: false };
}

type Tag = { readonly tagName?: "link"; readonly [attribute: string]: string | undefined };

/** The most characters a preview shows of a description. A raffle of a hundred prizes names only the first ones. */
const MAX_DESCRIPTION_LENGTH = 200;

/**
 * A page's title: the first part of the path in capitals, its subject, and the product name. The rest of the path can
 * hold a code, which must not enter the browser's history.
 */
export function pageTitle({ path, subject }: PageMeta, { productName }: PageSite): string {
  return [path.toUpperCase(), subject, productName].filter(Boolean).join(" | ");
}

/** The title of a preview without a subject: "How it works | Tambiolo". Capitals of a path say little to people. */
function plainTitle({ path }: PageMeta, productName: string): string {
  const words = path.replaceAll("-", " ");
  return [`${words.slice(0, 1).toUpperCase()}${words.slice(1)}`, productName].filter(Boolean).join(" | ");
}

/** Description and link preview of a page, as elements of its head: `meta`, unless they say another tag. */
export function pageTags(page: PageMeta, { productName, origin }: PageSite): Tag[] {
  const noIndex = { name: "robots", content: "noindex" };
  if (page.description === undefined) return [noIndex];
  const address = new URL(page.canonicalPath ?? `/${page.path}`, origin).href;
  const description = shortened(page.description);
  const preview = Object.entries({
    title: page.subject ?? plainTitle(page, productName),
    description,
    image: new URL(page.image ?? "/banner/default.png", origin).href,
    "image:alt": page.subject ?? productName,
  });
  return [
    { name: "description", content: description },
    { property: "og:site_name", content: productName },
    { property: "og:type", content: "website" },
    { property: "og:url", content: address },
    ...preview.map(([name, content]) => ({ property: `og:${name}`, content })),
    { property: "og:image:type", content: "image/png" },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { name: "twitter:card", content: "summary_large_image" },
    ...preview.map(([name, content]) => ({ name: `twitter:${name}`, content })),
    { tagName: "link", rel: "canonical", href: address },
    ...(page.feeds ?? []).map((feed) => alternate(feed)),
    ...(page.oEmbed ? [alternate({ type: "application/json+oembed", href: page.oEmbed })] : []),
    ...(page.listed === false ? [noIndex] : languageLinks(address)),
  ];
}

function alternate(attributes: Readonly<Record<string, string>>): Tag {
  return { tagName: "link", rel: "alternate", ...attributes };
}

/** The same page in each language for search engines, and the URL that picks the visitor's own language. */
function languageLinks(address: string): Tag[] {
  const inLanguage = LANGUAGES.map((language) => {
    const url = new URL(address);
    url.searchParams.set("lang", language);
    return alternate({ hrefLang: language, href: url.href });
  });
  return [...inLanguage, alternate({ hrefLang: "x-default", href: address })];
}

export function shortened(text: string): string {
  const points = [...text];
  return points.length <= MAX_DESCRIPTION_LENGTH
    ? text
    : `${points
        .slice(0, MAX_DESCRIPTION_LENGTH - 1)
        .join("")
        .trimEnd()}…`;
}
