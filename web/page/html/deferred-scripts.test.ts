import { expect, it } from "vitest";
import { startLate } from "./deferred-scripts.ts";

const HEAD = '<link rel="modulepreload" href="/assets/a.js" nonce="n"/><link rel="modulepreload" href="/assets/b.js"/>';
const START = 'import * as route0 from "/assets/a.js";';

it("leaves nothing that the browser would fetch by itself, and names it all for later", () => {
  const html = startLate(`<head>${HEAD}</head><script nonce="n" type="module" async="">${START}</script>`, false);
  expect(html).toBe(
    `<head></head><script nonce="n" type="text/plain" data-start="/assets/a.js /assets/b.js">${START}</script>`,
  );
});

it("marks a page that is started when somebody uses it", () => {
  const html = startLate(`<script nonce="n" type="module" async="">${START}</script>`, true);
  expect(html).toBe(`<script nonce="n" type="text/plain" data-when-used="" data-start="">${START}</script>`);
});

it("leaves a page without scripts of React, and other scripts, as they are", () => {
  const html = '<link rel="icon" href="/favicon.svg"/><script nonce="n">ours()</script>';
  expect(startLate(html, true)).toBe(html);
});
