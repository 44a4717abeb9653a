import { beforeAll, expect, it } from "vitest";
import { raffleBody } from "../../../tests/support/api.ts";
import { askSite, created } from "../../../tests/support/ask-site.ts";
import { lockRaffle } from "../../../tests/support/locked-raffle.ts";
import { asOneLine, NASTY_TEXTS } from "../../../tests/support/nasty-texts.ts";
import { storeResult } from "../../../tests/support/shown-draw.ts";
import { sharedSite } from "../../../tests/support/test-site.ts";

let site: Awaited<ReturnType<typeof sharedSite>>;

beforeAll(async () => {
  site = await sharedSite();
});

const htmlOf = async (path: string) => (await fetch(`${site.origin}${path}`)).text();
/** A change is told to every process at once; without word of it a page stays for longer than this. */
const SOON = { timeout: 10_000, interval: 20 };

it("shows winners and thanks on the list of draws and on the raffle's pages, whatever they are called", async () => {
  const { pool } = site.database;
  const prizes = NASTY_TEXTS.filter((text) => asOneLine(text) !== null).slice(0, 40);
  const raffle = await lockRaffle(askSite(site.origin), pool, { entries: 2 });
  await pool.query(
    "update raffles set due_date = now() - interval '2 minutes', draw_date = now() - interval '1 minute' where id = $1",
    [raffle.id],
  );
  await pool.query("update entries set first_name = $2, last_name = '<b>' where raffle_id = $1", [
    raffle.id,
    prizes.find((text) => text.startsWith("<script>")),
  ]);
  // Before the draw nothing is said, and the page is kept.
  expect(await htmlOf(`/raffle/${raffle.codeId}`)).not.toContain(`class="raffle-winners"`);
  await storeResult(pool, raffle.id, { QUESO: [1], HAM: [2] });
  const thanks = `Salamat! ${prizes.join(" ")}`.slice(0, 500);
  await pool.query("insert into claim_settings (raffle_id, thanks) values ($1, $2)", [raffle.id, thanks]);
  await expect.poll(() => htmlOf(`/raffle/${raffle.codeId}`), SOON).toContain("Salamat!");
  const pages = await Promise.all(
    ["/draws", `/raffle/${raffle.codeId}`, `/raffle/${raffle.codeId}/draw`].map((path) => htmlOf(path)),
  );
  for (const page of [pages[0], pages[2]]) expect(page).toContain('<meta name="robots" content="noindex"/>');
  for (const html of pages) {
    expect(html).toContain("Salamat!");
    for (const raw of ["<script>alert(1)", "<img src=x", "<svg/onload"]) expect(html).not.toContain(raw);
  }
  expect(pages[0]).toContain("&lt;script&gt;alert(1)&lt;/script&gt; &lt;.");
  expect(pages[1]).not.toContain("&lt;script&gt;alert(1)&lt;/script&gt; &lt;.");
  expect(pages[1]).toContain("#1");

  // Whoever goes by ticket number is named nowhere, and who erased the entry neither.
  await pool.query("update entries set named_by_ticket = true where raffle_id = $1", [raffle.id]);
  for (const path of ["/draws", `/raffle/${raffle.codeId}/draw`]) {
    // A name changes without a notification, so these pages may show it for a second more.
    await expect.poll(() => htmlOf(path), SOON).not.toContain("&lt;script&gt;alert(1)&lt;/script&gt; &lt;.");
  }
});

it("says who is in a prize's draw until the list is locked, since earlier versions listed wishes otherwise", async () => {
  const { codeId } = await created(site.origin, "/raffles", raffleBody());
  expect(await htmlOf(`/raffle/${codeId}?lang=en`)).toContain("and wished for it, or for no prize at all.");
  const locked = await lockRaffle(askSite(site.origin), site.database.pool, { entries: 1 });
  const page = await htmlOf(`/raffle/${locked.codeId}?lang=en`);
  expect([page.includes('class="prize-shelf"'), page.includes("Drawn among")]).toEqual([true, false]);
});
