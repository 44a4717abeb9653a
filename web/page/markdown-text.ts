import { type MarkdownToJSX, parser, RuleType } from "markdown-to-jsx/markdown";
import { isExcessive } from "./markdown-cost.ts";

/** HTML stays text: nobody means it here, or nobody should. */
export const MARKDOWN_SYNTAX = { disableParsingRawHTML: true } as const;

/**
 * Markdown as plain text for cards, lists and previews: a line for each paragraph, and for each point of a list. What
 * would take long to read stays as it was typed.
 */
export function plainText(markdown: string): string {
  if (isExcessive(markdown)) return markdown.trim();
  return blocksText(parser(markdown, MARKDOWN_SYNTAX)).trim();
}

/** What parts of a parsed text say, without their form: the words of links, and what stands for pictures. */
export function blocksText(nodes: readonly MarkdownToJSX.ASTNode[]): string {
  return nodes.map(nodeText).join("");
}

function nodeText(node: MarkdownToJSX.ASTNode): string {
  switch (node.type) {
    case RuleType.text:
    case RuleType.codeInline:
      return node.text;
    case RuleType.codeBlock:
      return `${node.text}\n`;
    case RuleType.image:
      return node.alt ?? "";
    case RuleType.breakLine:
      return "\n";
    case RuleType.gfmTask:
      return node.completed ? "☑" : "☐";
    case RuleType.orderedList:
      return node.items.map((item, at) => `${(node.start ?? 1) + at}. ${blocksText(item).trim()}\n`).join("");
    case RuleType.unorderedList:
      return node.items.map((item) => `• ${blocksText(item).trim()}\n`).join("");
    case RuleType.table:
      return [node.header, ...node.cells].map((row) => `${row.map(blocksText).join(" · ")}\n`).join("");
    case RuleType.textFormatted:
    case RuleType.link:
      return blocksText(node.children);
    case RuleType.paragraph:
    case RuleType.heading:
    case RuleType.blockQuote:
      return `${blocksText(node.children)}\n`;
    default:
      return "text" in node ? (node.text ?? "") : "";
  }
}
