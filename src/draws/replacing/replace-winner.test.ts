import type pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { connectDatabase, type Database } from "#src/db/connect.ts";
import { TEST_CHAIN } from "../../../tests/support/beacon-relay.ts";
import { type DrawnRaffle, drawnUnder } from "../../../tests/support/drawn-raffles.ts";
import { type LockedRaffle, lockRaffle } from "../../../tests/support/locked-raffle.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { organiserScope } from "../../../tests/support/organiser-scope.ts";
import { waitingForLocks } from "../../../tests/support/waiting-for-locks.ts";
import { PROTOCOL_1 } from "../protocol/plan.ts";
import type { WantedReplacement } from "./read-wish.ts";
import { replaceWinner } from "./replace-winner.ts";

// Threads start, and pairings are checked: a busy machine takes its time for that.
vi.setConfig({ testTimeout: 60_000 });

const api = await openTestApi({}, { chain: TEST_CHAIN });
const { database, site } = api;
const { pool } = database;
const { drawn, transcriptOf, later, verdictOf } = drawnUnder(PROTOCOL_1, api);

async function winnersOf(raffle: LockedRaffle, prizeCode: string): Promise<readonly number[]> {
  const { results } = await transcriptOf(raffle);
  return results.find((one) => one.prizeCode === prizeCode)?.winners ?? [];
}

const withdrew = (prizeCode: string, from: number) => ({ ...unclaimed(prizeCode, from), ...WITHDREW });
const WITHDREW = { reason: "withdrew", note: "Gives it to somebody else" };
const unclaimed = (prizeCode: string, from: number) => ({ prizeCode, from, reason: "unclaimed", note: "" });

async function replace(raffle: DrawnRaffle, wanted: WantedReplacement, deps = later(raffle, 1)) {
  const replaced = await replaceWinner(deps, raffle.scope, wanted);
  return replaced.ok ? replaced.value : replaced.refusal.reason;
}

async function holders({ id }: LockedRaffle, prizeCode: string): Promise<number[]> {
  const { rows } = await pool.query<{ ticket: number }>(
    "select ticket from claims where raffle_id = $1 and prize_code = $2 and gone_at is null order by held_since, ticket",
    [id, prizeCode],
  );
  return rows.map(({ ticket }) => ticket);
}

/** What a winner's claim writes: it counts only where the prize is still to be had. */
const claim = (client: Pick<pg.Pool, "query">, { id }: LockedRaffle, ticket: number) =>
  client.query(
    `update claims set claimed_at = now(), voucher_code = '0123456789' where raffle_id = $1 and ticket = $2
     and gone_at is null and claimed_at is null`,
    [id, ticket],
  );

const handOver = (client: Pick<pg.Pool, "query">, { id }: LockedRaffle, ticket: number) =>
  client.query(
    `update claims set handed_over_at = now(), handed_over_by = 'access code' where raffle_id = $1 and ticket = $2
     and gone_at is null and claimed_at is not null`,
    [id, ticket],
  );

describe("a winner who withdrew", () => {
  test("is replaced by the next in line, whom verifiers find too, and who has all days to claim", async () => {
    const raffle = await drawn();
    const [from = 0] = await winnersOf(raffle, "QUESO");
    const [reserve] = (await transcriptOf(raffle)).results[0]?.reserves ?? [];
    const replaced = await replace(raffle, withdrew("QUESO", from));
    expect(replaced).toMatchObject({ prizeCode: "QUESO", from, to: reserve, note: "Gives it to somebody else" });
    expect((await transcriptOf(raffle)).replacements).toEqual([replaced]);
    expect(await verdictOf(raffle)).toBe("right");
    expect(await holders(raffle, "QUESO")).toEqual([reserve]);
    const { rows } = await pool.query(
      `select claims.gone_at = at as gone, next.held_since = at as since, next.claim_by = at + interval '60 days' as until
       from draw_replacements as r
       join claims on claims.raffle_id = r.raffle_id and claims.ticket = from_ticket
       join claims as next on next.raffle_id = r.raffle_id and next.ticket = to_ticket where r.raffle_id = $1`,
      [raffle.id],
    );
    expect(rows).toEqual([{ gone: true, since: true, until: true }]);
    const mails = await pool.query(
      `select kind, ticket from mails join claims on claims.raffle_id = mails.raffle_id and claims.id = claim_id
       where claims.raffle_id = $1 and ticket = any($2) order by kind, held_since`,
      [raffle.id, [from, reserve]],
    );
    expect(mails.rows).toEqual([
      { kind: "prize-replaced", ticket: from },
      { kind: "prize-won", ticket: from },
      { kind: "prize-won", ticket: reserve },
    ]);
    const log = "select actor, after from audit_log where scope_id = $1 and action = 'replace-winner'";
    expect((await pool.query(log, [raffle.id])).rows).toEqual([{ actor: raffle.scope.actor, after: replaced }]);
  });

  test("is replaced once, whoever asks for it again; for another reason it is too late", async () => {
    const raffle = await drawn();
    const [from = 0] = await winnersOf(raffle, "QUESO");
    const first = await replace(raffle, withdrew("QUESO", from));
    expect(await replace(raffle, withdrew("QUESO", from))).toEqual(first);
    expect(await replace(raffle, { ...withdrew("QUESO", from), reason: "disqualified" })).toBe("already-replaced");
    expect((await transcriptOf(raffle)).replacements).toHaveLength(1);
  });

  test.each([
    ["one prize each", { prizesEach: "one" }],
    ["several prizes each", { prizesEach: "several" }],
    ["drops as chances", { drawWeight: "drops", prizesEach: "several" }],
  ])("and all after them are replaced until nobody is left: %s", async (_, changes) => {
    const raffle = await drawn(changes);
    for (const prizeCode of ["HAM", "QUESO", "HAM", "HAM", "QUESO", "HAM"]) {
      const [from] = await holders(raffle, prizeCode);
      if (from !== undefined) expect(await replace(raffle, withdrew(prizeCode, from))).toHaveProperty("to");
    }
    const { replacements } = await transcriptOf(raffle);
    expect(replacements.some(({ to }) => to === null)).toBe(true);
    expect(await verdictOf(raffle)).toBe("right");
    // The verifier would notice another who came (control).
    const [one] = replacements;
    await pool.query("update draw_replacements set to_ticket = from_ticket where raffle_id = $1 and number = 1", [
      raffle.id,
    ]);
    expect(one?.to).not.toBe(one?.from);
    expect(await verdictOf(raffle)).toBe("replacements");
  });
});

