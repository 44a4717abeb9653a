import type { ReactNode } from "react";
import "./page-contents.css";

type PageContentsProps = {
  readonly title: string;
  /** The page's sections in order. The anchor is the id of the section's heading. */
  readonly sections: readonly { readonly anchor: string; readonly label: string }[];
  readonly heading: ReactNode;
  readonly children: ReactNode;
};

/** A long page with a table of contents: above the sections, or beside them where there is room. */
export function PageContents({ title, sections, heading, children }: PageContentsProps) {
  return (
    <div className="contents-page">
      <div className="contents-page-heading stack-3">{heading}</div>
      <nav className="contents-box box" aria-labelledby="contents">
        <h2 id="contents">{title}</h2>
        <ol>
          {sections.map(({ anchor, label }) => (
            <li key={anchor}>
              <a href={`#${anchor}`}>{label}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="contents-page-sections">{children}</div>
    </div>
  );
}
