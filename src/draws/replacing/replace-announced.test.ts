import { beforeEach, describe, expect, test, vi } from "vitest";
import { DAY_MS } from "#src/base/clock.ts";
import { connectDatabase } from "#src/db/connect.ts";
import { TEST_CHAIN } from "../../../tests/support/beacon-relay.ts";
import { type DrawnRaffle, drawnUnder } from "../../../tests/support/drawn-raffles.ts";
import type { LockedRaffle } from "../../../tests/support/locked-raffle.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { waitingForLocks } from "../../../tests/support/waiting-for-locks.ts";
import type { LeafContent } from "../protocol/log/leaf.ts";
import { PROTOCOL_2 } from "../protocol/plan.ts";
import { hashOfAnnouncement } from "../protocol/winners/replacement-proof.ts";
import { announceReplacement, takeBackAnnouncement } from "./announce-replacement.ts";
import { type Announcement, findDue, readStanding } from "./announcements.ts";
import { letWinnerGo } from "./let-winner-go.ts";
import { replaceAnnounced } from "./replace-announced.ts";
import { replaceWinner } from "./replace-winner.ts";

// Threads start, and pairings are checked: a busy machine takes its time for that.
vi.setConfig({ testTimeout: 60_000 });

const api = await openTestApi({}, { chain: TEST_CHAIN });
const { database } = api;
const { db, pool } = database;
const { drawn, transcriptOf, later, verdictOf } = drawnUnder(PROTOCOL_2, api);

// The site looks for what is due in all raffles.
beforeEach(() => pool.query("delete from replacement_announcements"));

async function winnerOf(raffle: LockedRaffle, prizeCode = "QUESO"): Promise<number> {
  const { results } = await transcriptOf(raffle);
  return results.find((one) => one.prizeCode === prizeCode)?.winners[0] ?? 0;
}

const wish = (from: number, reason: string, prizeCode = "QUESO") => ({
  prizeCode,
  from,
  reason,
  note: "Moved to Cebu",
});

async function announce(raffle: DrawnRaffle, from: number, reason = "withdrew", days = 1): Promise<Announcement> {
  const announced = await announceReplacement(later(raffle, days), raffle.scope, wish(from, reason));
  if (!announced.ok) throw new Error(announced.refusal.reason);
  return announced.value;
}

async function refusalOf(raffle: DrawnRaffle, from: number, reason = "withdrew"): Promise<string> {
  const announced = await announceReplacement(later(raffle, 1), raffle.scope, wish(from, reason));
  return announced.ok ? "announced" : announced.refusal.reason;
}

/** What the site does by itself so many days after the draw. */
async function run(raffle: DrawnRaffle, days: number, own = db): Promise<boolean> {
  const deps = { ...later(raffle, days), db: own };
  const due = await findDue(own, deps.clock(), []);
  return due !== null && replaceAnnounced(deps, due);
}

async function leavesOf({ id }: LockedRaffle): Promise<LeafContent[]> {
  const { rows } = await pool.query<{ leaf: LeafContent }>(
    "select leaf from log_queue where raffle_id = $1 and leaf is not null order by made_at",
    [id],
  );
  return rows.map(({ leaf }) => leaf).filter(({ kind }) => !["lock", "draw"].includes(kind));
}

async function mailsTo({ id }: LockedRaffle, ticket: number): Promise<string[]> {
  const { rows } = await pool.query<{ kind: string }>(
    `select kind from mails join claims on claims.raffle_id = mails.raffle_id and claims.id = claim_id
     where claims.raffle_id = $1 and ticket = $2 order by kind`,
    [id, ticket],
  );
  return rows.map(({ kind }) => kind);
}

const handOver = ({ id }: LockedRaffle, ticket: number) =>
  pool.query(
    `update claims set claimed_at = now(), voucher_code = '0123456789', handed_over_at = now(), handed_over_by = 'me'
     where raffle_id = $1 and ticket = $2`,
    [id, ticket],
  );

