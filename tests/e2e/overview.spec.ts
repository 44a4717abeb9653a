import { type APIRequestContext, expect } from "@playwright/test";
import { connectDatabase } from "#src/db/connect.ts";
import { entryBody, type TestRaffle } from "../support/api.ts";
import { openSiteDatabase } from "../support/site-database.ts";
import { expectAccessible, expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

const wrongFor = (accessCode: string) => (accessCode === "ZZZZ" ? "YYYY" : "ZZZZ");

/** A raffle with three entries, one of them VALID, all of them counted. */
async function createJoinedRaffle(request: APIRequestContext): Promise<TestRaffle> {
  const created = await createRaffle(request, { drawWeight: "drops", drawRequires: "none" });
  const raffle = await (await request.get(`/api/raffles/${created.codeId}`)).json();
  const rules = raffle.rules.map((rule: { id: string }) => rule.id);
  const wishes = [{ prizeId: raffle.prizes[1].id }];
  for (const data of [entryBody({ rules, wishes }), entryBody({ rules: rules.slice(1), wishes }), entryBody()]) {
    expect((await request.post(`/api/raffles/${raffle.codeId}/entries`, { data })).status()).toBe(201);
  }
  const headers = { authorization: `Basic ${btoa(`${raffle.codeId}:${created.accessCode}`)}` };
  // Counts follow the entries within moments.
  await expect
    .poll(async () => (await (await request.get(`/api/raffles/${raffle.id}/overview`, { headers })).json()).bySource)
    .toEqual([{ source: "Online", entries: 3 }]);
  return { ...raffle, accessCode: created.accessCode };
}

/** Counts two more entries, ten and twenty minutes ago. */
async function countEarlier(raffleId: string): Promise<void> {
  const { pool, close } = connectDatabase(await openSiteDatabase());
  for (const minutes of [10, 20]) {
    const key = new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 16);
    await pool.query("insert into entry_counts values ($1, 'minute', $2, 1)", [raffleId, key]);
  }
  await close();
}

test("an organiser sees a raffle's entries in numbers", async ({ page, request }) => {
  const { id, codeId, accessCode } = await createJoinedRaffle(request);
  await page.goto(`/draw-list/${codeId}/${accessCode}`);
  await page.getByRole("link", { name: "Today" }).click();
  await expect(page).toHaveTitle("OVERVIEW | Noche Buena Basket | Tambiolo");
  await expect(page.locator(".overview-total").first()).toContainText("Entries3Open until");
  await expect(page.locator(".overview-total-valid")).toContainText(
    "IN PLAY3No rule is needed to win33% have done every rule",
  );
  const row = (table: string, name: string) =>
    page.getByRole("region", { name: table, exact: true }).getByRole("row", { name });
  await expect(row("Where entries come from", "Online")).toContainText("3100%");
  await expect(row("Rules done", "Follow our page")).toContainText("133%");
  await expect(row("Rules done", "Share the post")).toContainText("267%");
  await expect(page.locator(".overview-total", { hasText: "Drops" })).toContainText("Drops7");
  await expect(row("Drops of an entry", "4 drops")).toContainText("133%");
  await expect(row("Most wished for", "Ham")).toContainText("267%");
  await expect(page.getByRole("region", { name: "Most wished for" }).locator("tbody tr").first()).toContainText("Ham");

  // One column shows no more than the total does.
  const overTime = page.getByRole("region", { name: "Entries over time", exact: true });
  await expect(overTime).toHaveCount(0);
  await countEarlier(id);
  // The site reads a raffle's numbers once a second.
  await expect(async () => {
    await page.reload();
    await expect(overTime).toBeVisible({ timeout: 1 });
  }).toPass();
  await expect(overTime.getByRole("img", { name: /^Columns: how many entries/ })).toBeVisible();
  await overTime.getByText("Show as table").click();
  await expect(overTime.getByRole("columnheader", { name: "From" })).toBeVisible();
  const counts = await overTime.locator("tbody td").allTextContents();
  expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(5);
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  // Where there is nothing live, a link brings the numbers up to date.
  if (test.info().project.use.javaScriptEnabled === false) {
    await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody() });
    await page.getByRole("link", { name: "Refresh" }).click();
    await expect(page.locator(".overview-total").first()).toContainText("Entries4");
  }
});

