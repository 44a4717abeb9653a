import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { TEST_CHAIN } from "../../tests/support/beacon-relay.ts";
import { drawnClaimsOf } from "../../tests/support/drawn-claims.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { organiserScope } from "../../tests/support/organiser-scope.ts";
import { extendClaim, turnDownClaim } from "./answer-claim.ts";
import { findWinner } from "./desk.ts";
import { recordNotice } from "./record-notice.ts";

const api = await openTestApi({}, { chain: TEST_CHAIN });
const { draw } = drawnClaimsOf(api);
const { site } = api;
const { pool } = api.database;
const CLAIMED_AT = "2026-11-22T10:00:00.123Z";

async function drawnWith(changes: Record<string, unknown> = {}) {
  const raffle = await draw();
  const claimId = raffle.claims[0]?.id ?? "";
  await set(claimId, changes);
  return { raffle, claimId, scope: await organiserScope(site, raffle) };
}

const CLAIMED = { claimed_at: CLAIMED_AT, voucher_code: "0123456789" };

async function set(claimId: string, changes: Record<string, unknown>): Promise<void> {
  for (const [column, value] of Object.entries(changes)) {
    if (column !== "voucher_code" && column !== "claimed_at") {
      await pool.query(`update claims set ${column} = $2 where id = $1`, [claimId, value]);
    }
  }
  if ("claimed_at" in changes) {
    await pool.query("update claims set claimed_at = $2, voucher_code = $3 where id = $1", [
      ...[claimId, changes.claimed_at, changes.voucher_code],
    ]);
  }
}

const rowOf = async (claimId: string) => (await pool.query("select * from claims where id = $1", [claimId])).rows[0];
const answersMailed = async (claimId: string) =>
  (
    await pool.query("select from mails where claim_id = $1 and kind in ('claim-answered', 'claim-extended')", [
      claimId,
    ])
  ).rowCount;
const logged = async (raffleId: string, action: string) =>
  (await pool.query("select after from audit_log where scope_id = $1 and action = $2", [raffleId, action])).rows;
const reasonOf = (outcome: { ok: true } | { ok: false; refusal: { reason: string } }) =>
  outcome.ok ? "done" : outcome.refusal.reason;

describe("turning a claim down", () => {
  test("opens the prize again, takes the voucher's worth, and mails the winner once", async () => {
    const { raffle, claimId, scope } = await drawnWith(CLAIMED);
    const sent = { claimId, claimedAt: CLAIMED_AT, reason: "This is somebody else's ID" };
    for (let times = 0; times < 2; times += 1)
      expect(await turnDownClaim(site, scope, sent)).toMatchObject({ ok: true });
    expect(await rowOf(claimId)).toMatchObject({ claimed_at: null, voucher_code: null, turned_down_for: sent.reason });
    expect(await answersMailed(claimId)).toBe(1);
    expect(await logged(raffle.id, "turn-down-claim")).toMatchObject([{ after: { reason: sent.reason } }]);
  });

  test("leaves a week at least to claim again, so that nobody who claimed in time is said to be unclaimed", async () => {
    const now = new Date("2026-12-01T00:00:00Z");
    for (const [deadline, until] of [
      ["2026-11-30T00:00:00Z", "2026-12-08T00:00:00.000Z"],
      ["2026-12-20T00:00:00Z", "2026-12-20T00:00:00.000Z"],
    ]) {
      const { claimId, scope } = await drawnWith({ ...CLAIMED, claim_by: deadline });
      await turnDownClaim({ ...site, clock: () => now }, scope, { claimId, claimedAt: CLAIMED_AT, reason: "No ID" });
      expect((await rowOf(claimId)).claim_by.toISOString()).toBe(until);
    }
  });

  test("is refused without a reason, of a claim that came later, and once the prize is handed over or gone", async () => {
    const { claimId, scope } = await drawnWith(CLAIMED);
    const turnDown = async (changes = {}) =>
      reasonOf(await turnDownClaim(site, scope, { claimId, claimedAt: CLAIMED_AT, reason: "No", ...changes }));
    expect(await turnDown({ reason: " " })).toBe("invalid-fields");
    expect(await turnDown({ claimedAt: "2026-11-22T10:00:00.122Z" })).toBe("not-claimed");
    for (const unknown of [randomUUID(), "1", ""]) expect(await turnDown({ claimId: unknown })).toBe("claim-not-found");
    const other = await drawnWith();
    expect(reasonOf(await turnDownClaim(site, other.scope, { claimId, claimedAt: CLAIMED_AT, reason: "No" }))).toBe(
      "claim-not-found",
    );
    await pool.query("update claims set handed_over_at = now(), handed_over_by = 'me' where id = $1", [claimId]);
    expect(await turnDown()).toBe("prize-handed-over");
    await pool.query("update claims set handed_over_at = null, gone_at = now() where id = $1", [claimId]);
    expect(await turnDown()).toBe("prize-replaced");
    expect(await rowOf(claimId)).toMatchObject({ voucher_code: "0123456789" });
  });
});

