import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { logFiles } from "#src/api/log/log-files.ts";
import { accept, refuse } from "#src/base/outcome.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { drawRaffle } from "#src/draws/drawing/draw-raffle.ts";
import { lockList } from "#src/draws/lock/lock-list.ts";
import { logNext } from "#src/draws/log/write-log.ts";
import { timeOfRound } from "#src/draws/protocol/beacon/round.ts";
import { replaceWinner } from "#src/draws/replacing/replace-winner.ts";
import { changeAs } from "#src/raffles/list-lock.ts";
import { siteKeyFile } from "#src/server/site-key-file.ts";
import { entryBody, type TestRaffle } from "../../../tests/support/api.ts";
import { TEST_CHAIN, testBeacon } from "../../../tests/support/beacon-relay.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { organiserScope } from "../../../tests/support/organiser-scope.ts";
import { runAudit } from "./run-audit.ts";
import type { SiteReader } from "./site-reader.ts";

// An operator with the database plays against readers of the log.

vi.setConfig({ testTimeout: 120_000 });

const { database, site, ...api } = await openTestApi({}, { chain: TEST_CHAIN });
const { db, pool } = database;
const files = new Hono();
files.route("/log", logFiles(site));
files.route("/.well-known", siteKeyFile(site));

const DAY = 86_400;

/** Asks this site, without a network. */
const reader: SiteReader = {
  async stream(path) {
    const answer = path.startsWith("/api/") ? await api.send("GET", path.slice(4)) : await files.request(path);
    return answer.ok && answer.body ? accept(answer.body) : refuse(`${path} answers ${answer.status}.`);
  },
  async bytes(path) {
    const body = await reader.stream(path);
    return body.ok ? accept(new Uint8Array(await new Response(body.value).arrayBuffer())) : body;
  },
};

async function logAll(after = 0): Promise<void> {
  const clock = () => new Date(Date.now() + after * 1000);
  const deps = { secret: site.secret, clock, chain: TEST_CHAIN, origin: site.config.origin };
  while ((await logNext(db, deps)).rows > 0);
}

/** A raffle of five entries that are in the log. */
async function openRaffle(): Promise<TestRaffle> {
  const raffle = await api.createRaffle({ drawRequires: "none", rules: [] });
  for (let i = 0; i < 5; i += 1) await api.enter(raffle, entryBody());
  await logAll();
  return raffle;
}

/** Locks a list so many seconds later, and then has the log go on. */
async function lock({ id }: TestRaffle, { lockAfter = 0, logAfter = 0 } = {}): Promise<void> {
  await pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [id]);
  const clock = () => new Date(Date.now() + lockAfter * 1000);
  const locked = await lockList({ ...site, clock, chain: TEST_CHAIN }, { raffleId: id, actor: "site" });
  if (!locked.ok) throw new Error(locked.refusal.reason);
  await logAll(logAfter);
}

/** Draws a locked raffle, as if its round had come. */
async function draw({ id }: TestRaffle): Promise<number> {
  const { rows } = await pool.query("select round from draw_locks where raffle_id = $1", [id]);
  const round = Number(rows[0].round);
  await drawRaffle(site, { raffleId: id, actor: "site" }, testBeacon(round));
  await logAll();
  return timeOfRound(TEST_CHAIN, round);
}

/** The exit code, and the lines of what the log showed. */
async function audit({ codeId }: TestRaffle, now = Date.now() / 1000) {
  const folder = await mkdtemp(join(tmpdir(), "tambiolo-audit-test-"));
  const args = { raffle: codeId, lockHash: undefined, witnesses: [], logKey: undefined };
  const audited = await runAudit(reader, args, { folder, now, chain: TEST_CHAIN });
  await rm(folder, { recursive: true });
  if (!audited.ok) throw new Error(audited.refusal);
  const { code, lines } = audited.value;
  // The raffles here are closed by moving their due date, which is a change of the plan.
  const found = lines.filter((line) => /^(WRONG|note ) /.test(line) && !line.includes("changes of the plan"));
  return { code, found, lines };
}

/** Changes entries so that the log hears nothing of it. */
async function inSilence(sql: string, values: unknown[]): Promise<void> {
  await pool.query("alter table entries disable trigger user");
  await pool.query(sql, values).finally(() => pool.query("alter table entries enable trigger user"));
}

/** One entry of a raffle, always the same. */
const ONE = "select id from entries where raffle_id = $1 order by id limit 1";

