import type { OwnPage as Page } from "#src/http/custom-page.ts";
import { showMarkdown } from "../../page/markdown.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import "./custom-page.css";

/** A page that the operator wrote. */
export function OwnPage({ page, title }: { readonly page: Page; readonly title: string }) {
  return (
    <article className="own-page" lang={page.language}>
      <PageHeading title={page.title ?? title} />
      {showMarkdown(page.text)}
    </article>
  );
}
