import { escapeXml } from "#src/base/xml.ts";
import type { Site } from "#src/http/site.ts";
import type { Language } from "#src/i18n/languages.ts";
import { type FeedName, feedView } from "../../page/views/feed-view.ts";

/** An entry of a feed. Its address is what it is known by, for ever. */
export type AtomEntry = {
  readonly path: string;
  readonly title: string;
  readonly updated: Date;
  readonly summary: string;
  /** The shop; undefined if the raffle does not say. */
  readonly author?: string | undefined;
};

/** A feed of raffles by RFC 4287, with the texts of strangers as plain text. */
export function atomFeed(
  { name, page, entries }: { readonly name: FeedName; readonly page: string; readonly entries: readonly AtomEntry[] },
  { origin, productName }: Pick<Site["config"], "origin" | "productName">,
  language: Language,
): Response {
  const { href, title } = feedView(name, language);
  // From what it holds: a feed that says nothing new stays the same file.
  const newest = Math.max(0, ...entries.map(({ updated }) => updated.getTime()));
  const head = [
    element("id", `${origin}${href}`),
    element("title", `${productName}: ${title}`),
    element("updated", new Date(newest).toISOString()),
    author(productName),
    `<link rel="self" type="application/atom+xml" href="${escapeXml(`${origin}${href}`)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(`${origin}${page}`)}"/>`,
  ];
  const parts = entries.map((entry) =>
    [
      "<entry>",
      element("id", `${origin}${entry.path}`),
      element("title", entry.title),
      element("updated", entry.updated.toISOString()),
      entry.author === undefined ? "" : author(entry.author),
      `<link rel="alternate" type="text/html" href="${escapeXml(`${origin}${entry.path}`)}"/>`,
      element("summary", entry.summary),
      "</entry>",
    ].join(""),
  );
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`;
  return xmlAnswer([feed, ...head, ...parts, "</feed>"], "application/atom+xml");
}

export function xmlAnswer(lines: readonly string[], type = "application/xml"): Response {
  const text = ['<?xml version="1.0" encoding="utf-8"?>', ...lines, ""].join("\n");
  return new Response(text, { headers: { "content-type": `${type}; charset=utf-8` } });
}

function author(name: string): string {
  return `<author>${element("name", name)}</author>`;
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}