describe("nobody is replaced", () => {
  test.each([
    ["for a reason of another kind", { reason: "boredom" }, { reason: [{ key: "optionInvalid" }] }],
    ["without a note", { note: " \u200b " }, { note: [{ key: "replacementNoteRequired" }] }],
    ["with a note that is too long", { note: "x".repeat(201) }, { note: [{ key: "textTooLong" }] }],
  ])("%s", async (_, changes, fields) => {
    const raffle = await drawn({ entries: 1 });
    const refused = await replaceWinner(later(raffle, 1), raffle.scope, { ...withdrew("QUESO", 1), ...changes });
    expect(refused).toMatchObject({ ok: false, refusal: { reason: "invalid-fields", fields } });
  });

  test("before the draw, who holds nothing, or whose prize is claimed and said to be unclaimed, or handed over", async () => {
    const raffle = await lockRaffle(api.ask, pool);
    const scope = await organiserScope(site, raffle);
    expect(await replace({ ...raffle, scope, drawnAt: Date.now() }, withdrew("HAM", 1))).toBe("not-drawn");
    const other = await drawn();
    const [from = 0] = await winnersOf(other, "QUESO");
    expect(await replace(other, withdrew("HAM", from))).toBe("not-holder");
    expect(await replace(other, withdrew("SUMAN", from))).toBe("not-holder");
    expect(await replace(other, withdrew("\u0000", from))).toBe("not-holder");
    for (const ticket of [0, -1, 1.5, Number.NaN, 2 ** 40]) {
      expect(await replace(other, withdrew("QUESO", ticket))).toBe("not-holder");
    }
    await claim(pool, other, from);
    expect(await replace(other, unclaimed("QUESO", from), later(other, 61))).toBe("prize-claimed");
    await handOver(pool, other, from);
    expect(await replace(other, withdrew("QUESO", from))).toBe("prize-handed-over");
    expect((await transcriptOf(other)).replacements).toEqual([]);
  });

  test("as unclaimed, before the deadline, also where it was put off", async () => {
    const raffle = await drawn();
    const [from = 0] = await winnersOf(raffle, "QUESO");
    expect(await replace(raffle, unclaimed("QUESO", from), later(raffle, 59))).toBe("claim-days-left");
    const putOff = "update claims set claim_by = claim_by + interval '10 days' where raffle_id = $1";
    await pool.query(putOff, [raffle.id]);
    expect(await replace(raffle, unclaimed("QUESO", from), later(raffle, 69))).toBe("claim-days-left");
    // A deadline that was brought forward by hand helps nobody: verifiers count the plan's days.
    await pool.query("update claims set claim_by = held_since where raffle_id = $1", [raffle.id]);
    expect(await replace(raffle, unclaimed("QUESO", from), later(raffle, 59))).toBe("claim-days-left");
    expect(await replace(raffle, unclaimed("QUESO", from), later(raffle, 61))).toHaveProperty("to");
    expect(await verdictOf(raffle, 62)).toBe("right");
    expect(await verdictOf(raffle, 60)).toBe("replacements");
  });
});

