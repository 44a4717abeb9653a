import { useMatches } from "react-router";
import { type PageMeta, type PageSite, pageTags, pageTitle } from "./page-meta.ts";

/** A page's title, description and link preview, from the `meta` of its loader's data. */
export function PageHead({ site }: { readonly site: PageSite }) {
  const page = (useMatches().at(-1)?.loaderData as { readonly meta?: PageMeta } | undefined)?.meta;
  if (!page) return null;
  return (
    <>
      <title>{pageTitle(page, site)}</title>
      {pageTags(page, site).map(({ tagName: Tag = "meta", ...attributes }) => (
        <Tag key={JSON.stringify(attributes)} {...attributes} />
      ))}
      {page.event && <DataBlock data={page.event} />}
    </>
  );
}

/** A block of data: nothing runs it, so that the page's policy has nothing to allow. */
function DataBlock({ data }: { readonly data: object }) {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, in which "<" is escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
