import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { codeOfStep } from "#src/earning/stamps/screen-keys.ts";
import { STEP_MS, slotOf, stepAt } from "#src/earning/stamps/totp.ts";
import { asOrganiser, entryBody } from "../support/api.ts";
import { jsonFilesOf } from "../support/mail-server.ts";
import { fillEntryForm } from "./fill-entry-form.ts";
import { receipt } from "./receipt.ts";
import { drawTest as test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

/** One rule for each way, each worth another number of drops, so that sums say which counted. */
const RULES = [
  { details: "Follow our page", drops: 1 },
  { details: "Buy something", drops: 2, proof: "checked" },
  { details: "Visit us", drops: 3, proof: "visit", maxTimes: 1 },
  { details: "Keep the receipt", drops: 4, proof: "code", maxTimes: 2 },
  { details: "Bring a friend", drops: 5, proof: "invite", maxTimes: 3 },
  { details: "Show a receipt", drops: 6, proof: "photo", maxTimes: 1 },
];
/** Of one code, with all the others. */
const ALL_OF_ANA = 1 + 2 + 3 + 4 + 5 + 6;

/** What a step of the screen shows of a minute and a half ago. Its key is there once its half hour is as old. */
async function staleCode(page: Page, codeId: string): Promise<string> {
  let code = "";
  await expect(async () => {
    const { now, slots } = await (await page.request.get(`/counter/${codeId}/1?keys`)).json();
    const step = stepAt(now) - Math.ceil(90_000 / STEP_MS);
    const key = slots.find(({ slot }: { slot: number }) => slot === slotOf(step))?.key;
    expect(key).toBeTruthy();
    code = codeOfStep(Buffer.from(key, "hex"), step);
  }).toPass({ timeout: 130_000 });
  return code;
}

/** Runs `tambiolo verify`; answers its exit code and what it prints. */
function verify(...args: string[]): Promise<{ readonly code: unknown; readonly printed: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ["src/cli/tambiolo.ts", "verify", ...args], (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, printed: stdout + stderr });
    });
  });
}

