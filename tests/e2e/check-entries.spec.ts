import { expect } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import { expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

test("an organiser finds two entries of one person, and takes one out of play and back", async ({ page, request }) => {
  const { codeId, accessCode } = await createRaffle(request);
  const same = { firstName: "Ana", lastName: "Zamora", address: "1 Mabini St" };
  const enter = async (changes: Record<string, unknown>) =>
    (await (await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody(changes) })).json()).entryCode;
  const first = await enter(same);
  await enter({ ...same, firstName: "ÁNA", email: "ana.zamora@mailinator.com" });

  await page.goto(`/draw-list/${codeId}/${accessCode}`);
  const toCheck = page.getByRole("link", { name: "Check Entries" });
  await expect(async () => {
    await page.goto(`/check-entries/${codeId}/${accessCode}?all`);
    await expect(page.getByText("1 entry at mailinator.com")).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.goto(`/draw-list/${codeId}/${accessCode}`);
  await toCheck.click();
  await page.getByRole("link", { name: "All that you should look at" }).click();
  await expect(page.getByText("0 in play · 2 not in play (2 with rules missing)")).toBeVisible();
  const entry = page
    .getByRole("region", { name: "Perhaps one person" })
    .getByRole("listitem")
    .filter({ hasText: first });
  await entry.getByText("Disqualify", { exact: false }).first().click();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await entry.getByLabel("Reason, which the entrant reads").fill("Entered twice");
  await entry.getByRole("button", { name: "Disqualify" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Ana Zamora is not in play" })).toBeVisible();
  await expect(entry).toContainText("Out: Entered twice, on ");

  await entry.getByText("Put back into play").first().click();
  await entry.getByLabel("Reason, which the changes show").fill("Mother and daughter");
  await entry.getByRole("button", { name: "Put back into play" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Ana Zamora is in play again" })).toBeVisible();
  await expect(page.getByText("0 in play · 2 not in play (2 with rules missing)")).toBeVisible();
});
