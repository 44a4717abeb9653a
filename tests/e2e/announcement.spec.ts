import { type APIRequestContext, expect, type Page } from "@playwright/test";
import type pg from "pg";
import { asOrganiser, entryBody } from "../support/api.ts";
import { expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
import { drawTest as test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

// One after the other, on one site.
test.describe.configure({ mode: "default" });

const NAMES = ["Zenaida", "Yolanda", "Xerxes"];
const NAMED = new RegExp(NAMES.join("|"));

/** A raffle that three people entered and that is drawn; its winners wait for the show. */
async function drawnRaffle(page: Page, request: APIRequestContext, pool: pg.Pool) {
  const prizes = [{ prizeCode: "QUESO", name: "Queso de bola", numberOfWinners: 2, pool: "everyone" }];
  const changes = { announce: "with-show", drawRequires: "none", rules: [], prizes };
  const { codeId, accessCode } = await createRaffle(request, changes);
  const entrants: { readonly email: string; readonly entryCode: string }[] = [];
  for (const firstName of NAMES) {
    const email = `${firstName}.${codeId}@example.com`.toLowerCase();
    const entered = await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody({ firstName, email }) });
    entrants.push({ email, entryCode: ((await entered.json()) as { entryCode: string }).entryCode });
  }
  const over =
    "update raffles set due_date = now() - interval '1 second', draw_date = now(), lock_at = null where code_id = $1";
  await pool.query(over, [codeId]);
  const headers = asOrganiser(codeId, accessCode);
  expect((await request.post(`/api/raffles/${codeId}/draw/lock`, { headers })).status()).toBe(201);
  const come = `update draw_locks set round_at = now() where raffle_id = (select id from raffles where code_id = $1)`;
  await pool.query(come, [codeId]);
  await expect(async () => {
    await page.goto(`/raffle/${codeId}/draw`);
    await expect(page.getByRole("heading", { name: "The winners" })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
  return { codeId, accessCode, entrants };
}

/** Announces without the show. The button asks first: nobody can take it back. */
async function announce(page: Page): Promise<void> {
  await page.getByText("Announce them now", { exact: true }).click();
  await page.getByRole("button", { name: "Yes, announce them" }).click();
}

test("winners wait for the show: the page says what is public, and mails and names come with the last prize", async ({
  page,
  request,
  drawSite: { mails, pool },
}) => {
  const { codeId, accessCode, entrants } = await drawnRaffle(page, request, pool);
  await expect(page.getByText("They are announced with the show")).toBeVisible();
  await page.getByText("Show the winning ticket numbers now").click();
  await expect(page.locator("[data-ticket]").first()).toBeVisible();
  expect(await page.content()).not.toMatch(NAMED);
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);

  await page.goto(`/raffle/${codeId}`);
  await expect(page.getByText("They are announced with the show")).toBeVisible();
  await expect(page.locator(".draw-plan-steps")).toContainText("Which ticket numbers won is public from the draw on.");
  await expect(page.getByText(/See who won|public names/)).toHaveCount(0);
  await expect(page.locator(".draw-plan details")).toContainText(
    "With the show, 24 hours after the draw at the latest",
  );
  await page.goto("/draws");
  await expect(page.getByText("Drawn; the winners are announced with the show").first()).toBeVisible();

  await page.goto(`/winners/${codeId}/${accessCode}`);
  await page.getByRole("link", { name: "To the draw desk" }).click();
  await expect(page.getByRole("heading", { name: "The winners wait for your show" })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  const toEntrants = () => mails.accepted.filter(({ to }) => entrants.some(({ email }) => email === to));
  // The mails of the lock.
  await mails.until(() => toEntrants().length === 3);
  await page.getByRole("button", { name: "Turn the drum" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The drum turns" })).toBeVisible();
  expect(toEntrants()).toHaveLength(3);
  await page.getByRole("button", { name: "Show who won" }).click();
  await expect(page.getByRole("link", { name: "Winners, and handing over" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "The winners wait for your show" })).toHaveCount(0);
  await mails.until(() => toEntrants().length === 6);
  await page.goto(`/raffle/${codeId}/draw`);
  await expect(page.getByRole("region", { name: "The winners" })).toContainText(NAMED);
});

test("an entrant reads that winners wait, and not what their ticket won, until they are announced @long", async ({
  page,
  request,
  drawSite: { pool },
}) => {
  const { codeId, accessCode, entrants } = await drawnRaffle(page, request, pool);
  const pages = entrants.map(({ entryCode }) => `/raffle-entry/${codeId}/${entryCode}`);
  for (const address of pages) {
    await page.goto(address);
    await expect(page.getByText("Then you read here what your ticket won.")).toBeVisible();
    await expect(page.getByText(/You won!|You did not win|in line for/)).toHaveCount(0);
  }
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await page.goto(`/draw-desk/${codeId}/${accessCode}`);
  await announce(page);
  await expect(page.getByRole("link", { name: "Winners, and handing over" })).toBeVisible();
  for (const address of pages) {
    await page.goto(address);
    await expect(page.getByText(/You won!|You did not win/)).toBeVisible();
  }
});

test("showing all the rest at once asks first, and is no neighbour of the button that goes on", async ({
  page,
  request,
  drawSite: { pool },
}) => {
  const { codeId, accessCode } = await drawnRaffle(page, request, pool);
  await page.goto(`/draw-desk/${codeId}/${accessCode}`);
  await page.getByRole("button", { name: "Turn the drum" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The drum turns" })).toBeVisible();
  const rest = page.getByText("Show all the rest now", { exact: true });
  await expect(page.locator("form").filter({ hasText: "Show who won" })).not.toContainText("Show all the rest");
  await rest.click();
  await expect(page.getByText("Nobody can take that back. Show them all?")).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await page.reload();
  await expect(page.getByRole("status").filter({ hasText: "The drum turns" })).toBeVisible();
  await rest.click();
  await page.getByRole("button", { name: "Yes, show them all" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The show is over." })).toBeVisible();
  await expect(rest).toHaveCount(0);
  await page.goto(`/raffle/${codeId}/draw`);
  await expect(page.getByRole("region", { name: "The winners" })).toContainText(NAMED);
});

test("winners whose announcement was not answered are shown announced @javascript", async ({
  page,
  request,
  drawSite: { pool },
}) => {
  const { codeId, accessCode } = await drawnRaffle(page, request, pool);
  await page.goto(`/draw-desk/${codeId}/${accessCode}`);
  await page.route("**/*", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch({ maxRedirects: 0 });
    await route.abort();
  });
  await announce(page);
  await expect(page.getByRole("link", { name: "Winners, and handing over" })).toBeVisible();
});
