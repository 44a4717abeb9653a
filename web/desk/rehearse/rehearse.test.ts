import { beforeAll, expect, it } from "vitest";
import { asOrganiser, entryBody, raffleBody } from "../../../tests/support/api.ts";
import { askSite, created } from "../../../tests/support/ask-site.ts";
import { sharedSite } from "../../../tests/support/test-site.ts";
import { openVisitor } from "../../../tests/support/visitor.ts";
import { REHEARSED } from "./steps.ts";

let site: Awaited<ReturnType<typeof sharedSite>>;
let raffle: Readonly<Record<"id" | "codeId" | "accessCode", string>>;

beforeAll(async () => {
  site = await sharedSite();
  raffle = await created(site.origin, "/raffles", raffleBody());
  await created(site.origin, `/raffles/${raffle.codeId}/entries`, entryBody());
});

async function openRehearsal() {
  const visitor = openVisitor(site.origin);
  await visitor.visit(`/rehearse/${raffle.codeId}/${raffle.accessCode}`);
  return { ...visitor, screen: `/rehearse/${raffle.codeId}/~` };
}

/**
 * How many rows of the raffle each table has. Those of others change by what test files before this one left to do.
 * One statement counts all: a row that moves from a queue to its table meanwhile would be missed in both.
 */
async function countRows(): Promise<Record<string, string>> {
  const { pool } = site.database;
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I', table_name) as name from information_schema.columns join information_schema.tables
       using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'raffle_id'`,
  );
  const counts = rows.map(({ name }) => `(select count(*) from ${name} where raffle_id = $1) as ${name}`);
  const sql = `select (select count(*) from raffles) as raffles, ${counts.join(", ")}`;
  return (await pool.query<Record<string, string>>(sql, [raffle.id])).rows[0] ?? {};
}

it("goes from closing to the counter by the buttons of the real screens, and writes nothing", async () => {
  const { visit, ask, screen } = await openRehearsal();
  const press = async (query: string, fields: Record<string, string>) => {
    const answer = await ask(`${screen}${query}`, fields);
    return [answer.status, answer.headers.get("location")];
  };
  let before: Record<string, string> = {};
  // The entry of before goes into the index and into the log in the background, and its receipt to the mails.
  const areDone = async () => {
    before = await countRows();
    return [before.entry_changes, before.log_queue, before.receipt_requests].map(Number);
  };
  await expect.poll(areDone, { interval: 100, timeout: 60_000 }).toEqual([0, 0, 0]);
  const pages: string[] = [];
  for (const step of REHEARSED) pages.push((await visit(`${screen}?step=${step}`)).html);
  expect(await press("?step=check", { intent: "same" })).toEqual([303, `${screen}?step=list&as=same`]);
  expect((await visit(`${screen}?prize=practice&way=pick-up`)).html).toContain("Claim ");
  expect(await press("?prize=practice", { intent: "claim", way: "pick-up" })).toEqual([303, `${screen}?step=voucher`]);
  expect(await press("", { intent: "use", code: "REHEARSAL1" })).toEqual([303, `${screen}?step=voucher&used`]);
  expect((await visit(`${screen}?step=voucher&used`)).html).toContain("HANDED OVER");
  expect(await countRows()).toEqual(before);
  expect(Number(before.entries)).toBeGreaterThan(0);
  const [closes, check, list, draw, claims, voucher] = pages;
  expect(closes).toContain("From then on nobody can join.");
  expect(check).toContain("Ma. Maria Makiling");
  // This raffle locks by itself, and so says the rehearsal: in one way.
  expect(list).toContain("the list locks by itself");
  expect(list).not.toContain("You press");
  expect((await visit(`${screen}?step=list&as=same`)).html).toContain("You chose “One person”");
  // This site sends no mail.
  expect(claims).not.toContain("A mail with this code");
  expect(draw).toContain(`/practice-draw/${raffle.codeId}/~`);
  expect(claims).toContain("You won, Maria!");
  expect(voucher).toMatch(/REHEA-RSAL1/);
});

it("is for the organiser alone, and is stored and found nowhere", async () => {
  const { ask, screen } = await openRehearsal();
  const own = await ask(screen);
  expect(own.headers.get("cache-control")).toContain("no-store");
  expect(await own.text()).toMatch(/<meta name="robots" content="noindex"/);
  const stranger = openVisitor(site.origin);
  for (const code of ["~", "-", "ZZZZ"]) {
    const refused = await stranger.visit(`/rehearse/${raffle.codeId}/${code}`);
    expect([code, refused.html.includes("Rehearse the evening")]).toEqual([code, false]);
    // Without a pass the code is asked for.
    expect(refused.status === 200 && refused.at.startsWith("/rehearse/")).toBe(false);
    const led = await stranger.ask(`/rehearse/${raffle.codeId}/${code}`, { intent: "use" });
    expect(led.headers.get("location") ?? "").not.toContain("step=");
  }
});

it("stays what it is once the list is locked, and is the show alone for a list of names", async () => {
  const { visit, screen } = await openRehearsal();
  const made = await created(site.origin, "/raffles", raffleBody({ drawRequires: "none", rules: [] }));
  await site.database.pool.query("update raffles set entries_from = 'list' where id = $1", [made.id]);
  await visit(`/overview/${made.codeId}/${made.accessCode}`);
  expect((await visit(`/rehearse/${made.codeId}/~`)).at).toBe(`/practice-draw/${made.codeId}/~`);
  const entered = asOrganiser(raffle.codeId, raffle.accessCode);
  const over = { version: 1, dueDate: "2020-01-01T00:00:00Z" };
  await askSite(site.origin)("PATCH", `/raffles/${raffle.codeId}`, over, entered);
  const { html } = await visit(`${screen}?step=check`);
  expect(html).toContain("You check the entries.");
});
