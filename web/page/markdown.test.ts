import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { showDetails } from "./markdown.ts";
import { plainText } from "./markdown-text.ts";

const written = [
  "**One sack** of rice,",
  "and *more*:",
  "",
  "- a [recipe](https://example.org/rice)",
  "- a bag",
  "",
  "# Where",
  "At the counter, <b>not</b> online.",
].join("\n");

function shown(text: string): string {
  return renderToStaticMarkup(showDetails(text));
}

describe("an organiser's Markdown", () => {
  it("shows bold, italics, lists and links, and turns headings bold", () => {
    expect(shown(written)).toBe(
      "<p><strong>One sack</strong> of rice,\nand <em>more</em>:</p>" +
        '<ul><li>a <a href="https://example.org/rice" rel="nofollow noopener ugc">recipe</a></li><li>a bag</li></ul>' +
        "<p><strong>Where</strong></p><p>At the counter, &lt;b&gt;not&lt;/b&gt; online.</p>",
    );
  });

  it.each([
    ["a script's link", "[press](javascript:alert(1))", "<p>press</p>"],
    ["a link into the site", "[press](/login)", "<p>press</p>"],
    ["a picture from elsewhere", "![rice](https://example.org/x.png)", "<p>rice</p>"],
    ["HTML", "<img src=x onerror=alert(1)>", "<p>&lt;img src=x onerror=alert(1)&gt;</p>"],
    ["a table", "| a | b |\n| - | - |\n| 1 | 2 |", "<p>a · b\n1 · 2</p>"],
    ["code", "    sh run", "<p>sh run</p>"],
    ["a task", "- [x] join", "<ul><li>☑ join</li></ul>"],
  ])("keeps only the words of %s", (_, text, html) => {
    expect(shown(text)).toBe(html);
  });

  it("is plain text on cards and in previews", () => {
    expect(plainText(written)).toBe(
      "One sack of rice,\nand more:\n• a recipe\n• a bag\nWhere\nAt the counter, <b>not</b> online.",
    );
    expect(plainText("1. first\n2. second")).toBe("1. first\n2. second");
  });

  it.each([
    "Open 9–5 * Sundays 10–4",
    "Follow #KapeUlap and snake_case_names",
    "Line one\nline two",
    "PHP 1,000 (2 < 3)",
  ])("leaves text without Markdown as it was typed: %j", (text) => {
    expect(plainText(text)).toBe(text);
  });
});

describe("Markdown that would take long to read", () => {
  const most = 5000;
  const filled = (unit: string) => unit.repeat(most / unit.length);
  const growing = (mark: string, end: string) =>
    Array.from({ length: 90 }, (_, at) => mark.repeat(at + 1) + end)
      .join("")
      .slice(0, most);

  it.each([
    ["lists in lists", filled("1. ")],
    ["lists in quotes", filled("> - ")],
    ["tasks in tasks", filled("- [ ] ")],
    ["quotes in quotes", filled(">")],
    ["ever deeper quotes", growing("> ", "a\n")],
    ["ever deeper lists", Array.from({ length: 60 }, (_, at) => `${"  ".repeat(at)}- a`).join("\n")],
    ["hundreds of headings", filled("# a\n")],
    ["hundreds of underlined headings", filled("a\n=\n")],
    ["hundreds of bold and italic words", filled("*_")],
    ["hundreds of addresses", filled("a@b.c ")],
    ["hundreds of links", filled("[a](<")],
    ["hundreds of backslashes", filled("\\\n")],
    ["code that ends nowhere", growing("`", "~~")],
  ])("is shown as it was typed: %s", (_, text) => {
    const escaped = text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    expect(shown(text)).toBe(`<p>${escaped}</p>`);
    expect(plainText(text)).toBe(text.trim());
  });

  it("is not a long price list, with dividers, headings, bold names and links", () => {
    const row = "- **Rice, a sack**: [how to](https://example.org/a)";
    const divider = ["=".repeat(40), "- ".repeat(40), "*".repeat(40)].join("\n\n");
    const html = shown([divider, "## Prizes", ...Array(90).fill(row), "1. one\n   - two\n     > three"].join("\n"));
    expect(html.match(/<li><strong>Rice, a sack<\/strong>: <a /g)).toHaveLength(90);
    expect(html).toContain("<p><strong>Prizes</strong></p>");
    expect(html).toContain("<blockquote>");
  });
});
