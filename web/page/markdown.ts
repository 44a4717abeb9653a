import { compiler } from "markdown-to-jsx/react";
import type { ReactNode } from "react";

/** Renders Markdown as React elements. HTML in it stays text, and script links such as `javascript:` get no target. */
export function showMarkdown(text: string): ReactNode {
  return compiler(text, { disableParsingRawHTML: true, wrapper: null, forceBlock: true });
}
