import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { entrantToWriteTo, proveEntrant } from "#src/access/entrant.ts";
import { asOrganiser, type TestRaffle } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { waitingForLocks } from "../../../tests/support/waiting-for-locks.ts";
import { eraseOwnEntry } from "../edit/delete-entry.ts";
import { eraseExpiredEntries } from "./retention.ts";
import { deleteUnenteredRaffles } from "./unentered-raffles.ts";

const api = await openTestApi();
const { pool, db } = api.database;

// Keeps raffles of other tests out of the deletion.
beforeEach(async () => {
  await pool.query("update raffles set updated_at = now()");
});

/** Moves the draw and the last change into the past: by these days and one second, so that the days are over. */
async function age(raffle: TestRaffle, { drawn = 42, changed = 42 } = {}): Promise<void> {
  await pool.query(
    `update raffles set due_date = d.at, draw_date = d.at, updated_at = now() - $3 * interval '1 day' - interval '1 second'
     from (select now() - $2 * interval '1 day' - interval '1 second' as at) d where id = $1`,
    [raffle.id, drawn, changed],
  );
}

async function oldRaffle(): Promise<TestRaffle> {
  const raffle = await api.createRaffle();
  await age(raffle);
  return raffle;
}

/** The ids of those raffles that still exist. */
async function left(raffles: readonly TestRaffle[]): Promise<string[]> {
  const { rows } = await pool.query("select id from raffles where id = any($1)", [raffles.map(({ id }) => id)]);
  return rows.map(({ id }) => id).toSorted();
}

/** Inserts an entry without a commit, as an import of paper entries does. */
async function enterSlowly(raffle: TestRaffle) {
  const entrant = await pool.connect();
  await entrant.query("begin");
  const stored = entrant.query(
    `insert into entries (raffle_id, id, entry_code, first_name, last_name, address, phone, email, terms_accepted_at, submission_hash)
     values ($1, gen_random_uuid(), 'SLOWPOKE', 'a', 'b', 'c', '', '', now(), decode(repeat('00', 32), 'hex'))`,
    [raffle.id],
  );
  return {
    stored,
    async end(how: "commit" | "rollback") {
      await entrant.query(how);
      entrant.release();
    },
  };
}

describe("a raffle that nobody entered", () => {
  it("goes with all that was its own 42 days after its draw, and the log says that the site did it", async () => {
    const raffle = await oldRaffle();
    expect(await deleteUnenteredRaffles(api.site)).toBe(1);
    expect((await api.ask("GET", `/raffles/${raffle.codeId}`)).status).toBe(404);
    const { rows } = await pool.query(
      `select (select count(*)::int from prizes where raffle_id = $1) as prizes,
         (select count(*)::int from rules where raffle_id = $1) as rules,
         (select count(*)::int from retired_codes where code = $2) as retired`,
      [raffle.id, raffle.codeId],
    );
    expect(rows).toEqual([{ prizes: 0, rules: 0, retired: 1 }]);
    const log = await pool.query("select actor, action, subject, before, after from audit_log where scope_id = $1", [
      raffle.id,
    ]);
    const before = { name: expect.any(String), drawDate: expect.any(String) };
    const deletion = { actor: "site", action: "delete-unentered", subject: raffle.codeId, before, after: null };
    expect(log.rows).toEqual([deletion]);
    expect(await deleteUnenteredRaffles(api.site)).toBe(0);
  });

  it("stays until then, and as long after its last change", async () => {
    const raffles = [await api.createRaffle(), await api.createRaffle(), await api.createRaffle()];
    const [drawnLately, changedLately] = raffles as [TestRaffle, TestRaffle, TestRaffle];
    await age(drawnLately, { drawn: 41.9, changed: 100 });
    await age(changedLately, { drawn: 100, changed: 41.9 });
    expect(await deleteUnenteredRaffles(api.site)).toBe(0);
    expect(await left(raffles)).toHaveLength(3);
  });

  it("stays where its organiser moves its dates at the same moment", async () => {
    const raffle = await oldRaffle();
    const organiser = await pool.connect();
    await organiser.query("begin");
    await organiser.query("update raffles set updated_at = now() where id = $1", [raffle.id]);
    expect(await deleteUnenteredRaffles(api.site)).toBe(0);
    await organiser.query("commit");
    organiser.release();
    expect(await deleteUnenteredRaffles(api.site)).toBe(0);
    expect(await left([raffle])).toHaveLength(1);
  });

  it("stays where an event names it, or a file of paper entries waits", async () => {
    const [named, awaited] = [await oldRaffle(), await oldRaffle()];
    await pool.query(
      `insert into events (id, code, title, src, src_draw, raffle_identifier, access_code_hash)
       values (gen_random_uuid(), 'EVENTS', 'E', 'https://a.example', 'https://a.example', $1, decode(repeat('00', 32), 'hex'))`,
      [named.codeId],
    );
    await pool.query(
      `insert into entry_imports (raffle_id, id, file_name, file, mapping) values ($1, gen_random_uuid(), 'f', 'x', '{}')`,
      [awaited.id],
    );
    expect(await deleteUnenteredRaffles(api.site)).toBe(0);
    expect(await left([named, awaited])).toHaveLength(2);
  });
});

