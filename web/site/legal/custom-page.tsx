import type { OwnPage } from "#src/http/custom-page.ts";
import { showMarkdown } from "../../page/markdown.ts";
import { PageHeading } from "../../ui/page-parts.tsx";
import "./custom-page.css";

/** A page that the operator wrote. `title` is for one without a heading. */
export function CustomPage({ page, title }: { readonly page: OwnPage; readonly title: string }) {
  return (
    <article className="own-page stack-2" lang={page.language}>
      <PageHeading title={page.title ?? title} />
      {showMarkdown(page.text)}
    </article>
  );
}
