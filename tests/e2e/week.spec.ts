import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import type { DrawSite } from "./draw-site.ts";
import { ownAddress } from "./own-address.ts";
import { rehearse } from "./rehearse.ts";
import { addSlip, storedForm } from "./slips.ts";
import { drawTest as test } from "./test.ts";
import { startWalk } from "./walk.ts";

/** A shop's week with one phone, from nothing to the report. docs/experience.md has the figures: change both. */

test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: "allow" });

const ENTRIES = 30;
const SLIPS = [
  ["Lito", "Reyes"],
  ["Nena", "Santos"],
  ["Berto", "Gil"],
  ["Celia", "Ilagan"],
  ["Dante", "Uy"],
] as const;

/** Names that no other of them is like. */
const NAMES = "Abad Bello Cruz Dizon Enriquez Flores Garcia Hizon Javier Katigbak".split(" ");
const FIRST_NAMES = ["Ana", "Melchor", "Socorro"];

/** Thirty people join; the last is the first again, with another phone. */
async function join(request: APIRequestContext, codeId: string): Promise<void> {
  for (let place = 0; place < ENTRIES; place += 1) {
    const who = place === ENTRIES - 1 ? 0 : place;
    const person = {
      firstName: FIRST_NAMES[Math.floor(who / NAMES.length)],
      lastName: NAMES[who % NAMES.length],
      address: `${who + 1} Mabini St, Jaro`,
      phone: `0917${String(((place + 1) * 1_234_577) % 10_000_000).padStart(7, "0")}`,
      email: `week${place}.${codeId.toLowerCase()}@example.com`,
    };
    const sent = { data: entryBody(person), headers: ownAddress() };
    expect((await request.post(`/api/raffles/${codeId}/entries?lang=en`, sent)).status()).toBe(201);
  }
}

/** The winner claims the prize on their own phone. Answers the voucher's code, which they show in the shop. */
async function claim(page: Page, { mails }: DrawSite, codeId: string): Promise<string> {
  const link = () =>
    mails.accepted.map(({ mail }) => mail.text?.match(`http\\S+/claim/${codeId}/\\S+`)?.[0]).find(Boolean);
  await mails.until(() => link() !== undefined);
  const address = new URL(link() ?? "");
  address.searchParams.set("lang", "en");
  const context = await page.context().browser()?.newContext();
  const winner = await context?.newPage();
  if (!winner) throw new Error("no phone of the winner");
  await winner.goto(address.href);
  await winner.getByRole("link", { name: "I pick it up" }).click();
  await winner.getByRole("button", { name: "Claim Ham" }).click();
  await winner.getByRole("link", { name: "Open your voucher" }).click();
  const code = (await winner.getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/).textContent()) ?? "";
  await context?.close();
  return code;
}

