import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { PROTOCOL_2 } from "#src/draws/protocol/plan.ts";
import { asOrganiser, entryBody } from "../support/api.ts";
import { lockUnder } from "../support/lock-under.ts";
import { letRoundCome } from "../support/locked-raffle.ts";
import type { DrawSite } from "./draw-site.ts";
import { expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
import { drawTest as test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";
import { startWalk } from "./walk.ts";

// One after the other, on one site.
test.describe.configure({ mode: "default" });

/** A raffle that is drawn under `tambiolo-draw/2`, with four tickets and three winners. */
async function drawnRaffle(request: APIRequestContext, { pool }: DrawSite) {
  const raffle = await createRaffle(request, { drawRequires: "none", rules: [] });
  const { codeId, accessCode } = raffle;
  for (const firstName of ["Maria", "Jose", "Ana", "Liza"]) {
    const entered = await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody({ firstName }) });
    expect(entered.status()).toBe(201);
  }
  await pool.query("update raffles set due_date = now() - interval '1 second' where code_id = $1", [codeId]);
  const headers = asOrganiser(codeId, accessCode);
  expect((await request.post(`/api/raffles/${codeId}/draw/lock`, { headers })).status()).toBe(201);
  const { rows } = await pool.query("select id from raffles where code_id = $1", [codeId]);
  await lockUnder(PROTOCOL_2, pool, rows[0].id);
  await letRoundCome({ ...raffle, id: rows[0].id, round: 0 }, pool);
  await expect
    .poll(async () => Object.keys(await (await request.get(`/api/raffles/${codeId}/draw`)).json()))
    .toContain("results");
  return { ...raffle, id: String(rows[0].id) };
}

const cheese = (page: Page) => page.getByRole("region", { name: "Queso de bola" }).getByRole("listitem").first();

test("an organiser tells winners by hand, and lets the next in line come", async ({ page, request, drawSite }) => {
  const { id, codeId, accessCode } = await drawnRaffle(request, drawSite);
  await page.goto(`/draw-desk/${codeId}/${accessCode}`);
  await page.getByRole("link", { name: "Winners, and handing over" }).click();
  await expect(page.getByText("Winners: 3 · Claimed: 0 · Handed over: 0")).toBeVisible();
  const card = cheese(page);
  const [ticket = ""] = /#\d+/.exec((await card.textContent()) ?? "") ?? [];
  const open = (what: string) => card.getByText(what, { exact: false }).first();

  // By the keyboard alone.
  await open("Write down a notice").focus();
  await page.keyboard.press("Enter");
  await card.getByLabel("How").selectOption("registered letter");
  await card.getByLabel("Number, address or person").fill("12 Rizal St, Iloilo City");
  await card.getByLabel("What was said").fill("RR 123 456 789 PH");
  await card.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: `The notice to ticket ${ticket}` })).toBeVisible();
  await card.getByText(/\d notices?$/).click();
  await expect(card).toContainText("registered letter, 12 Rizal St, Iloilo City. RR 123 456 789 PH");

  await open("Replace the winner").click();
  await card.getByRole("button", { name: "Replace…" }).click();
  await expect(page.getByRole("alert")).toContainText("Please write why. Everybody can read it.");
  await expect(card.getByLabel("Note, which everybody reads")).toHaveAttribute("aria-invalid", "true");
  await card.getByLabel("Note, which everybody reads").fill("Moved to Cebu");
  await card.getByRole("button", { name: "Replace…" }).click();
  const question = page.getByRole("alert").filter({ hasText: "Announce it?" });
  await expect(question).toContainText("The winner withdrew: Moved to Cebu");
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await question.getByRole("link", { name: "No" }).click();
  await expect(question).toHaveCount(0);
  await open("Replace the winner").click();
  await card.getByLabel("Note, which everybody reads").fill("Moved to Cebu");
  await card.getByRole("button", { name: "Replace…" }).click();
  await question.getByRole("button", { name: "Announce: the next in line gets it on" }).click();
  await expect(page.getByRole("status").filter({ hasText: "It is announced." })).toBeVisible();
  await expect(card.getByRole("button", { name: "Take this back" })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);

  await page.getByRole("link", { name: "What everybody sees" }).click();
  await expect(page.getByText(`The shop says that the winner with ticket ${ticket} gave it back.`)).toBeVisible();
  await expect(page.getByText("If nothing is said against it, the next in line gets it on")).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  // Three days later.
  await drawSite.pool.query(
    "update replacement_announcements set at = at - interval '3 days', due_at = due_at - interval '3 days' where raffle_id = $1",
    [id],
  );
  await expect
    .poll(async () => (await (await request.get(`/api/raffles/${codeId}/draw`)).json()).replacements)
    .toHaveLength(1);
  await page.reload();
  await expect(page.getByText("1 replacement")).toBeVisible();
  await expect(page.getByText(`ticket ${ticket} withdrew.`)).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
});

