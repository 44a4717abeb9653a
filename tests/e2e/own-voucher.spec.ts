import { expect, type Page } from "@playwright/test";
import type { ClaimedPrize } from "../support/vouchers.ts";
import { type ShownRaffle, shownRaffle } from "./drawn-raffle.ts";
import { ownAddress } from "./own-address.ts";
import { expectAccessibleInBothSchemes, expectFits, standsOnScreen } from "./page-checks.ts";
import { test } from "./test.ts";

let raffle: ShownRaffle;
let prizes: ClaimedPrize[];

test.beforeEach(async ({ request }) => {
  raffle = await shownRaffle(request);
  await raffle.lock();
  await raffle.draw();
  prizes = await raffle.claim();
});

test.afterEach(() => raffle.close());

const pathOf = ({ entryCode, claimId }: ClaimedPrize) => `/claim/${raffle.codeId}/${entryCode}/voucher/${claimId}`;

async function openOwn(page: Page, prize: ClaimedPrize): Promise<void> {
  await page.goto(pathOf(prize));
  await page.getByLabel(/phone number or email/i).fill(prize.email);
  await page.getByRole("main").getByRole("button").first().click();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
}

test("a winner proves who they are, and has a ticket to show, to print and to keep", async ({ page }) => {
  const [cheese, ham] = prizes;
  if (!cheese || !ham) throw new Error("Nobody won.");
  await page.goto(pathOf(cheese));
  await expect(page.getByText("Dizon")).toHaveCount(0);
  await expectAccessibleInBothSchemes(page);
  expect((await page.request.get(`${pathOf(cheese)}/wallet.png`)).status()).toBe(403);
  await openOwn(page, cheese);
  await expect(page.getByText("Jose Dizon")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Queso de bola" })).toBeVisible();
  const typed = page.getByText(`${cheese.code.slice(0, 5)}-${cheese.code.slice(5)}`);
  await expect(typed).toBeVisible();
  const screen = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 568 });
  expect(await standsOnScreen(typed)).toBe(true);
  if (screen) await page.setViewportSize(screen);
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  const picture = await page.request.get(`${pathOf(cheese)}/wallet.png`);
  expect(picture.status()).toBe(200);
  expect(picture.headers()).toMatchObject({ "content-type": "image/png", "cache-control": "no-store" });
  const bytes = await picture.body();
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1080, 1620]);
  // Somebody else's voucher is no voucher of this entry.
  const wrong = `/claim/${raffle.codeId}/${cheese.entryCode}/voucher/${ham.claimId}`;
  expect((await page.goto(wrong))?.status()).toBe(404);
  expect((await page.request.get(`${wrong}/wallet.png`)).status()).toBe(404);
  await expect(page.getByRole("heading", { name: "There is no such voucher" })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await page.getByLabel("Code of another entry").fill(ham.entryCode);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("heading", { name: "Maria P." })).toBeVisible();
  await page.goto(wrong);
  await page.getByRole("link", { name: "To your prizes" }).click();
  await expect(page.getByRole("link", { name: "Open your voucher" })).toBeVisible();
});

test("a voucher is printed on one sheet, A4 or Letter @javascript", async ({ page }) => {
  const [cheese] = prizes;
  if (!cheese) throw new Error("Nobody won.");
  await openOwn(page, cheese);
  for (const format of ["A4", "Letter"] as const) {
    const pdf = (await page.pdf({ format })).toString("latin1");
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  }
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: "Queso de bola" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Save as a picture" })).toBeHidden();
});

test("a voucher that was used says when, and has no code for cameras any more", async ({ page, browser }) => {
  const [cheese] = prizes;
  if (!cheese) throw new Error("Nobody won.");
  await openOwn(page, cheese);
  const shop = await browser.newPage({ extraHTTPHeaders: ownAddress() });
  await shop.goto(`/draw-desk/${raffle.codeId}/${raffle.accessCode}`);
  await shop.goto(`/voucher/${cheese.code}`);
  await shop.getByRole("button", { name: "Hand the prize over" }).click();
  await expect(shop.getByRole("heading", { name: "HANDED OVER" })).toBeVisible();
  await shop.close();
  await page.reload();
  await expect(page.getByText(/This prize was handed over on .+ at/)).toBeVisible();
  await expect(page.getByText("Show it in the shop")).toHaveCount(0);
  await expect(page.locator("[data-print]")).toHaveCount(0);
  await expect(page.getByRole("img", { name: /QR code/ })).toHaveCount(0);
});
