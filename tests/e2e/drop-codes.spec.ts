import { expect } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import { ownAddress } from "./own-address.ts";
import { expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

test("a shop prints codes, a customer's counts once, and those of a stopped batch no more", async ({
  page,
  request,
}) => {
  const rules = [{ details: "Buy for ₱500", drops: 2, proof: "code", maxTimes: 3 }];
  const { codeId, accessCode } = await createRaffle(request, { drawRequires: "none", drawWeight: "drops", rules });
  await page.goto(`/codes/${codeId}/${accessCode}`);
  await page.locator("[name=name]").fill("Till rolls");
  await page.locator("[name=codes]").fill("3");
  await page.getByRole("button", { name: "Make the batch" }).click();
  await expect(page.getByText("Batch “Till rolls” is made.")).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await page.getByRole("link", { name: /^Print 3 with QR/ }).click();
  await expect(page).toHaveURL(new RegExp(`/code-sheet/${codeId}/`));
  await expectAccessibleInBothSchemes(page);
  const slips = page.locator(".code-sheet b");
  await expect(slips).toHaveCount(3);
  const [first = "", second = ""] = await slips.allTextContents();

  const entered = await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody(), headers: ownAddress() });
  const { entryCode } = (await entered.json()) as { entryCode: string };
  const redeem = async (code: string) => {
    await page.goto(`/code/${codeId}/${code}`);
    await page.locator("[name=entryCode]").fill(entryCode);
    await page.getByRole("button", { name: "Count this code" }).click();
  };
  await redeem(first);
  await expect(page.getByText("Counted: +2 drops.")).toBeVisible();
  await redeem(first);
  await expect(page.getByText("Counted: +2 drops.")).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await page.goto(`/raffle-entry/${codeId}/${entryCode}`);
  await expect(page.getByText(/2 drops for “Buy for ₱500”/)).toHaveCount(1);

  await page.goto(`/codes/${codeId}/~`);
  await page.locator("summary", { hasText: "Stop" }).click();
  await page.getByRole("button", { name: /^Yes, stop/ }).click();
  await expect(page.getByText("Batch “Till rolls” is stopped. What was redeemed stays.")).toBeVisible();
  await redeem(second);
  await expect(page.getByText(/The shop has stopped this code/).first()).toBeVisible();
});