test("a week with one phone: create, slips without a network, check, lock, rehearse, show, hand over @javascript @long", async ({
  page,
  request,
  context,
  drawSite,
}) => {
  test.setTimeout(240_000);
  page.setDefaultTimeout(15_000);
  await page.goto("/");
  const { cost, press, type } = startWalk(page);
  await press(page.getByRole("link", { name: "Create a raffle" }).first());
  await type(page.getByLabel("Name").first(), "Noche Buena");
  await type(page.getByLabel("Details").first(), "Pick it up at our shop.");
  await type(page.getByRole("group", { name: "Prize 1" }).getByLabel("Name"), "Ham");
  await press(page.getByRole("button", { name: "In a week" }));
  await type(page.getByLabel("Name of the shop"), "Aling Nena");
  await press(page.locator("form").getByRole("button", { name: "Create raffle" }).last());
  const ticket = page.locator(".code-ticket", { hasText: "Access code" });
  await press(ticket.getByRole("button", { name: "Copy" }));
  const accessCode = ((await ticket.locator(".ticket-code").textContent()) ?? "").replace(/\W/g, "");
  await press(page.getByRole("link", { name: "Poster to print" }));
  await page.waitForURL("**/poster/*");
  await press(page.getByRole("button", { name: "Print" }));
  const codeId = page.url().split("/").pop() ?? "";

  await test.step("the week: people join, and a helper takes slips where there is no network", async () => {
    await join(request, codeId);
    await page.goto(`/overview/${codeId}/~`);
    await press(page.getByRole("button", { name: "Hand this phone over" }));
    await expect(page.getByText("As Counter", { exact: true })).toBeVisible();
    await storedForm(page);
    await context.setOffline(true);
    await page.goto(`/add-entry/${codeId}`);
    const box = page.getByRole("region", { name: "Slips without a network" });
    for (const [place, name] of SLIPS.entries()) {
      await addSlip(page, name, { Email: `${name[0]}.${codeId}@example.com`.toLowerCase() });
      await expect(box).toContainText(place === 0 ? "1 slip waits" : `${place + 1} slips wait`);
      cost.presses += 2;
      cost.fields += 4;
    }
    await context.setOffline(false);
    await expect(box).toContainText("5 waiting slips were added.");
    await page.goto(`/helping/${codeId}`);
    await press(page.getByRole("button", { name: "Stop helping on this phone" }));
    await page.goto("/admin-raffle-list");
    await type(page.getByLabel("Raffle code", { exact: true }), codeId);
    await type(page.getByLabel("Access Code", { exact: true }), accessCode);
    await press(page.getByRole("button", { name: "Open the desk", exact: true }));
  });

  await test.step("the evening: the organiser rehearses, checks and locks", async () => {
    await rehearse(page, press);
    // At home each looks up the entry of the slip: from then on the site mails the address that a helper typed.
    const opened =
      "update entries set self_opened_at = now() where raffle_id = (select id from raffles where code_id = $1)";
    await drawSite.pool.query(opened, [codeId]);
    // The week is over.
    const over = `update raffles set due_date = now() - interval '1 second', draw_date = now() + interval '2 hours',
      lock_at = now() + interval '1 hour' where code_id = $1`;
    await drawSite.pool.query(over, [codeId]);
    const check = page.getByRole("link", { name: "Check 1 look-alike" });
    // Look-alikes are found in the background.
    await expect(async () => {
      await page.goto(`/overview/${codeId}/~`);
      await expect(check).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 40_000 });
    await press(check);
    await press(page.getByRole("button", { name: "One person", exact: true }));
    await press(page.getByRole("button", { name: "Checked: on to the draw" }));
    await press(page.getByRole("button", { name: "Lock the list now" }));
    await press(page.getByRole("button", { name: "Yes, lock it for ever" }));
    await expect(page.getByText("The list is locked.").first()).toBeVisible();
  });

  await test.step("the show, the voucher in the shop, and the report", async () => {
    // The randomness is minutes away: here it comes at once.
    const now = "update draw_locks set round_at = now() where raffle_id = (select id from raffles where code_id = $1)";
    await drawSite.pool.query(now, [codeId]);
    const turn = page.getByRole("button", { name: "Turn the drum" });
    await expect(async () => {
      await page.goto(`/draw-desk/${codeId}/~`);
      await expect(turn).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 60_000 });
    // Whoever won is mailed.
    await expect(page.getByText("got no email about this draw")).toHaveCount(0);
    await press(turn);
    await press(page.getByRole("button", { name: "Show who won" }));
    await press(page.getByRole("button", { name: "End the show" }));
    await expect(page.getByText("The show is over.")).toBeVisible();
    const code = await claim(page, drawSite, codeId);
    await page.goto("/voucher");
    await type(page.getByRole("textbox"), code);
    await press(page.getByRole("button", { name: "Check" }));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("VALID");
    await press(page.getByRole("button", { name: "Hand the prize over" }));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("HANDED OVER");
    await page.goto(`/winners-report/${codeId}/~`);
    await expect(page.getByRole("heading", { name: "Report on winners" })).toBeVisible();
    await expect(page.getByText("Ham").first()).toBeVisible();
  });
  expect(cost).toMatchObject({ presses: 39, fields: 27 });
});
