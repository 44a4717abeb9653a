import { expect } from "@playwright/test";
import { shownRaffle } from "./drawn-raffle.ts";
import { giveFiles, rightFiles } from "./right-draw.ts";
import { test } from "./test.ts";
import { startWalk } from "./walk.ts";
import { winPrize } from "./won-prize.ts";

/**
 * What the moments of an entrant cost on a small phone, from the link of a mail on: to see that it was fair, and to
 * win. To join is among the tasks of five-tasks.spec.ts. docs/experience.md has the figures: change both together.
 */

test.use({ viewport: { width: 360, height: 640 } });

test("checked: the answer is there at once, and one press says that the list is the one of the mail @javascript", async ({
  page,
  request,
}) => {
  const files = await rightFiles();
  const raffle = await shownRaffle(request);
  await raffle.lock();
  await raffle.draw(files.winners);
  await raffle.close();
  await giveFiles(page, files);
  await page.goto("/");
  const { cost, follow, read, press } = startWalk(page);
  await follow(`/raffle/${raffle.codeId}/draw`);
  const glance = page.locator("[data-glance]");
  await expect(glance).toHaveText("Was it fair? This device drew again: the same winners");
  await read(glance);
  await read(page.getByRole("heading", { name: "Queso de bola" }));
  expect(cost).toEqual({ presses: 1, fields: 0, screens: 2, swipes: 0 });
  await press(page.getByRole("button", { name: "The same, and I had them before the draw" }));
  expect(cost).toEqual({ presses: 2, fields: 0, screens: 2, swipes: expect.any(Number) });
});

test("won: from the mail to the voucher @javascript", async ({ page, request }) => {
  const won = await winPrize(request);
  await won.close();
  await page.goto("/");
  const { cost, follow, read, type, press } = startWalk(page);
  await follow(`/claim/${won.codeId}/${won.entryCode}`);
  await type(page.getByLabel("Your phone number or email"), won.email);
  await press(page.getByRole("button", { name: "Show my details" }));
  await read(page.getByRole("heading", { name: "You won, Maria!" }));
  await press(page.getByRole("link", { name: "I pick it up" }));
  await press(page.getByRole("button", { name: "Claim Ham" }));
  await read(page.getByText("Thank you. The shop sees it now."));
  await press(page.getByRole("link", { name: "Open your voucher" }));
  await page.waitForURL("**/voucher/*");
  expect(cost).toEqual({ presses: 5, fields: 1, screens: 3, swipes: expect.any(Number) });
});
