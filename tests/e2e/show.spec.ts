import { type Browser, expect, type Page } from "@playwright/test";
import { type ShownRaffle, shownRaffle } from "./drawn-raffle.ts";
import { expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
import { test } from "./test.ts";

let raffle: ShownRaffle;

test.beforeEach(async ({ request }) => {
  raffle = await shownRaffle(request);
});

test.afterEach(() => raffle.close());

const kind = (page: Page) => page.locator("[data-show]");
const cards = (page: Page) => page.locator(".show-words .show-card");
const said = (page: Page) => page.getByRole("status");

async function openShow(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`/raffle/${raffle.codeId}/live`);
  return page;
}

test("two browsers follow a show from the first countdown to its end @javascript", async ({ page, browser }) => {
  const other = await openShow(browser);
  await page.goto(`/raffle/${raffle.codeId}/live`);
  const both = async (name: string) => {
    for (const one of [page, other]) await expect(kind(one)).toHaveAttribute("data-kind", name);
  };
  await both("open");
  await expect(page.getByRole("timer")).toHaveText(/^6 d \d\d:\d\d:\d\d$/);
  await raffle.lock();
  await both("locked");
  await expect(page.getByText("The list is locked. Tickets in the draw: 3")).toBeVisible();
  // The stage fills the screen that people look at together.
  expect((await kind(page).boundingBox())?.height).toBeGreaterThanOrEqual(page.viewportSize()?.height ?? Infinity);
  await raffle.draw();
  await both("ready");
  await raffle.moveTo(1);
  await both("turning");
  await expect(said(other)).toContainText("Prize 1 of 2 Queso de bola");
  await expect(page.getByRole("heading", { name: "Queso de bola" })).toBeVisible();
  await expect(page.getByText("Jose D.")).toHaveCount(0);
  await raffle.moveTo(2);
  await both("shown");
  for (const one of [page, other]) await expect(cards(one)).toHaveText(["#2 Jose D."]);
  await expect(said(page)).toContainText("#2 Jose D.");
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);

  await raffle.moveTo(4);
  await expect(cards(other)).toHaveText(["#1 Maria P.", "#3 Ana C."]);
  await expect(said(other)).not.toContainText("Jose");
  await page.reload();
  await expect(cards(page)).toHaveText(["#1 Maria P.", "#3 Ana C."]);
  await expect(said(page)).toBeEmpty();
  await expect(page.getByRole("link", { name: "Keep a souvenir" })).toBeHidden();
  await raffle.moveTo(5);
  await both("over");
  const souvenir = page.getByRole("link", { name: "Keep a souvenir" });
  await expect(souvenir).toHaveAttribute("href", `/raffle/${raffle.codeId}/draw#souvenir`);
  await expect(page.locator(".show-prize")).toHaveText([/Queso de bola.*Jose D\./, /Ham.*Maria P\..*Ana C\./]);
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await page.getByRole("link", { name: "Check it yourself" }).click();
  await expect(page.getByRole("heading", { name: "The winners" })).toBeVisible();
  await other.close();
});

test("a show goes on after its connection was lost @javascript", async ({ page, context }) => {
  await raffle.lock();
  await raffle.draw();
  await page.goto(`/raffle/${raffle.codeId}/live`);
  await expect(kind(page)).toHaveAttribute("data-kind", "ready");
  await context.setOffline(true);
  await raffle.moveTo(2);
  await context.setOffline(false);
  await expect(cards(page)).toHaveText(["#2 Jose D."]);
});

test("a page that finds no seat asks instead @javascript", async ({ page }) => {
  await page.clock.install();
  await raffle.lock();
  await raffle.draw();
  await page.route("**/show/events", (route) => route.fulfill({ status: 503 }));
  await page.goto(`/raffle/${raffle.codeId}/live`);
  await raffle.moveTo(1);
  await page.clock.runFor(16_000);
  await expect(kind(page)).toHaveAttribute("data-kind", "turning");
});

test("nothing turns and no confetti flies for who wants no motion, and all does for others @javascript @long", async ({
  page,
}) => {
  await raffle.lock();
  await raffle.draw();
  await raffle.moveTo(1);
  const turning = () =>
    page
      .locator(".drum-turns")
      .evaluate((drum) => drum.getAnimations().some(({ playState }) => playState === "running"));
  await page.goto(`/raffle/${raffle.codeId}/live`);
  expect(await turning()).toBe(false);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await turning()).toBe(true);
  await raffle.moveTo(2);
  await expect(page.locator(".show-flag")).not.toHaveCount(0);
  await expect(page.locator(".show-flag")).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await raffle.moveTo(4);
  await expect(cards(page)).toHaveCount(2);
  await expect(page.locator(".show-flag")).toHaveCount(0);
});

test("the page of the draw folds away what a show has not come to yet", async ({ page }) => {
  await raffle.lock();
  await raffle.draw();
  const later = page.getByText("Maria P.");
  // The page of a draw may be a second old.
  const isShownAnew = async () => {
    await page.reload();
    return later.isVisible();
  };
  await page.goto(`/raffle/${raffle.codeId}/draw`);
  await expect(later).toBeVisible();
  await raffle.moveTo(2);
  await expect.poll(isShownAnew).toBe(false);
  await expect(page.getByText("Jose D.")).toBeVisible();
  await page.getByText("Show all winners now").click();
  await expect(later).toBeVisible();
  await raffle.moveTo(5);
  await expect.poll(isShownAnew).toBe(true);
});

test("without scripts the page shows the same, and loads itself anew @both", async ({ page, javaScriptEnabled }) => {
  await page.goto(`/raffle/${raffle.codeId}/live`);
  const clock = javaScriptEnabled ? /^Entries close:\s\d d/ : /^Entries close:\s\w+ \d\d, \d{4}, \d+:\d\d [AP]M/;
  await expect(page.locator(".show-until")).toHaveText(clock, { useInnerText: true });
  await raffle.lock();
  await raffle.draw();
  await raffle.moveTo(2);
  await page.goto(`/raffle/${raffle.codeId}/live`);
  await expect(cards(page)).toHaveText(["#2 Jose D."]);
  await expect(page.locator('meta[http-equiv="refresh"]')).toHaveCount(javaScriptEnabled ? 0 : 1);
});

test("a practice goes through a whole show, says what it is, and stores nothing @javascript", async ({ page }) => {
  await page.goto(`/practice-draw/${raffle.codeId}/${raffle.accessCode}`);
  await expect(page.getByText("PRACTICE: nothing of this counts")).toBeVisible();
  const seen: (string | null)[] = [];
  for (let step = 0; step < 6; step += 1) {
    seen.push(await kind(page).getAttribute("data-kind"));
    await page.getByRole("button", { name: "Next" }).click();
  }
  expect(seen).toEqual(["ready", "turning", "shown", "turning", "shown", "over"]);
  await expect(kind(page)).toHaveAttribute("data-kind", "ready");
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await page.goto(`/raffle/${raffle.codeId}/live`);
  await expect(kind(page)).toHaveAttribute("data-kind", "open");
});
