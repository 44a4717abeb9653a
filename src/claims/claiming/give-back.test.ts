import { describe, expect, test, vi } from "vitest";
import { entrantToWriteTo } from "#src/access/entrant.ts";
import { DAY_MS } from "#src/base/clock.ts";
import { drawRaffle } from "#src/draws/drawing/draw-raffle.ts";
import { entryKey } from "#src/draws/lock/entry-key.ts";
import { readListFile } from "#src/draws/lock/list-parts.ts";
import { timeOfRound } from "#src/draws/protocol/beacon/round.ts";
import type { LeafContent } from "#src/draws/protocol/log/leaf.ts";
import { PROTOCOL_1, PROTOCOL_2, type Protocol } from "#src/draws/protocol/plan.ts";
import type { Transcript } from "#src/draws/protocol/transcript.ts";
import { verifyDraw } from "#src/draws/protocol/verify/verify.ts";
import { consentOf } from "#src/draws/protocol/winners/replacement-proof.ts";
import { findDraw } from "#src/draws/read.ts";
import { announceReplacement } from "#src/draws/replacing/announce-replacement.ts";
import { findDue, readStanding } from "#src/draws/replacing/announcements.ts";
import { replaceAnnounced } from "#src/draws/replacing/replace-announced.ts";
import { TEST_CHAIN, testBeacon } from "../../../tests/support/beacon-relay.ts";
import { claimBody } from "../../../tests/support/claiming.ts";
import { lockUnder } from "../../../tests/support/lock-under.ts";
import { lockRaffle } from "../../../tests/support/locked-raffle.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { organiserScope } from "../../../tests/support/organiser-scope.ts";
import { waitingForLocks } from "../../../tests/support/waiting-for-locks.ts";
import { claimPrize } from "./claim-prize.ts";
import { giveBackPrize } from "./give-back.ts";
import { objectToReplacement } from "./object-to-replacement.ts";
import { readOwnClaims, readOwnPrizesState } from "./read.ts";

// Threads start, and pairings are checked: a busy machine takes its time for that.
vi.setConfig({ testTimeout: 60_000 });

const { database, site, ...api } = await openTestApi({}, { chain: TEST_CHAIN });
const { db, pool } = database;

/** The winner of the cheese in a raffle that is drawn, a day after the draw. */
async function won(protocol: Protocol = PROTOCOL_2) {
  const raffle = await lockRaffle(api.ask, pool);
  await lockUnder(protocol, pool, raffle.id, site.secret);
  await drawRaffle(site, { raffleId: raffle.id, actor: "site" }, testBeacon(raffle.round));
  const { rows } = await pool.query<{ id: string; ticket: number; entryId: string }>(
    `select id, ticket, entry_id as "entryId" from claims where raffle_id = $1 and prize_code = 'QUESO'`,
    [raffle.id],
  );
  const claim = rows[0] ?? { id: "", ticket: 0, entryId: "" };
  const winner = await entrantToWriteTo(db, { raffleId: raffle.id, entryId: claim.entryId });
  if (!winner) throw new Error("The entry is gone.");
  const drawnAt = timeOfRound(TEST_CHAIN, raffle.round) * 1000;
  const after = (days: number) => ({
    ...{ ...site, address: "192.0.2.1", solution: "" },
    clock: () => new Date(drawnAt + days * DAY_MS),
  });
  const deps = after(1);
  const organiser = await organiserScope(site, raffle);
  return {
    ...{ id: raffle.id, claim, winner, deps, drawnAt },
    giveBack: (reason: unknown = "") => giveBackPrize(deps, winner, claim.id, reason),
    claimIt: (changes = {}) => claimPrize(deps, winner, claim.id, claimBody(changes)),
    object: () => objectToReplacement(deps, winner, claim.id),
    announce: (reason: string) =>
      announceReplacement(deps, organiser, { prizeCode: "QUESO", from: claim.ticket, reason, note: "By phone" }),
    /** What the site does by itself four days later. */
    async run() {
      const due = await findDue(db, after(5).clock(), []);
      return due?.raffleId === raffle.id && replaceAnnounced(after(5), due);
    },
    state: async () => (await readOwnClaims(site, winner, deps.clock()))[0]?.state,
    ownState: () => readOwnPrizesState(db, winner, deps.clock()),
    transcript: async () => (await findDraw(db, raffle.id))?.published as Transcript,
    async leaves() {
      const { rows: leaves } = await pool.query<{ leaf: LeafContent }>(
        "select leaf from log_queue where raffle_id = $1 and leaf is not null order by made_at",
        [raffle.id],
      );
      return leaves.map(({ leaf }) => leaf).filter(({ kind }) => !["lock", "draw"].includes(kind));
    },
  };
}