describe("more time", () => {
  const until = "2026-12-31";
  const clock = () => new Date("2026-12-01T00:00:00Z");

  test("goes to the end of the day where the site is, and is mailed once", async () => {
    const { raffle, claimId, scope } = await drawnWith({ claim_by: "2026-11-30T00:00:00Z" });
    const sent = { claimId, until, reason: "Was in hospital" };
    for (let times = 0; times < 2; times += 1) {
      expect(await extendClaim({ ...site, clock }, scope, sent)).toMatchObject({ ok: true });
    }
    expect((await rowOf(claimId)).claim_by.toISOString()).toBe("2026-12-31T15:59:59.000Z");
    expect(await answersMailed(claimId)).toBe(1);
    expect(await logged(raffle.id, "extend-claim")).toMatchObject([{ after: { reason: "Was in hospital" } }]);
  });

  test.each([
    ["a day that has passed", { until: "2026-11-29" }, "invalid-fields"],
    ["no day", { until: "31 December" }, "invalid-fields"],
    ["a day after more than a year", { until: "2027-12-03" }, "invalid-fields"],
    ["an earlier day", { until: "2026-12-02" }, "invalid-fields"],
    ["no reason", { reason: "" }, "invalid-fields"],
  ])("is refused for %s", async (_, changes, reason) => {
    const { claimId, scope } = await drawnWith({ claim_by: "2026-12-05T00:00:00Z" });
    const sent = { claimId, until, reason: "Late", ...changes };
    expect(reasonOf(await extendClaim({ ...site, clock }, scope, sent))).toBe(reason);
    expect(await answersMailed(claimId)).toBe(0);
  });

  test.each<[string, string, boolean]>([
    ["has an email", "select 1", true],
    ["left none", "update entries set email = '', email_key = null where id = $1", false],
    ["was left out of the mails", "update claims set is_mailed = false where entry_id = $1", false],
    ["came to it without one", "update claims set is_mailed = false, opened_at = now() where entry_id = $1", true],
  ])("of a winner who %s is mailed where the desk says so", async (_who, change, isReached) => {
    const { claimId, scope } = await drawnWith({ claim_by: "2026-11-30T00:00:00Z" });
    const { entry_id: entryId, ticket } = await rowOf(claimId);
    await pool.query(change, change.includes("$1") ? [entryId] : []);
    expect(await findWinner(site.db, scope, ticket)).toMatchObject([{ id: claimId, isReached }]);
    const sent = { claimId, until, reason: "Was ill" };
    expect(await extendClaim({ ...site, clock }, scope, sent)).toMatchObject({ ok: true });
    expect(await answersMailed(claimId)).toBe(isReached ? 1 : 0);
  });

  test("is refused for a prize that is claimed", async () => {
    const { claimId, scope } = await drawnWith(CLAIMED);
    expect(reasonOf(await extendClaim(site, scope, { claimId, until: "2027-06-01", reason: "Late" }))).toBe(
      "prize-claimed",
    );
  });
});

describe("a notice by hand", () => {
  const NOTICE = { way: "letter", reached: "12 Rizal St", answer: "RR 123 456 789 PH", at: "" };

  test("is kept once, with who wrote it down, and what it says is not in the log", async () => {
    const { raffle, claimId, scope } = await drawnWith();
    const sent = { ...NOTICE, claimId, noticeId: randomUUID(), at: "2026-11-01T09:30" };
    for (let times = 0; times < 2; times += 1)
      expect(await recordNotice(site, scope, sent)).toMatchObject({ ok: true });
    const { rows } = await pool.query("select way, reached, answer, at, actor from claim_notices where claim_id = $1", [
      claimId,
    ]);
    const { claimId: _, noticeId: __, ...stored } = sent;
    expect(rows).toEqual([{ ...stored, at: new Date("2026-11-01T01:30:00Z"), actor: scope.actor }]);
    const log = await logged(raffle.id, "record-notice");
    expect(log).toMatchObject([{ after: { way: "letter" } }]);
    expect(JSON.stringify(log)).not.toMatch(/Rizal|RR 123/);
  });

  test.each([
    ["another way", { way: "mail" }, "invalid-fields"],
    ["nobody reached", { reached: "" }, "invalid-fields"],
    ["nothing said", { answer: "" }, "invalid-fields"],
    ["a time to come", { at: "2999-01-01T00:00" }, "invalid-fields"],
    ["no time", { at: "yesterday" }, "invalid-fields"],
    ["another claim", { claimId: randomUUID() }, "claim-not-found"],
    ["no id", { noticeId: "1" }, "claim-not-found"],
  ])("is refused for %s", async (_, changes, reason) => {
    const { claimId, scope } = await drawnWith();
    const sent = { ...NOTICE, claimId, noticeId: randomUUID(), ...changes };
    expect(reasonOf(await recordNotice(site, scope, sent))).toBe(reason);
  });

  test("is refused after very many", async () => {
    const { raffle, claimId, scope } = await drawnWith();
    await pool.query(
      `insert into claim_notices select $1, $2, gen_random_uuid(), now(), 'call', 'x', 'y', 'z' from generate_series(1, 200)`,
      [raffle.id, claimId],
    );
    expect(reasonOf(await recordNotice(site, scope, { ...NOTICE, claimId, noticeId: randomUUID() }))).toBe(
      "too-many-notices",
    );
  });
});
