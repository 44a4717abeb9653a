import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { asOrganiser, entryBody } from "../support/api.ts";
import { ownAddress } from "./own-address.ts";
import { expectAccessibleInBothSchemes, expectFits, standsOnScreen } from "./page-checks.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";
import { startWalk } from "./walk.ts";

test.use({ viewport: { width: 390, height: 844 } });

/** Names that no other of them is like. */
const NAMES =
  "Abad Bello Cruz Dizon Enriquez Flores Garcia Hizon Ilagan Javier Katigbak Lopez Mendoza Navarro Ocampo Perez Quiambao Reyes Santos Tolentino".split(
    " ",
  );

/** A closed raffle that somebody can check for an hour, in which so many people entered twice. */
async function closedWithPairs(request: APIRequestContext, groups: number) {
  const raffle = await createRaffle(request, { rules: [], drawRequires: "none" });
  for (const [group, lastName] of NAMES.slice(0, groups).entries()) {
    for (const [which, firstName] of ["Ana", "ÁNA"].entries()) {
      // Numbers that follow each other would be a slip apart.
      const phone = `0917${String(((2 * group + which + 1) * 1_234_577) % 10_000_000).padStart(7, "0")}`;
      const person = { firstName, lastName, phone, address: `${group + 1} Mabini St, Jaro` };
      const sent = { data: entryBody(person), headers: ownAddress() };
      expect((await request.post(`/api/raffles/${raffle.codeId}/entries`, sent)).status()).toBe(201);
    }
  }
  const [dueDate, drawDate] = [Date.now() - 1000, Date.now() + 7_200_000].map((at) => new Date(at).toISOString());
  const headers = asOrganiser(raffle.codeId, raffle.accessCode);
  const data = { version: 1, checkMinutes: 60, dueDate, drawDate };
  expect((await request.patch(`/api/raffles/${raffle.codeId}`, { headers, data })).status()).toBe(200);
  return raffle;
}

/** Opens the desk once the look-alikes are found, which happens in the background. */
async function openToday(
  page: Page,
  { codeId, accessCode }: Awaited<ReturnType<typeof closedWithPairs>>,
  step: string,
) {
  await expect(async () => {
    await page.goto(`/overview/${codeId}/${accessCode}`);
    await expect(page.getByRole("link", { name: step })).toBeVisible({ timeout: 1000 });
  }).toPass();
}

test("an organiser decides twenty look-alikes with one press each, locks, and has it on a sheet @long", async ({
  page,
  request,
}) => {
  const raffle = await closedWithPairs(request, 20);
  await openToday(page, raffle, "Check 20 look-alikes");
  const walk = startWalk(page);
  await walk.press(page.getByRole("link", { name: "Check 20 look-alikes" }));
  for (let group = 1; group <= 20; group += 1) {
    await expect(page.getByText(`Group ${group} of 20`)).toBeVisible();
    const button = page.getByRole("button", { name: group % 4 === 0 ? "Two people" : "One person", exact: true });
    expect(await standsOnScreen(button)).toBe(true);
    await walk.press(button);
  }
  await expect(page.getByText("The look-alikes are decided: 20 groups.")).toBeVisible();
  await walk.press(page.getByRole("button", { name: "Checked: on to the draw" }));
  await walk.press(page.getByRole("button", { name: "Lock the list now" }));
  await walk.press(page.getByRole("button", { name: "Yes, lock it for ever" }));
  await expect(page.getByText("The list is locked.").first()).toBeVisible();
  expect(walk.cost).toMatchObject({ presses: 24, fields: 0 });

  await page.goto(`/raffle/${raffle.codeId}/draw`);
  await page.getByRole("link", { name: "This list was checked" }).click();
  await expect(page.getByRole("heading", { name: "This list was checked" })).toBeVisible();
  const sheet = page.getByRole("article");
  for (const fact of [
    "40 entries",
    "20 groups of entries",
    "15 groups of entries",
    "5 groups of entries",
    "40 tickets",
  ])
    await expect(sheet.getByText(fact, { exact: true })).toBeVisible();
  await expect(sheet).not.toContainText("Tolentino");
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
});

test("a decision is taken back, and what is left for later comes last", async ({ page, request }) => {
  const raffle = await closedWithPairs(request, 2);
  await openToday(page, raffle, "Check 2 look-alikes");
  await page.getByRole("link", { name: "Check 2 look-alikes" }).click();
  const first = page.getByText("1 Mabini St, Jaro").first();
  await expect(first).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  // The younger one stays this time.
  await page.getByRole("radio").last().check();
  await page.getByRole("button", { name: "One person", exact: true }).click();
  await expect(page.getByText("One person: one entry of Ana Abad is not in play.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("That decision is taken back.")).toBeVisible();
  await expect(first).toBeVisible();
  await page.getByRole("button", { name: "Later" }).click();
  await expect(page.getByText("2 Mabini St, Jaro").first()).toBeVisible();
  await page.getByRole("button", { name: "Two people" }).click();
  await page.getByRole("link", { name: "Look at those left for later" }).click();
  await expect(first).toBeVisible();
  await page.goto(`/overview/${raffle.codeId}/~`);
  await page.getByRole("link", { name: "Check 1 look-alike" }).click();
  await page.getByRole("link", { name: "Look at those left for later" }).click();
  await page.getByRole("button", { name: "Two people" }).click();
  await expect(page.getByRole("button", { name: "Checked: on to the draw" })).toBeVisible();
});

test("a swipe or an arrow key does what a button does @javascript @long", async ({ page, request }) => {
  const raffle = await closedWithPairs(request, 2);
  await openToday(page, raffle, "Check 2 look-alikes");
  await page.getByRole("link", { name: "Check 2 look-alikes" }).click();
  const swipe = (across: number) =>
    page
      .locator(".pair-entry")
      .first()
      .evaluate((entry, by) => {
        const touch = (clientX: number) => new Touch({ identifier: 1, target: entry, clientX, clientY: 300 });
        const at = { bubbles: true, changedTouches: [touch(200 + by)] };
        entry.dispatchEvent(new TouchEvent("touchstart", { bubbles: true, touches: [touch(200)] }));
        entry.dispatchEvent(new TouchEvent("touchend", at));
      }, across);
  await swipe(20);
  await swipe(-150);
  await expect(page.getByText("Two people: both stay in play.")).toBeVisible();
  await page.getByRole("button", { name: "Later" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("One person: one entry of ÁNA Bello is not in play.")).toBeVisible();
});
