import { expect, type Page } from "@playwright/test";
import { PROTOCOL_2 } from "#src/draws/protocol/plan.ts";
import { asOrganiser, entryBody } from "../support/api.ts";
import { lockUnder } from "../support/lock-under.ts";
import { shownRaffle } from "./drawn-raffle.ts";
import { openStarted } from "./started-page.ts";
import { drawTest, test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";
import { winPrize } from "./won-prize.ts";

/** The site gets each form and answers it, but no answer arrives. Nothing else is lost. */
async function loseAnswers(page: Page): Promise<() => Promise<void>> {
  const lose = async (route: Parameters<Parameters<Page["route"]>[1]>[0]) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch({ maxRedirects: 0 });
    await route.abort();
  };
  await page.route("**/*", lose);
  return () => page.unroute("**/*", lose);
}

const yes = (page: Page, name: string) => page.getByRole("button", { name });

async function closedRaffle(page: Page) {
  const raffle = await createRaffle(page.request, { drawRequires: "none" });
  expect((await page.request.post(`/api/raffles/${raffle.codeId}/entries`, { data: entryBody() })).status()).toBe(201);
  const closed = await page.request.patch(`/api/raffles/${raffle.codeId}`, {
    headers: asOrganiser(raffle.codeId, raffle.accessCode),
    data: { version: 1, dueDate: new Date(Date.now() - 1000).toISOString() },
  });
  expect(closed.status()).toBe(200);
  return raffle;
}

async function askToLock(page: Page): Promise<void> {
  const { codeId, accessCode } = await closedRaffle(page);
  await page.goto(`/draw-desk/${codeId}/${accessCode}`);
  await yes(page, "Lock the list now").click();
}

async function askToDelete(page: Page) {
  const { codeId, accessCode } = await createRaffle(page.request);
  const joined = await page.request.post(`/api/raffles/${codeId}/entries`, { data: entryBody() });
  const { entryCode } = (await joined.json()) as { entryCode: string };
  await openStarted(page, `/draw-list/${codeId}/${accessCode}`);
  await page.locator(".entry-list summary").click();
  await yes(page, "Delete").click();
  // The question comes from the site too: only what follows it is to be lost.
  await expect(yes(page, "Yes, delete")).toBeVisible();
  return entryCode;
}

test("a list whose lock was not answered is shown locked @javascript", async ({ page }) => {
  await askToLock(page);
  await loseAnswers(page);
  await yes(page, "Yes, lock it for ever").click();
  await expect(page.getByRole("heading", { name: "Post this where your customers are" })).toBeVisible();
  await expect(page.getByText("Nothing was locked")).toHaveCount(0);
});

