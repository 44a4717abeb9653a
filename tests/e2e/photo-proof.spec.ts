import { expect } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import { ownAddress } from "./own-address.ts";
import { expectAccessibleInBothSchemes, expectFits, standsOnScreen } from "./page-checks.ts";
import { receipt } from "./receipt.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

test("a photo waits for the shop, is refused with two taps and accepted with one", async ({ page, request }) => {
  const rules = [{ details: "Buy for ₱500", drops: 2, proof: "photo", maxTimes: 2 }];
  const { codeId, accessCode } = await createRaffle(request, { drawRequires: "none", drawWeight: "drops", rules });
  const entered = await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody(), headers: ownAddress() });
  const { entryCode } = (await entered.json()) as { entryCode: string };
  const entry = `/raffle-entry/${codeId}/${entryCode}`;
  async function send(width: number) {
    await page.goto(entry);
    await page.getByRole("link", { name: "Send the photo" }).click();
    await expect(page).toHaveURL(`/photo-proof/${codeId}/${entryCode}`);
    await page.locator("[name=photo]").setInputFiles(await receipt(width));
    await page.locator("[name=number]").fill("OR 00-123");
    await page.getByRole("button", { name: "Send the photo" }).click();
    await expect(page.getByText("Your photo is sent.")).toBeVisible();
  }
  await page.goto(`/photo-proof/${codeId}/${entryCode}`);
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await page.getByRole("button", { name: "Send the photo" }).click();
  await expect(page.getByText("Please choose a photo.").first()).toBeVisible();
  await send(200);
  await page.goto(entry);
  await expect(page.getByText("Buy for ₱500: Your photo waits for the shop.")).toBeVisible();

  await page.goto(`/overview/${codeId}/${accessCode}`);
  await page.getByRole("link", { name: "1 photo waits for you" }).click();
  await expect(page.getByText("Number: OR 00-123")).toBeVisible();
  await expect(page.locator(".photo-zoom img")).toHaveJSProperty("complete", true);
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  const refuse = page.locator("summary", { hasText: "Refuse" });
  const shown = page.viewportSize();
  for (const [width, height] of [
    [360, 640],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.reload();
    for (const part of [page.locator(".photo-zoom"), page.getByRole("button", { name: "Accept: 2 drops" }), refuse]) {
      expect(await standsOnScreen(part), `${width}x${height}`).toBe(true);
    }
  }
  if (shown) await page.setViewportSize(shown);
  await refuse.click();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("button", { name: "It cannot be read" }).click();
  await expect(page.getByText("Refused.")).toBeVisible();
  await expect(page.getByText("No photo waits.")).toBeVisible();

  await send(400);
  // One that is gone with its entry leads on to those that wait.
  await page.goto(`/photos/${codeId}/~?photo=00000000-0000-4000-8000-000000000000`);
  await page.getByRole("link", { name: "To the photos that wait" }).click();
  await expect(page.getByRole("link", { name: `The same number: ${entryCode}, refused` })).toBeVisible();
  await page.getByRole("button", { name: "Accept: 2 drops" }).click();
  await expect(page.getByText("Accepted.")).toBeVisible();
  await page.goto(entry);
  await expect(page.getByText(/2 drops for “Buy for ₱500”/)).toHaveCount(1);
  await page.goto(`/photo-proof/${codeId}/${entryCode}`);
  await expect(page.getByText("1 photo was accepted. You can send another one.")).toBeVisible();
});
