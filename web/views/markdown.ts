import { compiler } from "markdown-to-jsx/react";
import type { ReactNode } from "react";

/** Markdown as React elements; HTML in it stays text, and links that run something lead nowhere. */
export function showMarkdown(text: string): ReactNode {
  return compiler(text, { disableParsingRawHTML: true, wrapper: null, forceBlock: true });
}