test("times never go back, although a clock does, and notes are written as verifiers read them", async () => {
  const raffle = await drawn();
  const [first = 0] = await winnersOf(raffle, "QUESO");
  const [second = 0] = await winnersOf(raffle, "HAM");
  const decomposed = "Pen\u0303a cafe\u200b\u0301";
  const one = await replace(raffle, { ...withdrew("QUESO", first), note: decomposed }, later(raffle, 3));
  const two = await replace(raffle, withdrew("HAM", second));
  if (typeof one === "string" || typeof two === "string") throw new Error("Nobody is replaced.");
  expect([two.at, one.note]).toEqual([one.at, "Pe\u00f1a caf\u00e9"]);
  expect(await verdictOf(raffle, 4)).toBe("right");
});

describe("at the same moment", () => {
  async function asDesks<Result>(count: number, work: (own: Database, n: number) => Promise<Result>) {
    const desks = Array.from({ length: count }, () => connectDatabase(database));
    const results = await Promise.all(desks.map(({ db: own }, n) => work(own, n)));
    await Promise.all(desks.map((desk) => desk.close()));
    return results;
  }

  test("several desks replace a winner once; the control, desks that replace another each, replace all", async () => {
    const raffle = await drawn({ entries: 9 });
    const [from = 0] = await winnersOf(raffle, "QUESO");
    const same = await asDesks(3, (own) => replace(raffle, withdrew("QUESO", from), { ...later(raffle, 1), db: own }));
    expect(same).toEqual(Array(3).fill((await transcriptOf(raffle)).replacements[0]));
    expect((await transcriptOf(raffle)).replacements).toHaveLength(1);
    const ham = await winnersOf(raffle, "HAM");
    const different = await asDesks(ham.length, (own, n) =>
      replace(raffle, withdrew("HAM", ham[n] ?? 0), { ...later(raffle, 1), db: own }),
    );
    expect(new Set(different.map((one) => (typeof one === "string" ? one : one.to))).size).toBe(ham.length);
    expect(await verdictOf(raffle)).toBe("right");
  });

  test("whoever finds another process at it waits, and is told so when that takes too long; the control is free", async () => {
    const raffle = await drawn();
    const [from = 0] = await winnersOf(raffle, "QUESO");
    const other = await pool.connect();
    await other.query(`begin; select from draw_locks where raffle_id = '${raffle.id}' for no key update`);
    const late = replaceWinner(later(raffle, 1), raffle.scope, withdrew("QUESO", from), 0);
    expect(await late).toEqual({ ok: false, refusal: { reason: "replacing-others" } });
    const patient = replace(raffle, withdrew("QUESO", from));
    await other.query("commit");
    other.release();
    expect(await patient).toHaveProperty("to");
  });

  /** Lets somebody else change the prize, and replaces its holder while that is not yet decided. */
  async function whileUndecided(
    wanted: (from: number) => WantedReplacement,
    change: (client: pg.PoolClient, raffle: DrawnRaffle, from: number) => Promise<unknown>,
    end: "commit" | "rollback",
  ) {
    const raffle = await drawn();
    const [from = 0] = await winnersOf(raffle, "QUESO");
    const client = await pool.connect();
    if (change === handOver) await claim(pool, raffle, from);
    await client.query("begin");
    await change(client, raffle, from);
    const replaced = replace(raffle, wanted(from), later(raffle, 61));
    await expect.poll(() => waitingForLocks(pool)).toBe(1);
    await client.query(end);
    client.release();
    return [await replaced, (await transcriptOf(raffle)).replacements.length] as const;
  }

  test("a claim that is first keeps its prize; the control, one that is given up, does not", async () => {
    expect(await whileUndecided((from) => unclaimed("QUESO", from), claim, "commit")).toEqual(["prize-claimed", 0]);
    expect(await whileUndecided((from) => unclaimed("QUESO", from), claim, "rollback")).toMatchObject([{}, 1]);
  });

  test("a hand-over that is first keeps the prize where it is; the control, one that is given up, does not", async () => {
    const handed = await whileUndecided((from) => withdrew("QUESO", from), handOver, "commit");
    expect(handed).toEqual(["prize-handed-over", 0]);
    expect(await whileUndecided((from) => withdrew("QUESO", from), handOver, "rollback")).toMatchObject([{}, 1]);
  });

  test("a claim and a hand-over that are second change nothing; the control, before it, they do", async () => {
    const raffle = await drawn();
    const [from = 0] = await winnersOf(raffle, "QUESO");
    const client = await pool.connect();
    await client.query("begin");
    expect((await claim(client, raffle, from)).rowCount).toBe(1);
    await client.query("rollback; begin; lock table draw_replacements in exclusive mode");
    const replaced = replace(raffle, withdrew("QUESO", from));
    await expect.poll(() => waitingForLocks(pool)).toBe(1);
    const late = [claim(pool, raffle, from), handOver(pool, raffle, from)];
    await expect.poll(() => waitingForLocks(pool)).toBeGreaterThan(1);
    await client.query("rollback");
    client.release();
    expect(await replaced).toHaveProperty("to");
    for (const one of late) expect((await one).rowCount).toBe(0);
  });
});
