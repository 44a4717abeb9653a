import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "#src/base/clock.ts";
import type { DemoSite } from "#src/demo/demo-raffle.ts";
import { type LoadedRaffle, loadDemo } from "#src/demo/load-demo.ts";
import { type LoadedEvent, loadDemoEvent } from "#src/demo/load-demo-event.ts";
import { readListFile } from "#src/draws/lock/list-parts.ts";
import { readLockWitnesses } from "#src/draws/log/read.ts";
import type { Transcript } from "#src/draws/protocol/transcript.ts";
import { verifyDraw } from "#src/draws/protocol/verify/verify.ts";
import { findDraw } from "#src/draws/read.ts";
import { indexNextEntries } from "#src/entries/lists/search-index.ts";
import { eraseExpiredEntries } from "#src/entries/retention/retention.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { describeDemo } from "./demo.ts";

const COUNTS = { raffles: 17, raffle_banners: 1, prizes: 65, rules: 41, entries: 341, events: 1 };
/** Entries that are names of a list alone. */
const NAMES = 20;
const OWN = { origin: "http://localhost:3000", port: 3000 };

let database: TestDatabase;

function site(changes: Partial<DemoSite> = {}): DemoSite {
  const secret = Buffer.from("a secret of forty-three characters, or so it");
  return { db: database.db, secret, clock: () => new Date(), timeZone: "Asia/Manila", config: OWN, ...changes };
}

