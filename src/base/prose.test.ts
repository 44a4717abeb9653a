import { expect, test } from "vitest";
import { partsOfProse } from "./prose.ts";

test.each([
  ["Hello", ["Hello"]],
  ["See https://example.com/a?b=1&c=(2).", ["See ", "[https://example.com/a?b=1&c=(2]", ")."]],
  ["http://example.com", ["[http://example.com]"]],
  ["(https://example.com/fiesta), or ask", ["(", "[https://example.com/fiesta]", "), or ask"]],
  ["javascript:alert(1) https:// ftp://example.com", ["javascript:alert(1) https:// ftp://example.com"]],
  ["https://a.example\nhttps://b.example!", ["[https://a.example]", "\n", "[https://b.example]", "!"]],
])("%j has its links", (text, parts) => {
  expect(partsOfProse(text).map((part) => (part.isLink ? `[${part.text}]` : part.text))).toEqual(parts);
});
