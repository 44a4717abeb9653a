import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { pagePolicy } from "./content-security-policy.ts";

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

it("names the scripts that we rendered, and none that came in with a text", () => {
  const page = `<body><script nonce="n1">ours()</script><script nonce="n1" type="module">more()</script>
    <script>theirs()</script><script nonce="n2">guessed()</script><script nonce="n1" src="/assets/a.js"></script></body>`;
  const { html, policy } = pagePolicy(page, "n1");
  expect(policy).toContain(`script-src 'self' ${hashOf("ours()")} ${hashOf("more()")};`);
  expect(policy).not.toContain(hashOf("theirs()"));
  expect(policy).not.toContain(hashOf("guessed()"));
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
  expect(html).not.toContain("n1");
  expect(html).toContain("<script>ours()</script>");
});

it("is the same for the same page, whatever the nonce: it can be kept", () => {
  const page = (nonce: string) => pagePolicy(`<script nonce="${nonce}">ours()</script>`, nonce);
  expect(page("one")).toEqual(page("two"));
});

it("allows no frame, but the sites that a page is to show in one", () => {
  expect(pagePolicy("", "n").policy).toContain("; frame-src 'none';");
  expect(pagePolicy("", "n", ["https:", "http://localhost:*"]).policy).toContain(
    "; frame-src https: http://localhost:*;",
  );
});

it("is shown in nobody's frame, but in those of the sites that may", () => {
  expect(pagePolicy("", "n").policy).toMatch(/; frame-ancestors 'none'$/);
  expect(pagePolicy("", "n", [], ["https://shop.example"]).policy).toMatch(
    /; frame-ancestors https:\/\/shop\.example$/,
  );
});