describe("an organiser who says that a winner goes", () => {
  test.each(["withdrew", "disqualified"])(
    "(%s) is read by everybody for three days before anything follows",
    async (reason) => {
      const raffle = await drawn();
      const from = await winnerOf(raffle);
      const went = await letWinnerGo(later(raffle, 1), raffle.scope, wish(from, reason));
      const dueAt = new Date(raffle.drawnAt + 4 * DAY_MS);
      expect(went).toEqual({ ok: true, value: { to: null, dueAt } });
      expect(await letWinnerGo(later(raffle, 2), raffle.scope, wish(from, reason))).toEqual(went);
      const [standing] = await readStanding(db, raffle.id);
      expect(standing).toMatchObject({ prizeCode: "QUESO", from, reason, note: "Moved to Cebu", dueAt });
      expect((await transcriptOf(raffle)).replacements).toEqual([]);
      expect(await mailsTo(raffle, from)).toEqual(["prize-won", "replacement-announced"]);

      expect(await run(raffle, 4 - 1 / DAY_MS)).toBe(false);
      expect(await run(raffle, 4)).toBe(true);
      expect(await run(raffle, 4)).toBe(false);
      const { replacements, results } = await transcriptOf(raffle);
      const to = results.find(({ prizeCode }) => prizeCode === "QUESO")?.reserves[0];
      const announced = new Date(raffle.drawnAt + DAY_MS).toISOString().replace(".000Z", "Z");
      expect(replacements).toEqual([
        {
          ...{ prizeCode: "QUESO", from, to, reason, note: "Moved to Cebu", announced, consent: "" },
          ...{
            at: dueAt.toISOString().replace(".000Z", "Z"),
            previous: expect.any(String),
            signature: expect.any(String),
          },
        },
      ]);
      expect(await verdictOf(raffle, 5)).toBe("right");
      expect(await readStanding(db, raffle.id)).toEqual([]);
      const hash = hashOfAnnouncement({ ...wish(from, reason), reason: reason as "withdrew", at: announced });
      expect(await leavesOf(raffle)).toMatchObject([
        { kind: "announcement", announcement: hash },
        { kind: "replacement" },
      ]);
      expect(await mailsTo(raffle, from)).toContain("prize-replaced");
      const log = "select actor, action from audit_log where scope_id = $1 and action ~ 'replace' order by id";
      expect((await pool.query(log, [raffle.id])).rows).toEqual([
        { actor: raffle.scope.actor, action: "announce-replacement" },
        { actor: "site", action: "replace-winner" },
      ]);
      // A day less in public, and verifiers notice (control).
      await pool.query(
        "update draw_replacements set announced = announced + interval '1 second' where raffle_id = $1",
        [raffle.id],
      );
      expect(await verdictOf(raffle, 5)).toBe("replacements");
    },
  );

  test("cannot replace them at once, but those who did not claim in time", async () => {
    const raffle = await drawn();
    const from = await winnerOf(raffle);
    const wanted = wish(from, "withdrew");
    const refused = await replaceWinner(later(raffle, 1), raffle.scope, wanted);
    expect(refused).toEqual({ ok: false, refusal: { reason: "announce-first" } });
    await announce(raffle, from, "withdrew", 60);
    expect(await letWinnerGo(later(raffle, 61), raffle.scope, { ...wanted, reason: "unclaimed" })).toMatchObject({
      ok: true,
      value: { dueAt: null },
    });
    expect(await verdictOf(raffle, 62)).toBe("right");
    expect(await readStanding(db, raffle.id)).toEqual([]);
    expect(await run(raffle, 70)).toBe(false);
  });

  test("follows the replacement before, so that none can be left out", async () => {
    const raffle = await drawn({ entries: 9 });
    await announce(raffle, await winnerOf(raffle));
    await run(raffle, 4);
    const ham = await winnerOf(raffle, "HAM");
    await announceReplacement(later(raffle, 5), raffle.scope, wish(ham, "disqualified", "HAM"));
    await run(raffle, 8);
    expect((await transcriptOf(raffle)).replacements).toHaveLength(2);
    expect(await verdictOf(raffle, 9)).toBe("right");
    await pool.query("delete from draw_replacements where raffle_id = $1 and number = 1", [raffle.id]);
    expect(await verdictOf(raffle, 9)).toBe("replacements");
  });

  test("can take that back, and is told where there is nothing to take back", async () => {
    const raffle = await drawn();
    const from = await winnerOf(raffle);
    const place = { prizeCode: "QUESO", from };
    const takeBack = () => takeBackAnnouncement(later(raffle, 2), raffle.scope, place);
    expect(await takeBack()).toEqual({ ok: false, refusal: { reason: "nothing-announced" } });
    await announce(raffle, from);
    expect(await takeBack()).toMatchObject({ ok: true });
    expect(await takeBack()).toMatchObject({ ok: true });
    expect(await readStanding(db, raffle.id)).toEqual([]);
    expect(await run(raffle, 9)).toBe(false);
    expect(await mailsTo(raffle, from)).toEqual(["prize-won", "replacement-announced", "replacement-taken-back"]);
    expect((await transcriptOf(raffle)).replacements).toEqual([]);
    expect(await announce(raffle, from, "disqualified")).toMatchObject({ reason: "disqualified" });
  });

  test("announces nothing of who holds nothing, has the prize, or of whom something else stands", async () => {
    const raffle = await drawn();
    const from = await winnerOf(raffle);
    for (const nobody of [0, -1, 1.5, Number.NaN, 2 ** 40, await winnerOf(raffle, "HAM")]) {
      expect(await refusalOf(raffle, nobody)).toBe("not-holder");
    }
    expect(await refusalOf(raffle, from, "unclaimed")).toBe("invalid-fields");
    await announce(raffle, from);
    expect(await refusalOf(raffle, from, "disqualified")).toBe("already-announced");
    await handOver(raffle, from);
    expect(await refusalOf(raffle, from)).toBe("prize-handed-over");
  });
});

