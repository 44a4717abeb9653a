import { compiler, RuleType } from "markdown-to-jsx/react";
import { createElement, type ReactNode } from "react";
import { isExcessive } from "./markdown-cost.ts";
import { blocksText, MARKDOWN_SYNTAX } from "./markdown-text.ts";

const RENDERING = { ...MARKDOWN_SYNTAX, wrapper: null, forceBlock: true } as const;

/** Renders the operator's Markdown. HTML in it stays text, and script links such as `javascript:` get no target. */
export function showMarkdown(text: string): ReactNode {
  return compiler(text, RENDERING);
}

/** What organisers may write: paragraphs, bold and italics, lists, quotes. */
const SHOWN = new Set<number>([
  RuleType.text,
  RuleType.textFormatted,
  RuleType.paragraph,
  RuleType.breakLine,
  RuleType.orderedList,
  RuleType.unorderedList,
  RuleType.blockQuote,
  RuleType.refCollection,
]);

const BLOCKS = new Set<number>([RuleType.codeBlock, RuleType.table]);

/** What links say to search engines that strangers wrote. */
const OF_VISITORS = "nofollow noopener ugc";

const WEB_LINK = /^(?:https?:\/\/|mailto:|tel:)/i;

/**
 * Renders an organiser's Markdown: the plain forms. A heading becomes bold, and of anything else its words stay. What
 * would take long to read is shown as it was typed.
 */
export function showDetails(text: string): ReactNode {
  if (isExcessive(text)) return createElement("p", null, text);
  return compiler(text, {
    ...RENDERING,
    renderRule(next, node, renderChildren, state) {
      if (SHOWN.has(node.type)) return next();
      const { key } = state;
      if (node.type === RuleType.link && node.target !== null && WEB_LINK.test(node.target)) {
        return createElement("a", { key, href: node.target, rel: OF_VISITORS }, renderChildren(node.children, state));
      }
      if (node.type === RuleType.heading) {
        return createElement("p", { key }, createElement("strong", null, renderChildren(node.children, state)));
      }
      const text = blocksText([node]);
      return BLOCKS.has(node.type) ? createElement("p", { key }, text.trim()) : text;
    },
  });
}
