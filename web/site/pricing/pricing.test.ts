import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Plans } from "#src/i18n/plans.ts";
import { startTestSite, type TestSite } from "../../../tests/support/test-site.ts";

const PLANS_FILE = "src/demo/plans.json";
const demo: Plans = JSON.parse(readFileSync(PLANS_FILE, "utf8"));

let site: TestSite;

const read = async (path: string) => {
  const answer = await fetch(`${site.origin}${path}`, { headers: { "accept-language": "en" } });
  return { status: answer.status, text: await answer.text() };
};

const LISTING = ["/", "/how-it-works", "/sitemap.xml"];

describe("a site whose operator has no plans", () => {
  beforeAll(async () => {
    site = await startTestSite();
  });
  afterAll(() => site.stop());

  it("has no pricing page, nothing that links to one, and no invented plan", async () => {
    expect((await read("/pricing")).status).toBe(404);
    for (const path of LISTING) {
      const { status, text } = await read(path);
      expect([status, text.includes("/pricing")], path).toEqual([200, false]);
    }
    expect(await read("/data/plans.en.json")).toEqual({ status: 200, text: "[]" });
  });
});

describe("a site with plans", () => {
  beforeAll(async () => {
    site = await startTestSite({ PLANS_FILE, OPERATOR_EMAIL: "owner@example.com" });
  });
  afterAll(() => site.stop());

  it("shows them, with the badge of one, in the visitor's language", async () => {
    const { status, text } = await read("/pricing");
    expect(status).toBe(200);
    for (const { name, desc } of demo.en) {
      expect(text).toContain(`<h2>${name}</h2>`);
      expect(text).toContain(desc);
    }
    expect(text.match(/Most popular/g)).toHaveLength(1);
    expect(text).toContain('href="mailto:owner@example.com"');
    expect((await read("/pricing?lang=de")).text).toContain("Am beliebtesten");
  });

  it("leads to them, and gives them to programs", async () => {
    for (const path of LISTING) expect((await read(path)).text, path).toContain("/pricing");
    expect(JSON.parse((await read("/data/plans.fil.json")).text)).toEqual(demo.fil);
    expect((await read("/data/plans.fr.json")).status).toBe(404);
  });
});
