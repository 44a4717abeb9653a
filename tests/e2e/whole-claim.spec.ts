import { expect, type Page } from "@playwright/test";
import { shownVoucherCode } from "#src/claims/vouchers/voucher-code.ts";
import { asOrganiser, entryBody } from "../support/api.ts";
import type { DrawSite } from "./draw-site.ts";
import { expectAccessibleInBothSchemes } from "./page-checks.ts";
import { drawTest as test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

const PRIZES = [
  {
    prizeCode: "HAM",
    name: "Fiesta ham",
    details: "",
    worth: "1200",
    numberOfWinners: 1,
    orderNumber: 1,
    pool: "everyone",
  },
  {
    prizeCode: "RICE",
    name: "Sack of rice",
    details: "",
    worth: "900",
    numberOfWinners: 1,
    orderNumber: 2,
    pool: "everyone",
  },
];

/** Creates a raffle of four people, locks its list and has it drawn. Answers its codes and its holders by prize. */
async function drawnRaffle({ pool, site }: DrawSite, page: Page) {
  const { request } = page;
  const changes = {
    drawRequires: "none",
    rules: [],
    prizes: PRIZES,
    claimDays: 1,
    reserves: 2,
    name: "Fiesta of claims",
  };
  const { codeId, accessCode } = await createRaffle(request, changes);
  for (const name of ["ana", "ben", "cora", "dado"]) {
    const data = entryBody({ firstName: name, email: `${name}.${codeId.toLowerCase()}@example.com` });
    await request.post(`/api/raffles/${codeId}/entries?lang=en`, { data });
  }
  const dueDate = new Date(Date.now() - 1000).toISOString();
  const data = { version: 1, dueDate, drawDate: dueDate, checkMinutes: 0, leadMinutes: 10 };
  await request.patch(`/api/raffles/${codeId}`, { headers: asOrganiser(codeId, accessCode), data });
  await request.post(`/api/raffles/${codeId}/draw/lock`, { headers: asOrganiser(codeId, accessCode) });
  // The randomness is ten minutes away: here it comes at once.
  await pool.query(
    "update draw_locks set round_at = now() where raffle_id = (select id from raffles where code_id = $1)",
    [codeId],
  );
  await expect(async () => {
    await page.goto(`${site.origin}/raffle/${codeId}/draw`);
    await expect(page.getByRole("heading", { name: "The winners" })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
  const holderOf = async (prizeCode: string) => {
    const { rows } = await pool.query<{ email: string; ticket: number }>(
      `select email, ticket from claims join entries on entries.raffle_id = claims.raffle_id and entries.id = entry_id
       where prize_code = $1 and gone_at is null and claims.raffle_id = (select id from raffles where code_id = $2)`,
      [prizeCode, codeId],
    );
    return rows[0] ?? { email: "", ticket: 0 };
  };
  return { codeId, accessCode, holderOf };
}

test("from the drum to the winner's hand: told, claimed, handed over once, replaced after the deadline, reported", async ({
  page,
  browser,
  drawSite,
}) => {
  const { mails, site } = drawSite;
  const { codeId, accessCode, holderOf } = await drawnRaffle(drawSite, page);
  const [ham, rice] = [await holderOf("HAM"), await holderOf("RICE")];

  // Winners are mailed at once, each with a link of their own; the others what became of them.
  const mailTo = (email: string, subject: string) =>
    mails.accepted.find(({ to, mail }) => to === email && mail.subject?.startsWith(subject))?.mail.text;
  await mails.until(() => [ham, rice].every(({ email }) => mailTo(email, "You won")));
  const link = /http\S+\/claim\/\S+/.exec(mailTo(ham.email, "You won") ?? "")?.[0] ?? "";

  // The winner, on a phone.
  const { javaScriptEnabled = true } = test.info().project.use;
  const phone = await browser.newContext({ javaScriptEnabled, viewport: { width: 360, height: 740 } });
  const winner = await phone.newPage();
  await winner.goto(link);
  await expect(winner.getByRole("heading", { name: "You won" })).toBeVisible();
  expect(winner.url()).not.toContain("own=");
  await winner.getByRole("link", { name: "I pick it up" }).click();
  await expect(winner.getByLabel("Delivery or pick-up")).toHaveValue("pick-up");
  await winner.getByRole("button", { name: "Claim Fiesta ham" }).click();
  await expect(winner.getByText("Your voucher is ready")).toBeVisible();
  await winner.getByRole("link", { name: "Open your voucher" }).click();
  const shown = winner.getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  await expect(shown).toBeVisible();
  const code = ((await shown.textContent()) ?? "").replace("-", "");

  // The shop: one browser scans it, then two press at the same moment.
  const shop = async () => {
    const context = await browser.newContext({ javaScriptEnabled });
    const desk = await context.newPage();
    await desk.goto(`${site.origin}/draw-desk/${codeId}/${accessCode}`);
    await desk.goto(`${site.origin}/voucher/${code}`);
    await expect(desk.getByRole("heading", { level: 1 })).toHaveText("VALID");
    return desk;
  };
  const counters = [await shop(), await shop()];
  await Promise.all(counters.map((desk) => desk.getByRole("button", { name: "Hand the prize over" }).click()));
  const verdicts = await Promise.all(
    counters.map(async (desk) => {
      const verdict = desk.getByRole("heading", { level: 1 });
      await expect(verdict).toHaveText(/HANDED OVER|USED/);
      return verdict.textContent();
    }),
  );
  expect(verdicts.toSorted()).toEqual(["HANDED OVER", "USED"]);
  await winner.reload();
  await expect(winner.getByText(/handed over|used/i).first()).toBeVisible();
  await winner.goto(link);
  await expect(winner.getByText("You have this prize.")).toBeVisible();
  await expect(winner.getByRole("link", { name: "See the used voucher" })).toBeVisible();
  await phone.close();

  // Two days later the other prize is still unclaimed: the next in line comes, whom nobody chooses.
  await drawSite.goLater(2);
  await page.goto(`/winners/${codeId}/${accessCode}`);
  const overdue = page.getByRole("region", { name: "Not claimed: decide today" });
  await expect(overdue.getByText(`#${rice.ticket}`).first()).toBeVisible();
  await overdue.getByText("Replace the winner").click();
  await overdue.getByLabel("Why").selectOption("unclaimed");
  await overdue.getByRole("button", { name: "Replace…" }).click();
  await page.getByRole("button", { name: "Yes, replace for good" }).click();
  await expect(page.getByText(`Ticket #${rice.ticket} is replaced: the prize goes to ticket #`)).toBeVisible();
  const next = await holderOf("RICE");
  expect(next.ticket).not.toBe(rice.ticket);
  await mails.until(() => mailTo(next.email, "You won") !== undefined);

  await page.goto(`/raffle/${codeId}/draw`);
  await expect(page.getByText(`#${rice.ticket}`).first()).toBeVisible();
  await expect(page.getByText(`#${next.ticket}`).first()).toBeVisible();

  // The report has all of it, on the page and as a file.
  await page.goto(`/winners-report/${codeId}/${accessCode}`);
  await expect(page.getByRole("heading", { name: "Report on winners" })).toBeVisible();
  for (const fact of [ham.email, "Fiesta ham", "Sack of rice", "not claimed in time", "Mail"]) {
    await expect(page.getByText(fact).first()).toBeVisible();
  }
  // From a desk to a phone nothing of it is out of sight, and an amount stays in one piece.
  for (const width of [1280, 768, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const table = page.getByRole("region", { name: "Report on winners" });
    expect(await table.evaluate((frame) => frame.scrollWidth - frame.clientWidth), `at ${width} px`).toBe(0);
    const amount = page.getByText("Worth: PHP 1,200.00");
    expect(await amount.evaluate((text) => text.getBoundingClientRect().height)).toBeLessThan(40);
    await expect(page.getByRole("textbox", { name: "Tax of Fiesta ham" })).toBeVisible();
  }
  await expectAccessibleInBothSchemes(page);
  const file = page.getByRole("link", { name: "CSV" });
  const address = new URL((await file.getAttribute("href")) ?? "", page.url()).href;
  const csv = await (await page.request.get(address, { headers: asOrganiser(codeId, accessCode) })).text();
  expect(csv).toContain(ham.email);
  expect(csv).not.toContain(shownVoucherCode(code));
  expect(drawSite.site.log()).not.toContain(code);
});
