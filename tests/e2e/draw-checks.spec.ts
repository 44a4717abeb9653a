import { writeFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { signObject } from "#src/draws/protocol/format/signature.ts";
import type { Lock } from "#src/draws/protocol/lock.ts";
import { CHECKS, type CheckName } from "#src/draws/protocol/verify/report.ts";
import { asOrganiser, entryBody } from "../support/api.ts";
import { drawOf, entrantOf, listOf, planOf, prizeOf, quicknet, SECRET_KEY } from "../support/draws.ts";
import { lockHashField, pickDraw, rightDraw, sayBefore, tamperedDraw } from "./draw-vectors.ts";
import { expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

const RIGHT = "This device drew again and got the same:";
const NOT_PROVEN = "Fixed before: that is for you to check.";
const PROVEN = "Fixed before: proven to you";

const check = (page: Page, name: string) => page.locator(`[data-check="${name}"]`);
const verdict = (page: Page) => page.locator("[data-verdict]");
const run = (page: Page) => page.getByRole("button", { name: "Check now" }).click();

/** What stands beside each check. */
async function expectStates(page: Page, states: Readonly<Record<string, string>>): Promise<void> {
  const shown = page.locator("[data-check]");
  const found = await shown.evaluateAll((checks: HTMLElement[]) =>
    Object.fromEntries(checks.map(({ dataset }) => [dataset.check, dataset.state])),
  );
  expect(found).toEqual(states);
}

function statesUntil(failing: CheckName): Record<string, string> {
  const at = CHECKS.indexOf(failing);
  return Object.fromEntries(
    CHECKS.map((name, index) => [name, index < at ? "right" : index === at ? "wrong" : "not-run"]),
  );
}

const ALL_RIGHT = Object.fromEntries(CHECKS.map((name) => [name, "right"]));
const NOTHING_GIVEN = { ...ALL_RIGHT, "lock-hash": "not-given", "site-key": "not-given", ticket: "not-given" };

test("a right draw is right and not proven, and proven with its lock hash @javascript", async ({ page }) => {
  const draw = rightDraw();
  await page.goto("/verify");
  await pickDraw(page, draw);
  await run(page);
  for (const part of [NOT_PROVEN, `${RIGHT} #1, #3, #7, #2`, draw.lockHash])
    await expect(verdict(page)).toContainText(part);
  await expect(verdict(page)).not.toContainText(/passed|before: proven/);
  await expectStates(page, NOTHING_GIVEN);
  await expect(check(page, "round")).toContainText("1000 (2023-08-23T15:59:24Z)");
  await expect(check(page, "results")).toContainText("BIKE [1] · RICE [3, 7] · NOBODY [2]");
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);

  await lockHashField(page).fill(draw.lockHash.toUpperCase());
  await page.getByText("Look for my own ticket").click();
  const { raffle, email, entryCode, key } = draw.entrant;
  for (const [label, value] of Object.entries({
    "Raffle code": raffle,
    Email: email,
    "Entry code": entryCode,
    "Key of your entry": key,
  })) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await page.getByText("For experts").click();
  await page.getByLabel("The site’s key").fill((draw.transcript as { siteKey: string }).siteKey);
  await page.keyboard.press("Enter");
  // When somebody got the hash is theirs to say.
  await expect(verdict(page)).toContainText("If you got its words or its lock hash before");
  await sayBefore(page);
  await expect(verdict(page)).toContainText(PROVEN);
  await expect(verdict(page)).toContainText(
    "Your ticket has the number 3 and is in play. Chances: 1. Wishes on the list: —.",
  );
  await expectStates(page, ALL_RIGHT);
});

for (const name of [
  "a wish withdrawn",
  "a ticket left out at the end",
  "prizes not in draw order",
  "two lines exchanged",
  "another round's beacon",
  "a winner of choice",
  "a successor of choice",
]) {
  const part = name === "a winner of choice" ? "" : " @long";
  test(`what was tampered with is caught by its check: ${name} @javascript${part}`, async ({ page }) => {
    const draw = tamperedDraw(name);
    await page.goto("/verify");
    await pickDraw(page, draw);
    await lockHashField(page).fill(draw.lockHash);
    await run(page);
    await expect(verdict(page)).toContainText("Wrong, first at");
    await expect(verdict(page)).not.toContainText("proven");
    await expectStates(page, statesUntil(draw.fails));
    const title = await check(page, draw.fails).locator("[data-name]").textContent();
    await expect(verdict(page)).toContainText(`first at “${title}”`);
    await expect(check(page, draw.fails)).toContainText(/Expected: .*Found: /);
    await expectAccessibleInBothSchemes(page);
    await expectFits(page);
  });
}

test("a right draw whose winners were replaced is right @javascript", async ({ page }) => {
  const draw = rightDraw("drops, two prizes for one, codes in order of bytes, replacements");
  await page.goto("/verify");
  await pickDraw(page, draw);
  await run(page);
  await expect(verdict(page)).toContainText(RIGHT);
  await expect(check(page, "replacements")).toContainText("3");
  await expectStates(page, NOTHING_GIVEN);
});

test("a lock hash of another list is caught @javascript", async ({ page }) => {
  await page.goto("/verify");
  await pickDraw(page, rightDraw());
  await lockHashField(page).fill("0".repeat(64));
  await run(page);
  await expect(check(page, "lock-hash")).toHaveAttribute("data-state", "wrong");
  await expect(verdict(page)).toContainText("Wrong, first at “Your lock hash”");
});

test("a lock waits for its draw, and a chain given by hand is said @javascript", async ({ page }) => {
  const draw = rightDraw();
  const { lock, siteKey } = draw.transcript as { lock: Lock; siteKey: string };
  const waiting = { beacon: "waiting", seed: "waiting", results: "waiting", replacements: "waiting" };
  const { publicKey: public_key, period, genesis: genesis_time, scheme: schemeID } = quicknet();
  const hash = "ab".repeat(32);
  const info = { public_key, period, genesis_time, schemeID, hash };
  await page.goto("/verify");
  await pickDraw(page, { transcript: { lock, siteKey, signature: signObject(lock, SECRET_KEY) }, list: draw.list });
  await run(page);
  await expect(verdict(page)).toContainText("Not drawn yet, and nothing is wrong so far.");
  await expect(verdict(page)).not.toContainText("by hand");
  await expectStates(page, { ...NOTHING_GIVEN, ...waiting });

  const onOther = { ...lock, plan: { ...lock.plan, chain: hash } };
  const transcript = { lock: onOther, siteKey, signature: signObject(onOther, SECRET_KEY) };
  await pickDraw(page, { transcript, list: draw.list });
  await run(page);
  await expect(verdict(page)).toContainText("Wrong, first at “The plan”");
  await page.getByText("For experts").click();
  const chain = { name: "info.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(info)) };
  await page.getByLabel("Another chain of drand").setInputFiles(chain);
  await run(page);
  await expect(verdict(page)).toContainText("Not drawn yet, and nothing is wrong so far.");
  await expect(verdict(page)).toContainText("a chain that was given by hand and is not pinned");
});

for (const [ticket, words] of [
  [4, "is out, because rules were not done. Wishes on the list: BIKE."],
  [6, "is out, because the organiser disqualified it. Wishes on the list: —."],
] as const) {
  test(`whoever is out sees the ticket, and why: ${ticket} @javascript`, async ({ page }) => {
    const { entryCode, key, email, raffle } = entrantOf("FIESTA26", ticket);
    await page.goto(`/verify#${new URLSearchParams({ entryCode, key, email, raffle })}`);
    await pickDraw(page, rightDraw());
    await run(page);
    await expect(verdict(page)).toContainText(`Your ticket has the number ${ticket} and ${words}`);
  });
}

test("what cannot be read is said at its field, and is no verdict @javascript", async ({ page }) => {
  await page.goto("/verify");
  await run(page);
  await expect(verdict(page)).toContainText("The transcript cannot be read");
  const transcript = page.getByLabel("Transcript", { exact: true });
  await expect(transcript).toHaveAttribute("aria-invalid", "true");
  await expect(transcript).toBeFocused();
  await expectStates(page, Object.fromEntries(CHECKS.map((name) => [name, "not-run"])));
  await expectAccessibleInBothSchemes(page);
  await pickDraw(page, rightDraw());
  await lockHashField(page).fill("abc");
  await run(page);
  await expect(verdict(page)).toContainText("A lock hash has 64 characters");
  await expect(transcript).not.toHaveAttribute("aria-invalid");
});

test("checks are driven by keyboard alone @javascript", async ({ page }) => {
  await page.goto("/verify");
  await pickDraw(page, rightDraw());
  await lockHashField(page).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Before the draw")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Your receipt", { exact: true })).toBeFocused();
  for (const name of ["Look for my own ticket", "For experts"]) {
    await page.keyboard.press("Tab");
    await expect(page.locator("summary:focus")).toHaveText(name);
  }
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Check now" })).toBeFocused();
  await page.keyboard.press("Space");
  await expect(verdict(page)).toContainText(NOT_PROVEN);
  await expect(page.getByRole("button", { name: "Check now" })).toBeFocused();
});