/** Every row of every table, as text. */
async function dump(): Promise<Record<string, string[]>> {
  const { rows } = await database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  const tables = await Promise.all(
    rows.map(async ({ name }): Promise<[string, string[]]> => {
      const found = await database.pool.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${pg.escapeIdentifier(name)} t order by 1`,
      );
      return [name, found.rows.map(({ row }) => row)];
    }),
  );
  return Object.fromEntries(tables);
}

async function ask<Row extends pg.QueryResultRow>(query: string): Promise<Row[]> {
  return (await database.pool.query<Row>(query)).rows;
}

async function count(): Promise<Record<string, number>> {
  const tables = Object.entries(await dump()).map(([name, rows]): [string, number] => [name, rows.length]);
  return Object.fromEntries(tables.filter(([name]) => name in COUNTS));
}

// The tests check the stored data: the schemas of raffles and entries have already refused invalid values.
describe("the demonstration data", () => {
  let first: LoadedRaffle[];
  let event: LoadedEvent;

  beforeAll(async () => {
    database = await createTestDatabase();
    first = await loadDemo(site());
    event = await loadDemoEvent(site(), OWN);
  });

  afterAll(() => database.close());

  it("is the same after a second loading, even days later and in another time zone", async () => {
    const once = await dump();
    expect(await count()).toEqual(COUNTS);
    const again = await loadDemo(site({ clock: () => new Date(Date.now() + 2 * DAY_MS), timeZone: "Europe/Berlin" }));
    expect(await loadDemoEvent(site(), OWN)).toEqual({ ...event, added: false });
    expect(await dump()).toEqual(once);
    expect(again.every(({ added }) => added === null)).toBe(true);
  });

  it("has an access code for each raffle, of which none opens it under another secret", async () => {
    const codes = first.map(({ accessCode }) => accessCode);
    expect(new Set(codes)).toHaveLength(COUNTS.raffles);
    for (const code of codes) expect(code).toMatch(/^[A-Z0-9]{4}$/);
    expect((await loadDemo(site())).map(({ accessCode }) => accessCode)).toEqual(codes);
    const elsewhere = await loadDemo(site({ secret: Buffer.from("another secret") }));
    expect(elsewhere.every(({ accessCode }) => accessCode === null)).toBe(true);
    expect(event).toMatchObject({ code: "5GQXVC", accessCode: "GABI", added: true });
    const other = await loadDemoEvent(site({ secret: Buffer.from("another secret") }), OWN);
    expect(other).toMatchObject({ accessCode: null, added: false });
  });

  it("is announced to the operator: what was added, then that nothing was", async () => {
    const origin = "http://localhost:3000";
    const then = describeDemo(first, event, origin).split("\n");
    expect(then[0]).toBe("Added: raffles 17, prizes 65, rules 41, entries 341, events 1.");
    expect(then).toContainEqual(
      expect.stringMatching(/PANDESAL +PAN8 +[A-Z]{8} +http:\/\/localhost:3000\/raffle\/PANDESAL$/),
    );
    expect(then).toContainEqual(expect.stringMatching(/5GQXVC +GABI +http.+\/event\/5GQXVC +http.+\/raffle\/FIESTA$/));
    const now = describeDemo(await loadDemo(site()), await loadDemoEvent(site(), OWN), origin).split("\n");
    expect(now[0]).toContain("nothing was changed");
    expect(now.slice(1)).toEqual(then.slice(1));
    const [codeId, entryCode] = [first[0]?.codeId, first[0]?.entryCode];
    const found = await database.pool.query(
      "select from entries join raffles on raffles.id = raffle_id where code_id = $1 and entry_code = $2",
      [codeId, entryCode],
    );
    expect(found.rowCount).toBe(1);
  });

  it("shows raffles in every state", async () => {
    const states = await ask(`
      select status, now() <= due_date as open, draw_date > now() as "drawAhead", count(*)::int as raffles
      from raffles group by 1, 2, 3 order by 4 desc, 2, 3`);
    expect(states).toEqual([
      { status: "Published", open: true, drawAhead: true, raffles: 10 },
      { status: "Published", open: false, drawAhead: false, raffles: 4 },
      { status: "Published", open: false, drawAhead: true, raffles: 2 },
      { status: "Unpublished", open: true, drawAhead: true, raffles: 1 },
    ]);
    expect(
      await ask("select from raffles where facebook_link = 'not-asked' and instagram_link = 'not-asked'"),
    ).toHaveLength(4);
    expect(await ask("select from prizes where worth = '0.00'")).not.toHaveLength(0);
    expect(await ask("select code_id from raffles where publish_at > now()")).toEqual([{ code_id: "HALAMAN7" }]);
    expect(await ask("select from rules where drops = 3")).not.toHaveLength(0);
  });

  it("has a market whose stalls stamp cards, one of them full, codes that earned drops, and photos to look at", async () => {
    const [sum] = await ask(`
      select count(distinct station_id)::int as stations, count(*) filter (where station_id is not null)::int as stamps,
        count(*) filter (where way = 'visit' and drops = 5)::int as full, count(*) filter (where way = 'code')::int as codes
      from earned_drops join raffles on raffles.id = raffle_id where code_id = 'PALENGKE'`);
    expect(sum).toEqual({ stations: 8, stamps: 23, full: 2, codes: 3 });
    const photos = await ask("select state, count(*)::int as photos from proof_photos group by 1 order by 1");
    expect(photos).toEqual([
      { state: "accepted", photos: 1 },
      { state: "waiting", photos: 3 },
    ]);
    // Who stamped cards has used their link.
    expect(await ask("select from raffle_helpers where last_used_at is null")).toEqual([]);
    expect(
      await ask("select from entries join raffles on raffles.id = raffle_id where claimed_rules <> '{}'"),
    ).not.toHaveLength(0);
  });

  it("has one raffle whose list is locked, and three that were drawn by published randomness: one for its show, one from names", async () => {
    expect(
      await ask(
        `select code_id, drawn_at is not null as drawn, announced_at is not null as announced from draw_locks
         join raffles on raffles.id = draw_locks.raffle_id left join draw_results using (raffle_id) order by 1`,
      ),
    ).toEqual([
      { code_id: "FIESTA88", drawn: false, announced: false },
      { code_id: "HARANA24", drawn: true, announced: false },
      { code_id: "PARADA24", drawn: true, announced: true },
      { code_id: "SALAMAT1", drawn: true, announced: true },
    ]);
    for (const codeId of ["PARADA24", "SALAMAT1"]) {
      const { published, raffleId, lockHash } = (await findDraw(database.db, codeId)) ?? {};
      const list = readListFile(database.db, String(raffleId));
      const report = await verifyDraw({ transcript: published, list, lockHash }, { now: Date.now() / 1000 });
      expect([codeId, report]).toMatchObject([codeId, { value: { transcript: "right", fixedBefore: "known" } }]);
    }
    // A sheet of names, in their order, of whom the site knows nothing else.
    expect(
      await ask(`select string_agg(first_name, ',' order by created_at) as names, bool_or(phone <> '') as phones
        from (select * from entries where raffle_id in (select id from raffles where entries_from = 'list')
          order by created_at limit 3) as listed`),
    ).toEqual([{ names: "Ana,Ben,Carla", phones: false }]);
    const draw = await findDraw(database.db, "PARADA24");
    // A winner gave way two days after the draw: claims and log are of that time, and nobody is mailed.
    expect(draw?.published).toMatchObject({
      replacements: [{ prizeCode: "BIBINGKA", reason: "withdrew", to: expect.any(Number), at: "2024-08-06T03:00:00Z" }],
    });
    expect(await ask("select from claims where gone_at is not null")).toHaveLength(1);
    // The winner consented; of another, something stands in public.
    expect(await ask("select from draw_replacements where consent is not null")).toHaveLength(1);
    expect(await ask("select from replacement_announcements where ended_at is null and due_at > now()")).toHaveLength(
      1,
    );
    // One prize was delivered; another is claimed, and waits for its winner.
    expect(await ask("select prize_code from claims where claimed_at is not null and handed_over_at is null")).toEqual([
      { prize_code: "BIBINGKA" },
    ]);
    expect(await ask("select prize_code from claims where handed_over_at < '2024-09-01'")).toEqual([
      { prize_code: "PAROL" },
    ]);
    // The locked list has the lines of two who went, and a witness that saw it.
    expect(await findDraw(database.db, "FIESTA88")).toMatchObject({ out: { deleted: 1, withdrawn: 1 } });
    const { rows: locked } = await database.pool.query("select id from raffles where code_id = 'FIESTA88'");
    expect(await readLockWitnesses(database.db, locked[0].id)).toMatchObject([
      { witness: "gazette.example.com/witness" },
    ]);
    // A chance of one in a million gives nothing away.
    const shown = (await findDraw(database.db, "HARANA24"))?.published as Transcript;
    expect(shown.results.filter(({ given }) => !given)).toMatchObject([{ prizeCode: "GITARA", winners: [] }]);
    expect(await ask("select from mails")).toEqual([]);
    expect(await ask("select from draw_mailings")).toEqual([]);
    expect(await eraseExpiredEntries(site())).toEqual({ raffles: 0, entries: 0 });
  });

  it("has a logo, photos of prizes, entries taken out of play, and one person in three spellings", async () => {
    expect(await ask("select distinct mark from raffle_pictures")).toHaveLength(4);
    expect(
      await ask("select from raffles where logo <> '' and accent_color ~ '^#' and draw_weight = 'drops'"),
    ).toHaveLength(1);
    expect(await ask("select from entries where disqualified_for is not null")).toHaveLength(2);
    while ((await indexNextEntries(database.db)).changes > 0);
    const alike = await ask<{ entries: number }>(
      "select count(*)::int as entries from entry_search where mailbox_key <> '' group by mailbox_key having count(*) > 1",
    );
    expect(alike).toEqual([{ entries: 3 }]);
  });

  it("has entries of different people, at a time when the raffle took them", async () => {
    const [row] = await ask(`
      select count(distinct phone_key)::int as phones, count(distinct email_key)::int as emails,
        count(distinct entry_code)::int as codes, count(distinct (first_name, last_name))::int as names,
        bool_and(phone_key ~ '^[+]639[0-9]{9}$') as mobile, bool_and(email ~ '@example[.](com|net|org)$') as unreachable,
        bool_and(e.created_at between r.created_at and least(now(), r.due_date)) as "inTime"
      from entries e join raffles r on r.id = raffle_id where entries_from = 'form'`);
    const all = COUNTS.entries - NAMES;
    expect(row).toEqual({
      phones: all,
      emails: all,
      codes: all,
      names: all,
      mobile: true,
      unreachable: true,
      inTime: true,
    });
  });

  it("has entries that are complete and others that are not, with wishes, notes and sources", async () => {
    const [row] = await ask<Record<string, number>>(`
      select avg((cardinality(done_rules) = (select count(*) from rules where rules.raffle_id = e.raffle_id))::int)::float as complete,
        avg((jsonb_array_length(wishes) > 0)::int)::float as wishing,
        avg((wishes @? '$[*].note ? (@ <> "")')::int)::float as noting,
        avg((source <> 'Online')::int)::float as elsewhere
      from entries e join raffles r on r.id = raffle_id where entries_from = 'form'`);
    expect(row?.complete).toBeGreaterThan(0.5);
    expect(row?.complete).toBeLessThan(0.7);
    expect(row?.wishing).toBeGreaterThan(0.9);
    expect(row?.wishing).toBeLessThan(1);
    expect(row?.noting).toBeGreaterThan(0.5);
    expect(row?.elsewhere).toBeGreaterThan(0.1);
    const strange = await ask(
      "select from entries e join raffles r on r.id = raffle_id where source <> all (r.sources) and entries_from = 'form'",
    );
    expect(strange).toHaveLength(0);
  });
});

describe("loading", () => {
  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.close());

  it("by two processes at once adds everything once", async () => {
    const [one, other] = await Promise.all([loadDemo(site()), loadDemo(site())]);
    const events = await Promise.all([loadDemoEvent(site(), OWN), loadDemoEvent(site(), OWN)]);
    expect(events.filter(({ added }) => added)).toHaveLength(1);
    expect(await count()).toEqual(COUNTS);
    const added = [...one, ...other].flatMap((raffle) => raffle.added ?? []);
    expect(added.reduce((sum, { entries }) => sum + entries, 0)).toBe(COUNTS.entries);
  });

  it("leaves alone what was changed and deleted since, and brings back a raffle that is gone", async () => {
    await ask("delete from entries where raffle_id = (select id from raffles where code_id = 'KAPE2600')");
    await ask("update raffles set name = 'Ours now' where code_id = 'KAPE2600'");
    await ask("delete from raffles where code_id = 'HALAMAN7'");
    await ask("update retired_codes set retired_at = 'epoch'");
    const changed = await dump();
    const again = await loadDemo(site());
    expect(again.filter(({ added }) => added).map(({ codeId }) => codeId)).toEqual(["HALAMAN7"]);
    expect(await dump()).not.toEqual(changed);
    await ask("delete from raffles where code_id = 'HALAMAN7'");
    await ask("update retired_codes set retired_at = 'epoch'");
    expect(await dump()).toEqual(changed);
  });
});

it("stands in the lists of a sharded database too, where no trigger notes it", async () => {
  database = await createTestDatabase({ sharded: true });
  try {
    await loadDemo(site());
    while ((await indexNextEntries(database.db)).changes > 0);
    const [indexed] = await ask<{ entries: number }>("select count(*)::int as entries from entry_search");
    expect(indexed?.entries).toBe(COUNTS.entries);
  } finally {
    await database.close();
  }
});