test("replacing a winner takes three presses and a reason on a phone @javascript", async ({
  page,
  request,
  drawSite,
}) => {
  const { codeId, accessCode } = await drawnRaffle(request, drawSite);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/winners/${codeId}/${accessCode}`);
  const walk = startWalk(page);
  const card = cheese(page);
  await walk.press(card.getByText("Replace the winner").first());
  await walk.type(card.getByLabel("Note, which everybody reads"), "Moved to Cebu");
  await walk.press(card.getByRole("button", { name: "Replace…" }));
  await walk.press(page.getByRole("button", { name: "Announce: the next in line gets it on" }));
  await expect(page.getByRole("status").filter({ hasText: "It is announced." })).toBeVisible();
  expect(walk.cost).toMatchObject({ presses: 3, fields: 1, screens: 1 });
});

test("what nobody claimed in time stands first, and gets more time or goes to the next in line @long", async ({
  page,
  request,
  drawSite,
}) => {
  const { id, codeId, accessCode } = await drawnRaffle(request, drawSite);
  // Sixty days later.
  const past =
    "update claims set held_since = held_since - interval '61 days', claim_by = claim_by - interval '61 days'";
  await drawSite.pool.query(`${past} where raffle_id = $1`, [id]);
  await page.goto(`/winners/${codeId}/${accessCode}`);
  const overdue = page.getByRole("region", { name: "Not claimed: decide today" });
  await expect(overdue.getByRole("listitem").filter({ hasText: "Not claimed in time" })).toHaveCount(3);
  const card = overdue.getByRole("listitem").first();
  const [ticket = ""] = /#\d+/.exec((await card.textContent()) ?? "") ?? [];
  await card.getByText("Give more time").first().click();
  await card.getByLabel("New last day").fill(new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10));
  await card.getByLabel("Reason").fill("Was in hospital");
  await card.getByRole("button", { name: "Move the deadline" }).click();
  await expect(page.getByRole("status").filter({ hasText: `Ticket ${ticket} has more time` })).toBeVisible();
  await expect(overdue.getByRole("listitem").filter({ hasText: "Not claimed in time" })).toHaveCount(2);
  const next = overdue.getByRole("listitem").first();
  await next.getByText("Replace the winner").first().click();
  await next.getByLabel("Why").selectOption("unclaimed");
  await next.getByRole("button", { name: "Replace…" }).click();
  await page.getByRole("button", { name: "Yes, replace for good" }).click();
  await expect(page.getByRole("status").filter({ hasText: "is replaced" })).toBeVisible();
  await expect(overdue.getByRole("listitem").filter({ hasText: "Not claimed in time" })).toHaveCount(1);
});

test("an organiser says what is asked of winners, in each language @long", async ({ page, request }) => {
  const { codeId, accessCode } = await createRaffle(request);
  await page.goto(`/claim-settings/${codeId}/${accessCode}`);
  await page.getByLabel("How winners get their prizes").selectOption("Pick-up only");
  await page.getByLabel("Where and when prizes are picked up").fill("1 Mabini St\nMondays, 9 to 5");
  await page.getByLabel("Winners must add a picture of their ID").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Saved." })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Where and when prizes are picked up")).toHaveValue("1 Mabini St\nMondays, 9 to 5");
  await expect(page.getByLabel("Winners must add a picture of their ID")).toBeChecked();
  for (const screen of ["claim-settings", "winners"]) {
    for (const language of ["de", "fil"]) {
      await page.goto(`/${screen}/${codeId}/${accessCode}?lang=${language}`);
      await expectFits(page);
    }
  }
});
