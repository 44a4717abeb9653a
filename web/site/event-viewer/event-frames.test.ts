import { afterAll, beforeAll, expect, it } from "vitest";
import { askSite, created } from "../../../tests/support/ask-site.ts";
import { eventBody } from "../../../tests/support/event.ts";
import { startTestSite, type TestSite } from "../../../tests/support/test-site.ts";

let site: TestSite;

beforeAll(async () => {
  site = await startTestSite({ ORIGIN: "https://raffles.example", OPERATOR_EMAIL: "owner+r@example.com" });
});

afterAll(() => site.stop());

const create = (changes: Record<string, unknown> = {}) => askSite(site.origin)("POST", "/events", eventBody(changes));

it("a public site frames public sites alone, and says how a page is reported", async () => {
  for (const src of ["https://192.168.1.1/", "https://localhost:8443/", "https://router/", "http://127.0.0.1:8080/"]) {
    expect([src, (await create({ src })).status]).toEqual([src, 422]);
  }
  const src = "https://xn--tambilo-x6a.example:8443/x";
  const { code } = await created(site.origin, "/events", eventBody({ src }));
  for (const [lang, belongs] of [
    ["en", "This page belongs to xn--tambilo-x6a.example:8443."],
    ["de", "Diese Seite gehört zu xn--tambilo-x6a.example:8443."],
    ["fil", "Sa xn--tambilo-x6a.example:8443 ang page na ito."],
  ]) {
    const page = await fetch(`${site.origin}/event/${code}?lang=${lang}`);
    expect(page.headers.get("content-security-policy")).toContain("; frame-src https:; ");
    const html = await page.text();
    expect(html).toContain(belongs);
    const [, report = ""] = /href="(mailto:[^"]+)"/.exec(html) ?? [];
    expect(report).toMatch(
      new RegExp(`^mailto:owner%2Br@example\\.com\\?subject=.*${code}&amp;body=https%3A%2F%2Fraffles`),
    );
  }
});
