import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { ownPagePath } from "#src/http/custom-page.ts";
import { startTestSite, type TestSite } from "../../../tests/support/test-site.ts";
import { openVisitor } from "../../../tests/support/visitor.ts";

const LINKING = ["/how-it-works", "/terms", "/privacy"];
const LEGAL = LINKING.slice(1);

let dataDir: string;
let site: TestSite;

beforeAll(async () => {
  dataDir = await mkdtemp(join(inject("testServer").folder, "imprint-"));
  site = await startTestSite({}, { dataDir });
});
afterAll(() => site.stop());

/** How many links to the legal notice a page has, in a language that nobody has asked for it yet. */
async function linksOn(path: string, language: string): Promise<number> {
  const { html } = await openVisitor(site.origin).visit(`${path}?lang=${language}`);
  return html.split('href="/imprint"').length - 1;
}

it("has a legal notice once the operator wrote one, which every page links to and legal pages name", async () => {
  expect((await openVisitor(site.origin).visit("/imprint?lang=en")).status).toBe(404);
  for (const path of LINKING) expect(await linksOn(path, "en"), path).toBe(0);
  const path = ownPagePath(dataDir, "imprint", "de");
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "# Impressum\n\nNena Cruz, Rizalstraße 12, <script>alert(1)</script>\n");
  const { status, html } = await openVisitor(site.origin).visit("/imprint?lang=de");
  expect(status).toBe(200);
  expect(html).toMatch(/<h1[^>]*>Impressum<\/h1>/);
  expect(html).toContain("Nena Cruz, Rizalstraße 12, &lt;script&gt;alert(1)&lt;/script&gt;");
  expect(await linksOn("/how-it-works", "de")).toBe(1);
  // Without an address to write to, it is where help is.
  for (const page of [...LEGAL, "/", "/login"]) expect(await linksOn(page, "de"), page).toBe(2);
});