describe("an audit", () => {
  test("of an honest raffle finds nothing, before the draw and after it", async () => {
    const raffle = await openRaffle();
    await lock(raffle);
    expect(await audit(raffle)).toMatchObject({ code: 4, found: [] });
    const drawnAt = await draw(raffle);
    expect(await audit(raffle, drawnAt + 1)).toMatchObject({ code: 3, found: [] });
  });

  test("convicts a site that deleted an entry in silence, or put one in past its log", async () => {
    const raffle = await openRaffle();
    const code = await api.enter(raffle, entryBody());
    await logAll();
    await inSilence("delete from entries where entry_code = $1", [code]);
    await inSilence(`update entries set email_key = 'x@example.com' where id in (${ONE})`, [raffle.id]);
    await lock(raffle);
    const { code: exit, found } = await audit(raffle);
    expect(exit).toBe(1);
    expect(found.join("\n")).toMatch(/WRONG {2}1 × tickets that the log knows nothing of/);
    expect(found.join("\n")).toMatch(/WRONG {2}\d × entries of the log that have no ticket/);
  });

  test("names a ticket that was sent to another address past the program", async () => {
    const raffle = await openRaffle();
    await pool.query(
      "update entries set email_key = 'other@example.com' where raffle_id = $1 and id = (select min(id::text)::uuid from entries where raffle_id = $1)",
      [raffle.id],
    );
    await logAll();
    await lock(raffle);
    expect((await audit(raffle)).found).toEqual([
      expect.stringMatching(/^note {3}1 × entries that somebody changed past/),
    ]);
  });

  test("convicts a site that locked a second list", async () => {
    const raffle = await openRaffle();
    await lock(raffle);
    for (const table of ["draw_mailings", "draw_list_parts", "draw_locks"])
      await pool.query(`delete from ${table} where raffle_id = $1`, [raffle.id]);
    await pool.query("update raffles set locked_at = null where id = $1", [raffle.id]);
    await pool.query(
      "update entries set disqualified_for = 'No' where id = (select min(id::text)::uuid from entries where raffle_id = $1)",
      [raffle.id],
    );
    await lock(raffle);
    const { code, lines } = await audit(raffle);
    expect([code, lines.some((line) => /WRONG/.test(line))]).toEqual([1, true]);
  });

  test("convicts a site that forgets a replacement", async () => {
    const raffle = await openRaffle();
    await lock(raffle);
    const drawnAt = await draw(raffle);
    const scope = await organiserScope(site, raffle);
    const { rows } = await pool.query("select prize_code, ticket from claims where raffle_id = $1 limit 1", [
      raffle.id,
    ]);
    const later = { ...site, clock: () => new Date((drawnAt + 61 * DAY) * 1000) };
    const wanted = { prizeCode: rows[0].prize_code, from: rows[0].ticket, reason: "unclaimed", note: "" };
    expect(await replaceWinner(later, scope, wanted)).toMatchObject({ ok: true });
    await logAll();
    expect(await audit(raffle, drawnAt + 62 * DAY)).toMatchObject({ code: 3, found: [] });
    await pool.query("delete from draw_replacements where raffle_id = $1", [raffle.id]);
    const { code, found } = await audit(raffle, drawnAt + 62 * DAY);
    expect([code, found]).toEqual([
      1,
      [expect.stringMatching(/^WRONG {2}1 × replacements in the log that the transcript/)],
    ]);
  });

  test("names an entry that was put in late with an old date", async () => {
    const raffle = await openRaffle();
    await pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [raffle.id]);
    await pool.query(
      `insert into entries select (jsonb_populate_record(entries, jsonb_build_object('id', gen_random_uuid(), 'entry_code',
        'LATECOME', 'phone', '+639179999999', 'phone_key', '+639179999999', 'email', '', 'email_key', null,
        'submission_hash', sha256('late')))).* from entries where raffle_id = $1 limit 1`,
      [raffle.id],
    );
    // Ten minutes after entries closed, some minutes before the lock.
    await logAll(600);
    await lock(raffle, { lockAfter: 700, logAfter: 800 });
    const { code, found } = await audit(raffle, Date.now() / 1000 + 900);
    expect([code, found]).toEqual([
      ...[4, [expect.stringMatching(/^note {3}1 × tickets whose entry came .* closed: ticket 6 \((shop|entrant)\)$/)]],
    ]);
  });

  test("only notes that the log of an honest site stood still around the lock", async () => {
    const raffle = await openRaffle();
    const change = (statement: string, at: number) =>
      inTransaction(db, async (tx) => {
        await changeAs(tx, { by: "entrant" });
        const one = `(select id from entries where raffle_id = '${raffle.id}' order by id limit 1 offset ${at})`;
        await sql.raw(`${statement} where id = ${one}`).execute(tx);
      });
    await api.enter(raffle, entryBody());
    const gone = await api.enter(raffle, entryBody());
    await pool.query("delete from entries where entry_code = $1", [gone]);
    await change("update entries set email_key = 'new@example.com', email = 'new@example.com'", 0);
    await change("update entries set email_key = 'gone@example.com', email = 'gone@example.com'", 1);
    await change("delete from entries", 1);
    // Times of a log never go back: it was moved on above.
    await lock(raffle, { lockAfter: 900, logAfter: 1300 });
    const { code, found } = await audit(raffle, Date.now() / 1000 + 1400);
    expect([code, found.filter((line) => /WRONG/.test(line))]).toEqual([4, []]);
    expect(found).toContainEqual(
      expect.stringMatching(/^note {3}3 × tickets whose entry, change or removal came into/),
    );
  });

  test("convicts a site whose log is not what it signed", async () => {
    const raffle = await openRaffle();
    await lock(raffle);
    await pool.query(
      "update log_leaves set leaf = convert_to(replace(convert_from(leaf, 'UTF8'), '\"entrant\"', '\"shop\"'), 'UTF8') where index = 1",
    );
    expect(await audit(raffle)).toMatchObject({ code: 1 });
  });
});
