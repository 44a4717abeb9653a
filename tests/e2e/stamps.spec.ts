import { expect } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import { ownAddress } from "./own-address.ts";
import { expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

test("a market names stations, shows their codes, and a visitor's card fills", async ({ page, request }) => {
  const rules = [{ details: "Visit two stalls", drops: 3, proof: "visit", needs: 2 }];
  const { codeId, accessCode } = await createRaffle(request, { drawRequires: "none", drawWeight: "drops", rules });
  await page.goto(`/stations/${codeId}/${accessCode}`);
  await expect(page.getByText(/needs stamps of 2 stations, and there are 0/)).toBeVisible();
  const headings = page.locator("main h2");
  await expect(headings).toHaveText(["New stations", "All stations"]);
  await page.locator("[name=stations]").fill("Aling Nena, Stall 12\nBakery\nFish");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("3 stations added.")).toBeVisible();
  await expect(headings).toHaveText(["All stations", "New stations"]);
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);

  const entered = await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody(), headers: ownAddress() });
  const { entryCode } = (await entered.json()) as { entryCode: string };
  const codeOf = async (number: number) => {
    await page.goto(`/counter/${codeId}/${number}`);
    return (await page.locator("#code").textContent()) ?? "";
  };
  const first = await codeOf(1);
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await page.goto(`/stamp/${codeId}/1/${first}`);
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await page.locator("[name=entryCode]").fill(entryCode);
  await page.getByRole("button", { name: "Stamp my card" }).click();
  await expect(page.getByText("Stamped: Aling Nena.")).toBeVisible();

  const second = await codeOf(2);
  await page.goto(`/raffle-entry/${codeId}/${entryCode}`);
  await page.locator("[name=dropCode]").fill(second);
  await page.getByRole("button", { name: "Count this code" }).click();
  await expect(page.getByText("Counted: +3 drops.")).toBeVisible();
  await expect(page.locator("[data-stamped]")).toHaveCount(2);
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await page.goto(`/stations/${codeId}/~`);
  await page.getByText(/^Show \d+ rows?$/).click();
  await expect(page.getByRole("table")).toContainText("Aling Nena");
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
});

test("the screen of a station computes its codes, also without a network @javascript", async ({ page, request }) => {
  const rules = [{ details: "Visit us", drops: 1, proof: "visit" }];
  const { codeId, accessCode } = await createRaffle(request, { drawRequires: "none", drawWeight: "drops", rules });
  await page.goto(`/stations/${codeId}/${accessCode}`);
  await page.locator("[name=stations]").fill("Aling Nena");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("1 station added.")).toBeVisible();
  await page.clock.install();
  await page.goto(`/counter/${codeId}/1`);
  const code = page.locator("#code");
  const drawing = page.locator("svg path");
  const fromServer = await code.textContent();
  await page.clock.runFor(1_000);
  // The script agrees with the server's page, or the step has just ended.
  const [before, drawn] = [await code.textContent(), await drawing.getAttribute("d")];
  expect(before).toMatch(/^[A-HJ-NP-Z2-9]{6}$/);
  await page.context().setOffline(true);
  await page.clock.runFor(30_000);
  await expect(code).not.toHaveText(before ?? "");
  expect(await drawing.getAttribute("d")).not.toBe(drawn);
  await page.clock.fastForward(3_500_000);
  await page.clock.runFor(1_000);
  const later = await code.textContent();
  expect([fromServer, before]).not.toContain(later);
  await expect(code).toBeVisible();
  await page.clock.fastForward(3_600_000);
  await page.clock.runFor(1_000);
  await expect(page.getByText("This screen has no codes any more")).toBeVisible();
  await expect(code).toBeHidden();
});
