import type { OwnPage as Page } from "#src/api/own-page.ts";
import { showMarkdown } from "../../views/markdown.ts";
import { PageHeading } from "../page-heading.tsx";
import "./own-page.css";

/** A page that the operator wrote. */
export function OwnPage({ page, title }: { readonly page: Page; readonly title: string }) {
  return (
    <article className="own-page" lang={page.language}>
      <PageHeading title={page.title ?? title} />
      {showMarkdown(page.text)}
    </article>
  );
}