test("the numbers follow the entries @javascript", async ({ page, request }) => {
  const { codeId, accessCode, rules } = await createJoinedRaffle(request);
  await page.goto(`/draw-masterlist/${codeId}/${accessCode}`);
  await page.getByRole("link", { name: "Today" }).click();
  await expect(page.locator(".live-chip")).toHaveText("Live");
  const total = page.locator(".overview-total").first();
  await expect(total).toContainText("Entries3");
  await page.evaluate(() => document.body.setAttribute("data-same-page", ""));
  const data = entryBody({ rules: rules.map((rule) => rule.id) });
  await request.post(`/api/raffles/${codeId}/entries`, { data });
  await expect(total).toContainText("Entries4");
  await expect(page.locator(".overview-total-valid")).toContainText("IN PLAY4No rule is needed to win50%");
  await expect(page.locator("body")).toHaveAttribute("data-same-page", "");

  // A new access code ends it, here and everywhere.
  const headers = { authorization: `Basic ${btoa(`${codeId}:${accessCode}`)}` };
  await request.post(`/api/raffles/${codeId}/access-code`, { headers });
  await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody() });
  await expect(page.getByRole("alert")).toContainText("The access code was changed");
  await expect(total).toContainText("Entries4");
});

test("a lost connection is said, and made again @javascript", async ({ page, context, request }) => {
  const { codeId, accessCode } = await createJoinedRaffle(request);
  const events = `**/api/raffles/${codeId}/overview/events`;
  await context.route(events, (route) => route.fulfill({ status: 503 }));
  await page.goto(`/overview/${codeId}/${accessCode}`);
  await expect(page.locator(".live-chip")).toHaveText("Connection lost, trying again");
  await expect(page.getByRole("link", { name: "Refresh" })).toBeVisible();
  await expectAccessible(page);
  await context.unroute(events);
  await expect(page.locator(".live-chip")).toHaveText("Live");
});

test("a raffle without entries says so, and how to get some @read-only", async ({ page, request }) => {
  const created = await createRaffle(request, { rules: [] });
  await page.goto(`/overview/${created.codeId}/${created.accessCode}`);
  await expect(page.getByText("No entries yet.")).toBeVisible();
  await expect(page.getByText("This raffle has no rules.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Poster to print" })).toHaveAttribute(
    "href",
    `/poster/${created.codeId}`,
  );
  await expectAccessible(page);
  await expectFits(page);
});

test("without the right code nothing is shown, and the admin list leads there with it", async ({ page, request }) => {
  const name = `Counted ${Date.now()}`;
  const created = await createRaffle(request, { name });
  const { codeId, accessCode } = created;
  expect((await page.goto(`/overview/${codeId}/${wrongFor(accessCode)}`))?.status()).toBe(403);
  await expect(page.getByText("Access code mismatch.")).toBeVisible();
  expect((await page.goto(`/overview/${codeId}`))?.status()).toBe(404);
  expect((await page.goto(`/overview/NOSUCHRA/${accessCode}`))?.status()).toBe(404);

  await page.goto(`/admin-raffle-list?q=${codeId}`);
  const button = page.getByRole("button", { name: `Overview ${name}` });
  await expect(button).toBeDisabled();
  await page.getByLabel(`Access Code ${name}`).fill(accessCode);
  if (test.info().project.use.javaScriptEnabled === false)
    await page.getByRole("button", { name: `Check code ${name}` }).click();
  await button.click();
  await expect(page).toHaveURL(`/overview/${codeId}/~`);
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
});

test("times are moved on the page “Today”, by arrow keys or in their fields @both", async ({ page, request }) => {
  const dates = { dueDate: "2031-11-25T18:00", drawDate: "2031-11-25T21:00", checkMinutes: 120, leadMinutes: 60 };
  const { codeId, accessCode } = await createRaffle(request, dates);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/overview/${codeId}/${accessCode}`);
  const points = page.locator(".evening > li");
  await expect(points.first()).toContainText("6 PM");
  await page.getByText("Change the times", { exact: true }).click();
  if (test.info().project.use.javaScriptEnabled === false) {
    await page.getByLabel("Closes", { exact: true }).fill("2031-11-25T18:30");
  } else {
    await page.locator("html[data-started]").waitFor();
    await page.getByRole("slider", { name: "Move: Closes" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(page.getByLabel("Closes", { exact: true })).toHaveValue("2031-11-25T18:30");
    await expect(
      page.getByRole("status").filter({ hasText: /^Closes .* 6:30 PM, list public .* 8:30 PM, draw .* 9:30 PM/ }),
    ).toBeVisible();
  }
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await page.getByRole("button", { name: "Save the times" }).click();
  await expect(page.getByText(/The draw was too early for them: it is at .+ now\./)).toBeVisible();
  await expect(points.first()).toContainText("6:30 PM");
  await expect(points.nth(3)).toContainText("9:30 PM");
  await page.getByRole("link", { name: "Add a slip" }).click();
  await expect(page).toHaveURL(`/add-entry/${codeId}/~`);
});