describe("a raffle that somebody entered stays", () => {
  it("with its entry", async () => {
    const raffle = await api.createRaffle();
    await api.enter(raffle);
    await age(raffle);
    expect(await deleteUnenteredRaffles(api.site)).toBe(0);
    expect(await left([raffle])).toHaveLength(1);
  });

  it("when its entries were erased after their time, and when a later erasing found none", async () => {
    const raffle = await api.createRaffle();
    await api.enter(raffle);
    await age(raffle, { drawn: 200, changed: 200 });
    expect(await eraseExpiredEntries(api.site)).toMatchObject({ entries: 1 });
    expect(await deleteUnenteredRaffles(api.site)).toBe(0);
    // As if the raffle had been opened again, and nobody had entered.
    await pool.query("update raffles set entries_erased_at = now() - interval '300 days' where id = $1", [raffle.id]);
    await age(raffle, { drawn: 95, changed: 95 });
    await eraseExpiredEntries(api.site);
    const { rows } = await pool.query("select entries_erased as erased from raffles where id = $1", [raffle.id]);
    expect(rows).toEqual([{ erased: 0 }]);
    expect(await deleteUnenteredRaffles(api.site)).toBe(0);
  });

  it("when the entrant or the organiser took the entry away", async () => {
    const raffles = [await api.createRaffle(), await api.createRaffle()] as const;
    const codes = [await api.enter(raffles[0]), await api.enter(raffles[1])];
    const organiser = asOrganiser(raffles[0].codeId, raffles[0].accessCode);
    expect((await api.send("DELETE", `/entries/${codes[0]}`, undefined, organiser)).status).toBe(204);
    const entrant = await proveEntrant(
      { ...api.site, reader: db, address: "192.0.2.1" },
      { raffleId: raffles[1].id, entryCode: codes[1] as string },
    );
    const contact = entrant.ok ? await entrantToWriteTo(db, entrant.value) : null;
    expect(contact && (await eraseOwnEntry(api.site, contact)).ok).toBe(true);
    for (const raffle of raffles) await age(raffle);
    expect(await deleteUnenteredRaffles(api.site)).toBe(0);
    expect(await left(raffles)).toHaveLength(2);
  });
});

describe("an entry that races the deletion", () => {
  it("keeps the raffle from being deleted, and all others go", async () => {
    const raffles = [await oldRaffle(), await oldRaffle(), await oldRaffle()];
    const entered = raffles[1] as TestRaffle;
    const entry = await enterSlowly(entered);
    await entry.stored;
    expect(await deleteUnenteredRaffles(api.site)).toBe(2);
    await entry.end("commit");
    expect(await left(raffles)).toEqual([entered.id]);
    expect(await deleteUnenteredRaffles(api.site)).toBe(0);
  });

  it("is seen also where it was committed between the look and the lock: control", async () => {
    const raffle = await oldRaffle();
    const entry = await enterSlowly(raffle);
    await entry.stored;
    // A deletion that only checks, without locking first, fails on an entry that came in between.
    const looked = sql`delete from raffles where id = ${raffle.id}
      and not exists (select from entries where raffle_id = raffles.id)`.execute(db);
    const failed = expect(looked).rejects.toThrow(/foreign key/);
    await expect.poll(() => waitingForLocks(pool)).toBeGreaterThan(0);
    await entry.end("commit");
    await failed;
    expect(await deleteUnenteredRaffles(api.site)).toBe(0);
    expect(await left([raffle])).toHaveLength(1);
  });

  it("is refused where it comes when the raffle is as good as gone, and nobody is told that it was stored", async () => {
    const raffle = await oldRaffle();
    const holder = await pool.connect();
    await holder.query("begin");
    // The lock on the audit log makes the deletion wait before its commit.
    await holder.query("lock table audit_log in share mode");
    const deleting = deleteUnenteredRaffles(api.site);
    await expect.poll(() => waitingForLocks(pool)).toBeGreaterThan(0);
    const entry = await enterSlowly(raffle);
    const refused = expect(entry.stored).rejects.toThrow(/foreign key/);
    await holder.query("commit");
    holder.release();
    expect(await deleting).toBe(1);
    await refused;
    await entry.end("rollback");
    expect(await left([raffle])).toEqual([]);
  });
});

it("leaves raffles with entries unlocked, so that their organisers can change them meanwhile", async () => {
  const entered = await api.createRaffle();
  await api.enter(entered);
  await age(entered);
  await oldRaffle();
  const holder = await pool.connect();
  await holder.query("begin");
  await holder.query("lock table audit_log in share mode");
  const deleting = deleteUnenteredRaffles(api.site);
  await expect.poll(() => waitingForLocks(pool)).toBeGreaterThan(0);
  const { rows } = await holder.query("select id from raffles where id = $1 for key share skip locked", [entered.id]);
  await holder.query("commit");
  holder.release();
  expect(await deleting).toBe(1);
  expect(rows).toEqual([{ id: entered.id }]);
});

it("goes in batches, which two processes share, and an interrupted one goes on with the next run", async () => {
  const raffles: TestRaffle[] = [];
  for (let made = 0; made < 7; made += 1) raffles.push(await oldRaffle());
  const stopping = AbortSignal.abort();
  expect(await deleteUnenteredRaffles({ ...api.site, stopping }, 2)).toBe(0);
  const both = await Promise.all([deleteUnenteredRaffles(api.site, 2), deleteUnenteredRaffles(api.site, 2)]);
  // Each run skips the raffles that the other has locked.
  expect(both[0] + both[1]).toBe(7);
  expect(await left(raffles)).toEqual([]);
  const { rows } = await pool.query("select scope_id from audit_log where scope_id = any($1)", [
    raffles.map(({ id }) => id),
  ]);
  expect(rows).toHaveLength(7);
});