test("nothing is fetched before the checks run, and then the worker alone @javascript", async ({ page }) => {
  await page.goto("/verify", { waitUntil: "networkidle" });
  const requests: string[] = [];
  page.on("request", (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await pickDraw(page, rightDraw());
  await lockHashField(page).fill(rightDraw().lockHash);
  await sayBefore(page);
  expect(requests).toEqual([]);
  await run(page);
  await expect(verdict(page)).toContainText(PROVEN);
  expect(requests).toEqual([expect.stringMatching(/^GET \/assets\/checks-worker-[\w-]+\.js$/)]);
});

test("a worker that cannot be fetched is no verdict @javascript", async ({ page }) => {
  await page.goto("/verify");
  await pickDraw(page, rightDraw());
  await page.route(/checks-worker/, (route) => route.abort());
  await run(page);
  await expect(verdict(page)).toContainText("could not be loaded. Check your connection and try again.");
  await page.unroute(/checks-worker/);
  await run(page);
  await expect(verdict(page)).toContainText(RIGHT);
});

test("a link fills the fields, and what stood after # leaves the address @javascript", async ({ page }) => {
  const { lockHash, entrant } = rightDraw();
  await page.goto(`/verify?lock=${lockHash}#${new URLSearchParams(entrant)}`);
  await expect(lockHashField(page)).toHaveValue(lockHash);
  await expect(page.getByLabel("Entry code", { exact: true })).toHaveValue(entrant.entryCode);
  await expect(page.getByLabel("Key of your entry", { exact: true })).toHaveValue(entrant.key);
  expect(new URL(page.url()).hash).toBe("");
});

test("without scripts the page says how else a draw is checked @both", async ({ page }) => {
  await page.goto("/verify");
  const scripts = test.info().project.use.javaScriptEnabled !== false;
  await expect(page.locator("noscript .notice")).toHaveCount(scripts ? 0 : 1);
  await expect(page.getByRole("button", { name: "Check now" })).toBeVisible({ visible: scripts });
  await expect(page.getByText("tambiolo verify TRANSCRIPT LIST")).toBeVisible();
  await expect(page.getByRole("link", { name: "Get the offline page" })).toBeVisible();
});

test("a page with 200,000 tickets to check still answers, and stops when told to @javascript @long", async ({
  page,
}) => {
  const plan = planOf({ prizes: ["A", "B", "C", "D", "E", "F"].map((code) => prizeOf(code)) });
  const tickets = Array.from({ length: 200_000 }, (_, index) => index + 1);
  const seal = (ticket: number) => ticket.toString(16).padStart(64, "0");
  const list = listOf(tickets.map((ticket) => ({ ticket, chances: 1, wishes: [], out: "", seal: seal(ticket) })));
  const files = [test.info().outputPath("draw.json"), test.info().outputPath("list.jsonl")] as const;
  await writeFile(files[0], JSON.stringify(await drawOf({ plan, list })));
  await writeFile(files[1], list);
  await page.goto("/verify");
  await page.getByLabel("Transcript", { exact: true }).setInputFiles(files[0]);
  await page.getByLabel("List of tickets", { exact: true }).setInputFiles(files[1]);

  await run(page);
  await expect(page.getByText(/^Tickets read: \d/)).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(verdict(page)).toHaveText("Stopped. This says nothing about the draw.");
  await expectStates(page, { ...Object.fromEntries(CHECKS.map((name) => [name, "not-run"])), plan: "right" });

  // What the page says when it answers a press: a page that was kept busy would answer after the verdict.
  const answered = page.evaluate(
    () =>
      new Promise((resolve) => {
        const say = () => resolve(document.querySelector("[data-verdict]")?.textContent);
        document.querySelector(".check-more")?.addEventListener("toggle", say, { once: true });
      }),
  );
  await run(page);
  await expect(page.getByText(/^Tickets read: \d/)).toBeVisible();
  await page.getByText("Look for my own ticket").click();
  expect(await answered).toBe("Checking …");
  await expect(verdict(page)).toContainText(RIGHT, { timeout: 60_000 });
});

test("on the page of a draw the worker fetches its files, and a link brings the lock hash @javascript", async ({
  page,
  request,
}) => {
  const { codeId, accessCode } = await createRaffle(request, { drawRequires: "none" });
  expect((await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody() })).status()).toBe(201);
  const headers = asOrganiser(codeId, accessCode);
  const over = new Date(Date.now() - 60_000).toISOString();
  const closed = await request.patch(`/api/raffles/${codeId}`, { headers, data: { version: 1, dueDate: over } });
  expect(closed.status()).toBe(200);
  const locked = await request.post(`/api/raffles/${codeId}/draw/lock`, { headers });
  expect(await locked.json()).toEqual({ lockHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  const { lockHash } = (await locked.json()) as { lockHash: string };

  await page.goto(`/raffle/${codeId}/draw?lock=${lockHash}`);
  await expect(verdict(page)).toContainText("Not drawn yet, and nothing is wrong so far.");
  await expect(verdict(page)).toContainText("What arrives with a link proves nothing.");
  await expect(check(page, "lock-hash")).toHaveAttribute("data-state", "right");
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await page.goto(`/raffle/${codeId}/draw`);
  await expect(page.locator("[data-glance]")).toHaveText(/This device found nothing wrong so far/);
  await expect(verdict(page)).toContainText(/signed that the list closed on .* 1 in all/);
  await expect(verdict(page)).not.toContainText(/came from outside|drew again/);
});
