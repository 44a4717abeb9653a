import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import demo from "#src/demo/plans.json" with { type: "json" };
import { loadPlans, writeDemoPlans } from "./plans.ts";

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "tambiolo-plans-"));
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

const OWN = [{ name: "Suki", price: 490, desc: "For a shop.", features: [], isMostPop: false }];

test("a site has no plans until its operator writes some", async () => {
  const site = { plansFile: undefined, dataDir };
  expect(await loadPlans(site)).toEqual({ ok: true, value: null });
  await writeFile(join(dataDir, "plans.json"), JSON.stringify(OWN));
  expect(await loadPlans(site)).toEqual({ ok: true, value: { en: OWN, de: OWN, fil: OWN } });
});

test("a file that is named and not there, or no JSON, or no plans, is refused in one line", async () => {
  const plansFile = join(dataDir, "prices.json");
  const refused = (why: string) => ({
    ok: false,
    refusal: expect.stringContaining(`${plansFile} cannot be used: ${why}`),
  });
  expect(await loadPlans({ plansFile, dataDir })).toEqual(refused("ENOENT"));
  await writeFile(plansFile, "{");
  expect(await loadPlans({ plansFile, dataDir })).toEqual(refused("it is not JSON."));
  await writeFile(plansFile, JSON.stringify([{ ...OWN[0], price: "free" }]));
  expect(await loadPlans({ plansFile, dataDir })).toEqual(refused("en 0 price must be a number."));
});

test("the demonstration brings plans, but not in place of the operator's", async () => {
  const site = { plansFile: undefined, dataDir };
  expect(await writeDemoPlans({ plansFile: join(dataDir, "prices.json"), dataDir })).toBe(false);
  expect(await loadPlans(site)).toEqual({ ok: true, value: null });
  expect(await writeDemoPlans(site)).toBe(true);
  expect(await loadPlans(site)).toEqual({ ok: true, value: demo });
  await writeFile(join(dataDir, "plans.json"), JSON.stringify(OWN));
  expect(await writeDemoPlans(site)).toBe(false);
  expect(await loadPlans(site)).toMatchObject({ value: { en: OWN } });
});
