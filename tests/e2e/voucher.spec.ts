import { type Browser, expect, type Page, type Route } from "@playwright/test";
import { newVoucherCode, shownVoucherCode } from "#src/claims/vouchers/voucher-code.ts";
import type { ClaimedPrize } from "../support/vouchers.ts";
import { type ShownRaffle, shownRaffle } from "./drawn-raffle.ts";
import { ownAddress } from "./own-address.ts";
import { expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
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

const cheese = () => prizes[0]?.code ?? "";
const verdict = (page: Page) => page.getByRole("heading", { level: 1 });
const handOver = (page: Page) => page.getByRole("button", { name: "Hand the prize over" });

/** Opens the desk, as an organiser's browser has done before. */
async function openDesk(page: Page, { codeId, accessCode }: Pick<ShownRaffle, "codeId" | "accessCode"> = raffle) {
  await page.goto(`/draw-desk/${codeId}/${accessCode}`);
}

async function check(page: Page, code: string) {
  await page.getByLabel("Voucher code").fill(code);
  await page.getByRole("button", { name: "Check" }).click();
}

async function desk(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ extraHTTPHeaders: ownAddress() });
  await openDesk(page);
  return page;
}

test("a shop checks a voucher, hands the prize over once, and takes that back with a reason", async ({ page }) => {
  await openDesk(page);
  await page.getByRole("link", { name: "Check vouchers" }).click();
  await expect(verdict(page)).toHaveText("Check vouchers");
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await check(page, shownVoucherCode(cheese()).toLowerCase());
  await expect(verdict(page)).toHaveText("VALID");
  await expect(page.getByText("Jose Dizon")).toBeVisible();
  await expect(page.getByText("Queso de bola")).toBeVisible();
  // The answer and the form for the next voucher stand in one column.
  const edges = await page.locator(".voucher-facts, .voucher-check .form-section").evaluateAll((parts) =>
    parts.map((part) => {
      const { left, right } = part.getBoundingClientRect();
      return [left, right];
    }),
  );
  expect(edges).toEqual([edges[0], edges[0]]);
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await handOver(page).click();
  await expect(verdict(page)).toHaveText("HANDED OVER");
  await page.getByRole("link", { name: "Next" }).click();
  await check(page, `https://elsewhere.example/voucher/${cheese()}`);
  await expect(verdict(page)).toHaveText("USED");
  await expect(page.getByText(/Used on .+ by the organiser/)).toBeVisible();
  await expect(handOver(page)).toHaveCount(0);
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await page.getByText("It was not handed over?").click();
  await page.getByRole("button", { name: "Take it back" }).click();
  await expect(page.getByText("Please write the reason")).toBeInViewport();
  await page.getByLabel("Why is it taken back?").fill("Wrong box");
  await page.getByRole("button", { name: "Take it back" }).click();
  await expect(verdict(page)).toHaveText("VALID");
  await page.goto(`/raffle-changes/${raffle.codeId}/~`);
  await expect(page.getByText("Wrong box")).toBeVisible();
});

test("the QR code's address leads any phone through the codes of the raffle to its voucher @both", async ({ page }) => {
  await page.goto(`/voucher/${cheese()}`);
  await expect(page.getByText("Is this voucher yours?")).toBeVisible();
  await expect(page.getByText("Dizon")).toHaveCount(0);
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  const open = async (accessCode: string) => {
    await page.getByLabel("Raffle code").fill(raffle.codeId.toLowerCase());
    await page.getByLabel("Access code").fill(accessCode);
    await page.getByRole("button", { name: "Open" }).click();
  };
  await open(raffle.accessCode === "AAAA" ? "BBBB" : "AAAA");
  await expect(page.getByRole("alert").first()).toBeVisible();
  await open(raffle.accessCode.toLowerCase());
  await expect(verdict(page)).toHaveText("VALID");
  await expect(page.getByText("Jose Dizon")).toBeVisible();
  // A browser that keeps no cookies is told so, instead of being asked again without a word.
  await page.context().clearCookies();
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("keeps no cookies");
});

test("made-up codes and another raffle's voucher are none of ours, until its codes are given @long", async ({
  page,
  request,
}) => {
  const other = await shownRaffle(request);
  await other.lock();
  await other.draw();
  const [theirs] = await other.claim();
  await openDesk(page);
  const typed = newVoucherCode();
  await page.goto(`/voucher/${typed}`);
  await expect(verdict(page)).toHaveText("NOT OURS");
  await expect(page.getByLabel("Voucher code")).toHaveValue(typed);
  const madeUp = await page.locator(".voucher-words").textContent();
  await page.goto("/voucher");
  await check(page, theirs?.code ?? "");
  await expect(verdict(page)).toHaveText("NOT OURS");
  await expect(page.locator(".voucher-words")).toHaveText(madeUp ?? "");
  await expect(page.getByText("Dizon")).toHaveCount(0);
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await page.getByText("Is it from another raffle of yours?").click();
  await page.getByLabel("Raffle code").fill(other.codeId);
  await page.getByLabel("Access code").fill(other.accessCode);
  await page.getByRole("button", { name: "Open" }).click();
  await expect(verdict(page)).toHaveText("VALID");
  await other.close();
});

test("of two phones that hand the prize over at once, one does, and the other is told when it was", async ({
  page,
  browser,
}) => {
  const other = await desk(browser);
  await openDesk(page);
  for (const phone of [page, other]) await phone.goto(`/voucher/${cheese()}`);
  await Promise.all([page, other].map((phone) => handOver(phone).click()));
  await expect(verdict(page)).toHaveText(/^(HANDED OVER|USED)$/);
  await expect(verdict(other)).toHaveText(/^(HANDED OVER|USED)$/);
  const verdicts = [await verdict(page).textContent(), await verdict(other).textContent()];
  expect(verdicts.toSorted()).toEqual(["HANDED OVER", "USED"]);
  await other.close();
});

test("a lost answer leaves nothing valid on the screen, and the page finds out that it was handed over @javascript", async ({
  page,
}) => {
  await openDesk(page);
  await page.goto(`/voucher/${cheese()}`);
  await expect(verdict(page)).toHaveText("VALID");
  await page.context().setOffline(true);
  await check(page, prizes[1]?.code ?? "");
  await expect(page.getByText("We could not check, and nothing was saved.")).toBeVisible();
  await expect(page.getByText("VALID")).toHaveCount(0);
  await expect(page.getByText("Dizon")).toHaveCount(0);
  await expectAccessibleInBothSchemes(page);
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText("Maria Peña")).toBeVisible();
  // The site hands the prize over, and its answer is lost.
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route("**/voucher", lose, { times: 1 });
  await handOver(page).click();
  await expect(verdict(page)).toHaveText("HANDED OVER");
});

test("a keyboard goes from a typed code to the hand-over and on to the next voucher @javascript", async ({ page }) => {
  await openDesk(page);
  await page.goto("/voucher");
  await page.getByLabel("Voucher code").focus();
  await page.keyboard.type(cheese());
  await page.keyboard.press("Enter");
  await expect(verdict(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(handOver(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(verdict(page)).toHaveText("HANDED OVER");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Voucher code")).toBeFocused();
  await expect(verdict(page)).toHaveText("Check vouchers");
});
