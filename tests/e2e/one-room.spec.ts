import { expect } from "@playwright/test";
import { expectAccessible, expectFits, standsOnScreen } from "./page-checks.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

test("the desk is one room: its two codes are typed once, and then every tab opens", async ({ page, request }) => {
  const name = `One room ${Date.now()}`;
  const { codeId, accessCode } = await createRaffle(request, { name, status: "Unpublished" });
  await page.goto("/admin-raffle-list");
  await expect(page.getByRole("heading", { level: 1, name: "Your raffles" })).toBeVisible();
  await page.getByLabel("Raffle code", { exact: true }).fill(codeId.toLowerCase());
  await page.getByLabel("Access Code", { exact: true }).fill(accessCode.toLowerCase());
  await page.getByRole("button", { name: "Open the desk", exact: true }).click();
  await expect(page).toHaveURL(`/overview/${codeId}/~`);

  const tabs = page.getByRole("navigation", { name: "This raffle’s desk", exact: true });
  for (const tab of ["Entries", "Prizes", "Share", "Draw", "Winners", "Log", "Today"]) {
    // The first: a tab's screen may have its name.
    const link = tabs.getByRole("link", { name: tab, exact: true }).first();
    await link.click();
    await expect(link).toHaveAttribute("aria-current", "page");
    await expect(page).toHaveURL(new RegExp(`/${codeId}/~$`));
  }

  // Whoever comes back finds the raffle, and is asked for nothing.
  await page.goto("/admin-raffle-list");
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole("link", { name: `Open the desk ${name}`, exact: true }).click();
  await expect(page).toHaveURL(`/overview/${codeId}/~`);
});

test("on a phone the desk has one line of head and a bar at the thumb, which hides nothing", async ({
  page,
  request,
}) => {
  const other = await createRaffle(request, { name: `Another room ${Date.now()}` });
  await page.goto(`/overview/${other.codeId}/${other.accessCode}`);
  const { codeId, accessCode } = await createRaffle(request, { name: "A raffle with a name that would take two rows" });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/overview/${codeId}/${accessCode}`);
  await page.goto(`/draw-list/${codeId}/~`);
  const head = page.locator(".desk-head");
  expect((await head.boundingBox())?.height).toBeLessThan(56);
  const bar = page.getByRole("navigation", { name: "This raffle’s desk", exact: true });
  const targets = bar.locator("li > a:visible, summary");
  await expect(targets).toHaveText(["Today", "Entries", "Draw", "More"]);
  for (const target of await targets.all()) {
    expect(await standsOnScreen(target)).toBe(true);
    expect((await target.boundingBox())?.width).toBeGreaterThan(70);
  }

  // All else is below "More", which the keyboard opens too.
  await bar.getByText("More", { exact: true }).focus();
  await page.keyboard.press("Enter");
  await expectAccessible(page);
  await expectFits(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await bar.getByRole("link", { name: "Add a paper entry" }).click();
  await expect(page).toHaveURL(`/add-entry/${codeId}/~`);
  await expect(bar.locator("[data-current] > summary")).toHaveCount(0);
  await expect(bar.getByRole("link", { name: "Entries", exact: true })).toHaveAttribute("aria-current", "true");

  // What is last on the page is not behind the bar, and what takes the focus neither.
  const last = page.getByRole("contentinfo").getByRole("link").last();
  await last.focus();
  expect(await standsOnScreen(last)).toBe(true);
  await page.emulateMedia({ media: "print" });
  await expect(bar).toBeHidden();
  await page.emulateMedia({ media: "screen" });

  await head.locator("summary").first().click();
  await head.getByRole("link", { name: /^Another room/ }).click();
  await expect(page).toHaveURL(`/overview/${other.codeId}/~`);
});