type Won = Awaited<ReturnType<typeof won>>;

const reasonOf = (outcome: { readonly ok: boolean; readonly refusal?: { readonly reason: string } }) =>
  outcome.ok ? "done" : outcome.refusal?.reason;

async function verdictOf({ id, transcript, drawnAt }: Won) {
  const input = { transcript: await transcript(), list: readListFile(db, id), chain: TEST_CHAIN };
  const verified = await verifyDraw(input, { now: (drawnAt + 9 * DAY_MS) / 1000 });
  return verified.ok ? verified.value.transcript : verified.refusal;
}

describe("a winner who gives a prize back", () => {
  test("lets the next in line come at once, by a consent that winner and verifiers can check", async () => {
    const prize = await won();
    const { id, claim, winner } = prize;
    expect(await prize.claimIt({ share: true, sentence: "Thank you!" })).toMatchObject({ ok: true });
    expect(reasonOf(await prize.giveBack("I moved away"))).toBe("done");
    const { replacements, results, lock } = await prize.transcript();
    const { lockHash = "" } = (await findDraw(db, id)) ?? {};
    const key = entryKey(site.secret, winner);
    expect(replacements).toMatchObject([
      {
        ...{ from: claim.ticket, to: results[0]?.reserves[0], reason: "withdrew", announced: "" },
        ...{ note: "The winner gave it back.", consent: consentOf({ key, lock: lockHash, prizeCode: "QUESO" }) },
      },
    ]);
    expect(lock.plan.protocol).toBe("tambiolo-draw/2");
    expect(await verdictOf(prize)).toBe("right");
    expect(await prize.leaves()).toMatchObject([
      { kind: "consent", consent: replacements[0]?.consent },
      { kind: "replacement" },
    ]);
    const { rows } = await pool.query(
      `select ticket, gone_at is not null as gone, declined_for, answers, kind
       from claims left join mails on mails.raffle_id = claims.raffle_id and claim_id = claims.id and kind <> 'prize-won'
       where claims.raffle_id = $1 and prize_code = 'QUESO' order by gone desc`,
      [id],
    );
    expect(rows).toEqual([
      { ticket: claim.ticket, gone: true, declined_for: "I moved away", answers: null, kind: "prize-replaced" },
      { ticket: results[0]?.reserves[0], gone: false, declined_for: null, answers: null, kind: null },
    ]);
    expect((await pool.query("select from winner_words where claim_id = $1", [claim.id])).rowCount).toBe(0);
    const log =
      "select actor, action from audit_log where scope_id = $1 and action in ('decline-prize', 'replace-winner')";
    expect((await pool.query(`${log} order by id`, [id])).rows).toEqual([
      { actor: "entrant", action: "decline-prize" },
      { actor: "entrant", action: "replace-winner" },
    ]);
  });

  test("is answered the same, however often it is sent", async () => {
    const prize = await won();
    const all = await Promise.all([prize.giveBack("One"), prize.giveBack("Two"), prize.giveBack("Three")]);
    expect(all.map(reasonOf)).toEqual(["done", "done", "done"]);
    expect(reasonOf(await prize.giveBack())).toBe("done");
    expect((await prize.transcript()).replacements).toHaveLength(1);
    expect((await prize.leaves()).map(({ kind }) => kind)).toEqual(["consent", "replacement"]);
  });

  test("gives back nothing of another's, nothing that was handed over or has gone, and says no more than fits", async () => {
    const [prize, other] = [await won(), await won()];
    for (const claimId of ["", "x", other.claim.id]) {
      expect(reasonOf(await giveBackPrize(prize.deps, prize.winner, claimId, ""))).toBe("claim-not-found");
    }
    expect(reasonOf(await prize.giveBack("x".repeat(201)))).toBe("invalid-fields");
    await prize.claimIt();
    await pool.query("update claims set handed_over_at = now(), handed_over_by = 'me' where id = $1", [prize.claim.id]);
    expect(reasonOf(await prize.giveBack())).toBe("prize-handed-over");
    await other.announce("disqualified");
    expect(await other.run()).toBe(true);
    expect(reasonOf(await other.giveBack())).toBe("prize-replaced");
  });

  test("is to be replaced by the organiser, where the draw's plan knows no consent", async () => {
    const prize = await won(PROTOCOL_1);
    expect(reasonOf(await prize.giveBack("I moved away"))).toBe("done");
    expect(await prize.state()).toBe("declined");
    expect((await prize.transcript()).replacements).toEqual([]);
  });

  test.each(["commit", "rollback"])(
    "at the moment at which it is handed over, does what came first: %s",
    async (end) => {
      const prize = await won();
      await prize.claimIt();
      const counter = await pool.connect();
      await counter.query("begin");
      await counter.query("update claims set handed_over_at = now(), handed_over_by = 'me' where id = $1", [
        prize.claim.id,
      ]);
      const given = prize.giveBack();
      await expect.poll(() => waitingForLocks(pool)).toBe(1);
      await counter.query(end);
      counter.release();
      expect(reasonOf(await given)).toBe(end === "commit" ? "prize-handed-over" : "done");
      expect((await prize.transcript()).replacements).toHaveLength(end === "commit" ? 0 : 1);
    },
  );

  test("and claims it on another phone at the same moment, gets one of both", async () => {
    const prize = await won();
    const phone = await pool.connect();
    await phone.query("begin");
    await phone.query("select from claims where id = $1 for update", [prize.claim.id]);
    const given = prize.giveBack();
    await expect.poll(() => waitingForLocks(pool)).toBe(1);
    const claimed = prize.claimIt();
    await expect.poll(() => waitingForLocks(pool)).toBe(2);
    await phone.query("rollback");
    phone.release();
    expect(reasonOf(await given)).toBe("done");
    expect(["done", "prize-replaced"]).toContain(reasonOf(await claimed));
    expect(await prize.state()).toBe("gone");
  });
});