test("what was handed over in the three days stays where it is", async () => {
  const raffle = await drawn();
  const from = await winnerOf(raffle);
  await announce(raffle, from);
  await handOver(raffle, from);
  expect(await readStanding(db, raffle.id)).toEqual([]);
  expect(await run(raffle, 4)).toBe(true);
  expect(await run(raffle, 5)).toBe(false);
  expect((await transcriptOf(raffle)).replacements).toEqual([]);
  const { rows } = await pool.query("select ended_as from replacement_announcements where raffle_id = $1", [raffle.id]);
  expect(rows).toEqual([{ ended_as: "handed-over" }]);
});

test("several processes carry an announcement out once; the control, one for each winner, carries out all", async () => {
  const raffle = await drawn({ entries: 9 });
  const asProcesses = async (announced: readonly Announcement[]) => {
    const processes = announced.map(() => connectDatabase(database));
    const deps = (n: number) => ({ ...later(raffle, 4), db: processes[n]?.db ?? db });
    const work = async (one: Announcement, n: number) => {
      while (!(await replaceAnnounced(deps(n), one)));
    };
    await Promise.all(announced.map(work));
    await Promise.all(processes.map((process) => process.close()));
    return (await transcriptOf(raffle)).replacements.length;
  };
  const one = await announce(raffle, await winnerOf(raffle));
  expect(await asProcesses([one, one, one])).toBe(1);
  const ham = (await transcriptOf(raffle)).results.find(({ prizeCode }) => prizeCode === "HAM")?.winners ?? [];
  const others = await Promise.all(
    ham.map((from) => announceReplacement(later(raffle, 1), raffle.scope, wish(from, "withdrew", "HAM"))),
  );
  const all = others.flatMap((announced) => (announced.ok ? [announced.value] : []));
  expect(await asProcesses(all)).toBe(1 + ham.length);
  expect(await verdictOf(raffle, 5)).toBe("right");
});

test("what is taken back while the site looks for the next in line is not done; the control is", async () => {
  for (const end of ["commit", "rollback"] as const) {
    const raffle = await drawn();
    const from = await winnerOf(raffle);
    const announced = await announce(raffle, from);
    const client = await pool.connect();
    await client.query("begin");
    await client.query("select from claims where raffle_id = $1 and ticket = $2 for update", [raffle.id, from]);
    await client.query(
      "update replacement_announcements set ended_at = now(), ended_as = 'taken-back' where raffle_id = $1",
      [raffle.id],
    );
    const replaced = replaceAnnounced(later(raffle, 4), announced);
    await expect.poll(() => waitingForLocks(pool)).toBe(1);
    await client.query(end);
    client.release();
    expect(await replaced).toBe(true);
    expect((await transcriptOf(raffle)).replacements).toHaveLength(end === "commit" ? 0 : 1);
  }
});