test("a list that two presses lock is shown locked, without an error", async ({ page, context }) => {
  await askToLock(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await yes(other, "Lock the list now").click();
  await yes(other, "Yes, lock it for ever").click();
  await expect(other.getByRole("heading", { name: "Post this where your customers are" })).toBeVisible();
  await yes(page, "Yes, lock it for ever").click();
  await expect(page.getByRole("heading", { name: "Post this where your customers are" })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a lock that never arrived is said to be unknown at first, then not done, and works @javascript", async ({
  page,
}) => {
  await askToLock(page);
  await page.route("**/*", (route) => route.abort());
  await yes(page, "Yes, lock it for ever").click();
  await expect(page.getByRole("status")).toHaveText(/^No answer came, so we do not know yet whether it arrived/);
  // A second press, without a network by now, says no more of the first.
  await page.context().setOffline(true);
  await yes(page, "Yes, lock it for ever").click();
  await expect(page.getByRole("status")).toHaveText(/^No answer came, so we do not know yet whether it arrived/);
  await page.context().setOffline(false);
  await page.unroute("**/*");
  await expect(page.getByText("It was not done. Please press again.")).toBeVisible();
  await expect(page.getByText("What you typed")).toHaveCount(0);
  await yes(page, "Yes, lock it for ever").click();
  await expect(page.getByRole("heading", { name: "Post this where your customers are" })).toBeVisible();
});

test("a deletion that is pressed without a network fails at once, and works later @javascript", async ({ page }) => {
  const entryCode = await askToDelete(page);
  await page.context().setOffline(true);
  await yes(page, "Yes, delete").click();
  await expect(page.locator("[data-said]")).toHaveText(
    /^❌ Failed to delete\. .+ The site did not answer\. Please try again when you are back online\.$/,
  );
  await page.context().setOffline(false);
  await expect(page.getByText(entryCode).first()).toBeVisible();
  await yes(page, "Yes, delete").click();
  await expect(page.getByRole("button", { name: /^Undo/ })).toBeVisible();
});

test("an entry whose deletion was not answered is shown deleted, and can come back @javascript @long", async ({
  page,
}) => {
  await askToDelete(page);
  await loseAnswers(page);
  await yes(page, "Yes, delete").click();
  await expect(page.getByRole("button", { name: /^Undo/ })).toBeVisible();
  await expect(page.getByText("Failed to delete")).toHaveCount(0);
});

test("an entry whose deletion never arrived is still listed @javascript @long", async ({ page }) => {
  const entryCode = await askToDelete(page);
  await page.route("**/*", (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()));
  await yes(page, "Yes, delete").click();
  await expect(page.getByText("It was not done. Please press again.")).toBeVisible();
  await expect(page.getByText(entryCode).first()).toBeVisible();
});

test("a raffle whose deletion was not answered is gone from the list @javascript @long", async ({ page }) => {
  page.on("dialog", (dialog) => void dialog.accept());
  const { codeId, accessCode } = await createRaffle(page.request);
  await openStarted(page, `/admin-raffle-list?q=${codeId}`);
  await page.locator(`#access-${codeId}`).fill(accessCode);
  await expect(page.locator("[data-agreed=true]")).toBeVisible();
  await loseAnswers(page);
  await yes(page, "Delete").click();
  await expect(page.locator(`#access-${codeId}`)).toHaveCount(0);
  expect((await page.request.get(`/api/raffles/${codeId}`)).status()).toBe(404);
  await expect(page.getByText("An error occurred")).toHaveCount(0);
});

test("an own entry whose erasure was not answered is shown erased @javascript", async ({ page }) => {
  const { codeId } = await createRaffle(page.request);
  const person = entryBody();
  const joined = await page.request.post(`/api/raffles/${codeId}/entries`, { data: person });
  const { entryCode } = (await joined.json()) as { entryCode: string };
  await openStarted(page, `/raffle-entry/${codeId}/${entryCode}`);
  await page.getByLabel("Your phone number or email").fill(String(person.phone));
  await yes(page, "Show my details").click();
  await page.getByText("Erase my entry").click();
  await loseAnswers(page);
  await yes(page, "Yes, erase it").click();
  await page.waitForURL(/\?erased$/);
  await expect(page.getByText("Failed to erase")).toHaveCount(0);
});

test("a prize whose hand-over was not answered is shown as handed over by this desk @javascript", async ({ page }) => {
  const raffle = await shownRaffle(page.request);
  await raffle.lock();
  await raffle.draw();
  const [prize] = await raffle.claim();
  await raffle.close();
  await page.goto(`/draw-desk/${raffle.codeId}/${raffle.accessCode}`);
  await page.goto(`/voucher/${prize?.code}`);
  const findAnswers = await loseAnswers(page);
  // The network is back once the page looks.
  page.on("request", (request) => {
    if (request.method() === "GET" && request.url().endsWith(`/voucher/${prize?.code}`)) void findAnswers();
  });
  await yes(page, "Hand the prize over").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("HANDED OVER");
});

test("a prize whose hand-over is never answered is shown as handed over @javascript", async ({ page }) => {
  const raffle = await shownRaffle(page.request);
  await raffle.lock();
  await raffle.draw();
  const [prize] = await raffle.claim();
  await raffle.close();
  await page.goto(`/draw-desk/${raffle.codeId}/${raffle.accessCode}`);
  await page.goto(`/voucher/${prize?.code}`);
  await loseAnswers(page);
  await yes(page, "Hand the prize over").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("USED");
});

test("a winner whose replacement was not answered is shown replaced @javascript @long", async ({ page }) => {
  const won = await winPrize(page.request);
  // Two months later: what nobody claimed in time goes on at once.
  const past =
    "update claims set held_since = held_since - interval '61 days', claim_by = claim_by - interval '61 days'";
  await won.ask(`${past} where raffle_id = $1`, [won.id]);
  await won.close();
  await page.goto(`/winners/${won.codeId}/${won.accessCode}`);
  await page.getByText("Replace the winner").click();
  await page.getByLabel("Why").selectOption("unclaimed");
  await page.getByLabel("Note, which everybody reads").fill("Moved to Cebu");
  await yes(page, "Replace…").click();
  await loseAnswers(page);
  await yes(page, "Yes, replace for good").click();
  await expect(page.getByText("Moved to Cebu")).toBeVisible();
  await expect(yes(page, "Yes, replace for good")).toHaveCount(0);
  await expect(page.getByText("Nothing was changed")).toHaveCount(0);
});

test("an announcement that was not answered is shown announced @javascript @long", async ({ page }) => {
  const won = await winPrize(page.request);
  await lockUnder(PROTOCOL_2, { query: async (text, values) => ({ rows: await won.ask(text, values) }) }, won.id);
  await won.close();
  await page.goto(`/winners/${won.codeId}/${won.accessCode}`);
  await page.getByText("Replace the winner").click();
  await page.getByLabel("Note, which everybody reads").fill("Moved to Cebu");
  await yes(page, "Replace…").click();
  await loseAnswers(page);
  await yes(page, "Announce: the next in line").click();
  await expect(page.getByText("You announced on")).toBeVisible();
  await expect(yes(page, "Announce: the next in line")).toHaveCount(0);
  await expect(page.getByText("Nothing was changed")).toHaveCount(0);
});

drawTest(
  "a draw from a pasted number that was not answered is shown drawn @javascript @long",
  async ({ page, request, drawSite: { relay, pool } }) => {
    relay.mood = "off";
    const { codeId, accessCode } = await closedRaffle(page);
    const headers = asOrganiser(codeId, accessCode);
    expect((await request.post(`/api/raffles/${codeId}/draw/lock`, { headers })).status()).toBe(201);
    await pool.query(
      "update draw_locks set round_at = now() where raffle_id = (select id from raffles where code_id = $1)",
      [codeId],
    );
    await page.goto(`/draw-desk/${codeId}/${accessCode}`);
    await page.locator("details summary").filter({ hasText: "number" }).click();
    const published = (await page.locator(`details a[href*="/public/"]`).getAttribute("href")) ?? "";
    relay.mood = "honest";
    const beacon = await (await request.get(published)).text();
    relay.mood = "off";
    await page.locator("textarea[name=beacon]").fill(beacon);
    await loseAnswers(page);
    await page.locator("button[value=draw]").click();
    await expect(yes(page, "Turn the drum")).toBeVisible();
    relay.mood = "honest";
  },
);
