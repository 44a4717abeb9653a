import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { showMarkdown } from "./markdown.ts";

it("shows Markdown, and HTML as text", () => {
  const text = [
    "## One",
    "- **a**\n- [b](https://example.com)",
    "<script>alert(1)</script>",
    '[c](javascript:alert(2)) <img src=x onerror="alert(3)">',
  ].join("\n\n");
  const html = renderToStaticMarkup(showMarkdown(text));
  expect(html).toContain('<h2 id="one">One</h2>');
  expect(html).toContain("<strong>a</strong>");
  expect(html).toContain('<a href="https://example.com">b</a>');
  expect(html).toContain("&lt;script&gt;");
  expect(html).not.toMatch(/<script|<img|href="javascript:/);
});