describe("a winner of whom the organiser says that they withdrew", () => {
  test("keeps the prize by one word, for good", async () => {
    const prize = await won();
    await prize.announce("withdrew");
    expect((await prize.ownState()).asked).toMatchObject({ reason: "withdrew", dueAt: expect.any(Date) });
    expect(reasonOf(await prize.object())).toBe("done");
    expect(reasonOf(await prize.object())).toBe("done");
    expect((await prize.ownState()).asked).toBeNull();
    expect(await readStanding(db, prize.id)).toEqual([]);
    expect(await prize.run()).toBe(false);
    const [announcement, objection] = await prize.leaves();
    expect(objection).toEqual({ ...announcement, kind: "objection" });
    expect(await prize.leaves()).toHaveLength(2);
    expect(await prize.announce("withdrew")).toEqual({ ok: false, refusal: { reason: "winner-keeps-prize" } });
    expect((await prize.transcript()).replacements).toEqual([]);
  });

  test("keeps it by claiming it, too", async () => {
    const prize = await won();
    await prize.announce("withdrew");
    expect(reasonOf(await prize.claimIt())).toBe("done");
    expect(await readStanding(db, prize.id)).toEqual([]);
    expect((await prize.leaves()).map(({ kind }) => kind)).toEqual(["announcement", "objection"]);
  });

  test("can say that it is right: then nobody waits", async () => {
    const prize = await won();
    await prize.announce("withdrew");
    expect(reasonOf(await prize.giveBack())).toBe("done");
    expect(await readStanding(db, prize.id)).toEqual([]);
    expect((await prize.transcript()).replacements).toMatchObject([
      { announced: "", consent: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect(await verdictOf(prize)).toBe("right");
    expect(await prize.run()).toBe(false);
  });

  test.each(["commit", "rollback"])("objects while the site replaces them: what came first holds (%s)", async (end) => {
    const prize = await won();
    await prize.announce("withdrew");
    const client = await pool.connect();
    await client.query("begin");
    await client.query("select from claims where id = $1 for update", [prize.claim.id]);
    await client.query(
      "update replacement_announcements set objected_at = now(), ended_at = now(), ended_as = 'objected' where raffle_id = $1",
      [prize.id],
    );
    const ran = prize.run();
    await expect.poll(() => waitingForLocks(pool)).toBe(1);
    await client.query(end);
    client.release();
    expect(await ran).toBe(true);
    expect((await prize.transcript()).replacements).toHaveLength(end === "commit" ? 0 : 1);
    if (end === "rollback") expect(reasonOf(await prize.object())).toBe("prize-replaced");
  });
});

test("a winner who is disqualified can object, which everybody reads and which decides nothing", async () => {
  const prize = await won();
  expect(reasonOf(await prize.object())).toBe("nothing-announced");
  await prize.announce("disqualified");
  expect(reasonOf(await prize.object())).toBe("done");
  expect(reasonOf(await prize.claimIt())).toBe("done");
  expect(await readStanding(db, prize.id)).toMatchObject([{ reason: "disqualified", objectedAt: prize.deps.clock() }]);
  expect((await prize.leaves()).map(({ kind }) => kind)).toEqual(["announcement", "objection"]);
  expect(await prize.run()).toBe(true);
  expect((await prize.transcript()).replacements).toMatchObject([{ reason: "disqualified", consent: "" }]);
});