test("drops that are earned in each way, refused and taken back, become the chances that both verifiers find @long", async ({
  page,
  request,
  drawSite: { relay, mails, pool },
}) => {
  const hasScripts = test.info().project.use.javaScriptEnabled !== false;
  const { codeId, accessCode } = await createRaffle(request, {
    ...{ drawRequires: "none", drawWeight: "drops", name: "Market of all ways", rules: RULES },
  });
  const headers = asOrganiser(codeId, accessCode);
  await request.patch(`/api/raffles/${codeId}`, { headers, data: { version: 1, checkMinutes: 0, leadMinutes: 10 } });
  const { rules } = await (await request.get(`/api/raffles/${codeId}`)).json();
  const [said, checked] = rules.map(({ id }: { id: string }) => id);
  const desk = (entryCode: string) => page.goto(`/update-entry/${entryCode}?raffle=${codeId}`);
  const own = (entryCode: string) => page.goto(`/raffle-entry/${codeId}/${entryCode}`);
  const saved = () => expect(page.getByText("Saved. The entrant can read it.")).toBeVisible();

  // What the shop sets up: a station, and two receipts.
  await page.goto(`/stations/${codeId}/${accessCode}`);
  await page.locator("[name=stations]").fill("Aling Nena");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("1 station added.")).toBeVisible();
  await page.goto(`/codes/${codeId}/~`);
  await page.locator("[name=name]").fill("Receipts");
  await page.locator("[name=codes]").fill("2");
  await page.getByRole("button", { name: "Make the batch" }).click();
  await page.getByRole("link", { name: /^Print 2 with QR/ }).click();
  const slips = page.locator(".code-sheet b");
  await expect(slips).toHaveCount(2);
  const [first = "", second = ""] = await slips.allTextContents();

  // Ana joins; Ben comes by her link, and so does somebody who is much like her.
  const email = `ana.${codeId.toLowerCase()}@example.com`;
  const joined = await request.post(`/api/raffles/${codeId}/entries`, {
    data: entryBody({ firstName: "Ana", email, rules: [said, checked] }),
  });
  const ana: { entryCode: string; inviteLink: string } = await joined.json();
  const joinBy = async (person: Record<string, unknown>) => {
    await page.goto(ana.inviteLink);
    await fillEntryForm(page, person);
    await page.locator("main form button[type=submit].button-primary").click();
    await expect(page.getByText("Friends who join by this link")).toBeVisible();
    return (await page.locator(".ticket-code").first().textContent())?.replaceAll(/\s/g, "") ?? "";
  };
  const ben = await joinBy(entryBody({ firstName: "Bituin", lastName: "Kidlat", address: "7 Lunas Road, Tulay" }));
  // People who stand side by side share a network here: Ben is elsewhere.
  const network = "update entries set network_hash = substring(decode(md5($1), 'hex') for 8) where entry_code = $1";
  await pool.query(network, [ben]);
  const twin = await joinBy(entryBody({ firstName: "Ana" }));

  // said: Ben ticks, and takes it back.
  await own(ben);
  await page.getByRole("switch", { name: /Follow our page/ }).click();
  await expect(page.getByRole("switch", { name: /Follow our page/ })).toBeChecked();
  await page.getByRole("switch", { name: /Follow our page/ }).click();
  await expect(page.getByRole("switch", { name: /Follow our page/ })).not.toBeChecked();
  // checked: Ben's claim is refused at the counter; Ana's is confirmed there, taken back on the desk, and confirmed.
  await page.getByRole("switch", { name: /Buy something/ }).click();
  await expect(page.getByRole("switch", { name: /Waits for the shop/ })).toBeVisible();
  await page.goto(`/check-rules/${codeId}?entry=${ben}`);
  await page.getByText("Refuse…").click();
  await page.getByLabel("Reason: the entrant reads it").fill("No receipt");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Refused: “Buy something”.")).toBeVisible();
  const confirmAna = async () => {
    await page.goto(`/check-rules/${codeId}?entry=${ana.entryCode}`);
    await page.getByRole("button", { name: "Confirm Buy something" }).click();
    await expect(page.getByText("Confirmed: “Buy something”.")).toBeVisible();
  };
  await confirmAna();
  await desk(ana.entryCode);
  await page.getByLabel("Reason: the entrant reads it").filter({ visible: true }).fill("Brought it back");
  await page.keyboard.press("Enter");
  await saved();
  await confirmAna();

  // visit: a code that is too old is refused, and Ben's stamp is taken back.
  const type = async (entryCode: string, code: string) => {
    await own(entryCode);
    await page.locator("[name=dropCode]").fill(code);
    await page.getByRole("button", { name: "Count this code" }).click();
  };
  const shown = async () => {
    // In a page of its own: without scripts it reloads by itself, which would abort where the test goes next.
    const screen = await page.context().newPage();
    await screen.goto(`/counter/${codeId}/1`);
    const code = await screen.locator("#code").textContent();
    await screen.close();
    return code ?? "";
  };
  await type(ana.entryCode, await shown());
  await expect(page.getByText("Counted: +3 drops.")).toBeVisible();
  await type(ben, await staleCode(page, codeId));
  await expect(page.getByText(/This code is too old/).first()).toBeVisible();
  await type(ben, "ABC0O1");
  await expect(page.getByText(/has six letters and digits, without O/).first()).toBeVisible();
  await type(ben, await shown());
  await expect(page.getByText("Counted: +3 drops.")).toBeVisible();

  // code: one that is mistyped or used is refused, and what Ben's gave is taken back.
  await type(ana.entryCode, first);
  await expect(page.getByText("Counted: +4 drops.")).toBeVisible();
  await type(ben, first);
  await expect(page.getByText(/was already used for another entry/).first()).toBeVisible();
  await type(ben, `${second.slice(0, -1)}${second.endsWith("A") ? "B" : "A"}`);
  await expect(page.getByText(/one of its twelve characters is wrong/).first()).toBeVisible();
  await type(ben, second);
  await expect(page.getByText("Counted: +4 drops.")).toBeVisible();

  // photo: Ana's is accepted. Ben's first one is refused, and what the second one gave is taken back.
  const sendPhoto = async (entryCode: string, width: number, press: string, answer: string) => {
    await page.goto(`/photo-proof/${codeId}/${entryCode}`);
    await page.locator("[name=photo]").setInputFiles(await receipt(width));
    await page.getByRole("button", { name: "Send the photo" }).click();
    await expect(page.getByText("Your photo is sent.")).toBeVisible();
    await page.goto(`/photos/${codeId}/~`);
    if (answer === "Refused.") await page.locator("summary", { hasText: "Refuse" }).click();
    await page.getByRole("button", { name: press }).click();
    await expect(page.getByText(answer, { exact: true })).toBeVisible();
  };
  await sendPhoto(ana.entryCode, 200, "Accept: 6 drops", "Accepted.");
  await sendPhoto(ben, 300, "It cannot be read", "Refused.");
  await sendPhoto(ben, 400, "Accept: 6 drops", "Accepted.");

  // What each gave Ben is taken back.
  for (const [what, reason] of [
    ["3 drops for “Visit us”", "Was not here"],
    ["4 drops for “Keep the receipt”", "Paid back"],
    ["6 drops for “Show a receipt”", "A receipt of somebody else"],
  ] as const) {
    await desk(ben);
    const row = page.locator("li", { hasText: what });
    await row.getByText("Take back…").click();
    await row.getByLabel("Reason: the entrant reads it").fill(reason);
    // Enter sends the reason of this row, and presses nothing else.
    await page.keyboard.press("Enter");
    await saved();
    await expect(page.getByText(`taken back`).filter({ hasText: reason })).toBeVisible();
  }

  // invite: Ben counts for Ana, and the shop refuses who is much like her.
  await expect(async () => {
    await desk(ana.entryCode);
    await expect(page.locator("li", { hasText: ben })).toContainText("Counts", { timeout: 500 });
    await expect(page.locator("li", { hasText: twin })).toContainText("Waits for you", { timeout: 500 });
  }).toPass();
  const guest = page.locator("li", { hasText: twin });
  await guest.getByText("Refuse…").click();
  await guest.getByLabel("Reason: the entrant reads it").fill("The same person");
  await page.keyboard.press("Enter");
  await saved();
  await expect(page.locator("li", { hasText: twin })).toContainText("You decided against it");

  // Invitations are settled in the background.
  await expect(async () => {
    await own(ana.entryCode);
    await expect(page.getByText(new RegExp(`^${ALL_OF_ANA} of \\d+ drops`))).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.getByText("Where your drops came from").click();
  await expect(page.getByText("1 drop for “Follow our page”, ticked")).toBeVisible();
  await own(ben);
  await expect(page.getByText(/^0 of \d+ drops/)).toBeVisible();

  // The lock, and a draw whose randomness comes at once.
  const over = "update raffles set due_date = now() - interval '1 second', draw_date = now(), lock_at = null";
  await pool.query(`${over} where code_id = $1`, [codeId]);
  expect((await request.post(`/api/raffles/${codeId}/draw/lock`, { headers })).status()).toBe(201);
  // The ticket is mailed before the draw alone: later it would prove nothing.
  const ticketOf = () =>
    mails.accepted
      .filter(({ to }) => to === email)
      .flatMap(({ mail }) => jsonFilesOf(mail))
      .find((file) => file.lockHash);
  await mails.until(() => ticketOf() !== undefined);
  await pool.query(
    "update draw_locks set round_at = now() where raffle_id = (select id from raffles where code_id = $1)",
    [codeId],
  );
  await expect(async () => {
    await page.goto(`/raffle/${codeId}/draw`);
    await expect(page.getByRole("heading", { name: "The winners" })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
  // On the page's text: the sentence is in a part that opens.
  for (const text of [
    `${ALL_OF_ANA + 2} chances in all.`,
    "ticks that nobody checked: 1",
    "what the shop confirmed: 2",
    "stamps of stations: 3",
    "codes from receipts and slips: 4",
    "friends who joined by a link: 5",
    "photos that the shop accepted: 6",
    "joining alone: 2",
  ])
    await expect(page.locator("main")).toContainText(text);

  // Both verifiers find the same chances.
  const folder = await mkdtemp(join(tmpdir(), "tambiolo-ways-"));
  const [transcript, list, mine] = ["draw.json", "list.jsonl", "ticket.json"].map((name) => join(folder, name));
  await writeFile(transcript ?? "", await (await request.get(`/api/raffles/${codeId}/draw`)).text());
  await writeFile(list ?? "", await (await request.get(`/api/raffles/${codeId}/draw/tickets`)).text());
  await writeFile(mine ?? "", JSON.stringify(ticketOf()));
  const args = [transcript ?? "", list ?? "", "--mine", mine ?? "", "--chain", relay.infoFile];
  const { code, printed } = await verify(...args);
  expect([code, printed]).toEqual([0, expect.stringContaining(`is in play with ${ALL_OF_ANA} chances`)]);
  if (hasScripts) {
    const { raffle, entryCode, key } = ticketOf() ?? {};
    await page.goto(`/verify#${new URLSearchParams({ entryCode, key, email, raffle })}`);
    await page.getByLabel("Transcript", { exact: true }).setInputFiles(transcript ?? "");
    await page.getByLabel("List of tickets", { exact: true }).setInputFiles(list ?? "");
    await page.getByText("For experts").click();
    await page.getByLabel("Another chain of drand").setInputFiles(relay.infoFile);
    await page.getByRole("button", { name: "Check now" }).click();
    await expect(page.locator("[data-verdict]")).toContainText(`is in play. Chances: ${ALL_OF_ANA}.`);
  }
  await rm(folder, { recursive: true });
});
