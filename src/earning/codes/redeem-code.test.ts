import { beforeEach, describe, expect, it, test } from "vitest";
import { proveEntrant } from "#src/access/entrant.ts";
import { findContact } from "#src/access/entrant-contact.ts";
import { proveOrganiser } from "#src/access/organiser.ts";
import type { EntrantScope, OrganiserScope } from "#src/access/scope.ts";
import { systemClock } from "#src/base/clock.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { createTestApi, type TestRaffle } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { addRows } from "../write.ts";
import { countByHour, listBatches, makeBatch, stopBatch } from "./batches.ts";
import { codeForTill, codesCsv, codesOf, openBatch } from "./hand-out.ts";
import { redeemCode } from "./redeem-code.ts";
import { createRedemptions } from "./redemptions.ts";

const { database, ...api } = await openTestApi();
const { db, pool } = database;

let raffle: TestRaffle;
let scope: OrganiserScope;
let rule: string;

beforeEach(async () => {
  ({ raffle, scope } = await raffleWithCodes());
  rule = raffle.rules[1]?.id ?? "";
});

async function raffleWithCodes() {
  const made = await api.createRaffle({
    drawRequires: "any-rule",
    drawWeight: "drops",
    rules: [
      { details: "Follow our page", drops: 1 },
      { details: "Buy for ₱500", drops: 2, proof: "code", maxTimes: 3 },
    ],
  });
  const claim = { raffle: made.id, accessCode: made.accessCode };
  const proved = await proveOrganiser({ ...api.site, reader: db, address: "192.0.2.1" }, claim);
  if (!proved.ok) throw new Error(proved.refusal.reason);
  return { raffle: made, scope: proved.value };
}

async function codes(count: number, of = scope, ruleId = rule): Promise<{ id: string; list: string[] }> {
  const made = await makeBatch(api.site, of, { name: "Rolls", ruleId, codes: count });
  if (!made.ok) throw new Error(made.refusal.reason);
  return { id: made.value.id, list: await read(made.value.id, of) };
}

async function read(id: string, of = scope): Promise<string[]> {
  const batch = await openBatch(api.site, of, id);
  if (!batch.ok) throw new Error(batch.refusal.reason);
  const list: string[] = [];
  for await (const some of codesOf(api.site, of, batch.value)) list.push(...some.map(({ code }) => code));
  return list;
}

async function enter(of = raffle): Promise<{ entryCode: string; entrant: EntrantScope }> {
  const entryCode = await api.enter(of);
  const { site } = api;
  const proved = await proveEntrant({ ...site, reader: db, address: "192.0.2.1" }, { entryCode, raffleId: of.id });
  if (!proved.ok) throw new Error(proved.refusal.reason);
  return { entryCode, entrant: proved.value };
}

const redeem = (entrant: EntrantScope, code = "", address = "192.0.2.1") =>
  redeemCode({ ...api.site, address }, entrant, code);

async function stored({ raffleId, entryId }: EntrantScope) {
  const { rows } = await pool.query(
    `select earned, earned_rows as rows, done_rules as done,
       (select count(*)::int from drop_codes where raffle_id = $1 and entry_id = $2) as codes
     from entries where raffle_id = $1 and id = $2`,
    [raffleId, entryId],
  );
  return rows[0];
}

const refused = (reason: string) => ({ ok: false, refusal: { reason } });
const COUNTED = { ok: true, value: { drops: 2, rule: "Buy for ₱500" } };

describe("a code", () => {
  it("counts once, and answers the same to the entry that sent it, and to nobody else", async () => {
    const { list } = await codes(3);
    const [{ entrant }, other] = [await enter(), await enter()];
    expect(await redeem(entrant, list[0])).toEqual(COUNTED);
    expect(await redeem(entrant, list[0]?.toLowerCase())).toEqual(COUNTED);
    expect(await redeem(other.entrant, list[0])).toMatchObject(refused("drop-code-used"));
    expect(await stored(entrant)).toEqual({ earned: { [rule]: 2 }, rows: 1, done: [rule], codes: 1 });
    expect(await stored(other.entrant)).toMatchObject({ earned: {}, rows: 0, codes: 0 });
  });

  it("counts no more often than the rule says, and stays unused then", async () => {
    const { list } = await codes(4);
    const { entrant } = await enter();
    for (const code of list.slice(0, 3)) expect(await redeem(entrant, code)).toEqual(COUNTED);
    expect(await redeem(entrant, list[3])).toMatchObject(refused("drop-codes-enough"));
    expect(await stored(entrant)).toMatchObject({ earned: { [rule]: 6 }, codes: 3 });
    expect(await redeem((await enter()).entrant, list[3])).toEqual(COUNTED);
  });

  it("is none where it is mistyped, made up, or of another raffle", async () => {
    const { list } = await codes(1);
    const other = await raffleWithCodes();
    const theirs = await codes(1, other.scope, other.raffle.rules[1]?.id);
    const { entrant } = await enter();
    expect(await redeem(entrant, " ")).toMatchObject({ refusal: { fields: { code: [{ key: "dropCodeRequired" }] } } });
    expect(await redeem(entrant, `${list[0]?.slice(0, -1)}?`)).toMatchObject({
      refusal: { fields: { code: [{ key: "dropCodeMistyped" }] } },
    });
    expect(await redeem(entrant, theirs.list[0])).toMatchObject(refused("drop-code-not-found"));
    expect(await stored(entrant)).toMatchObject({ rows: 0 });
  });

  it("of a stopped batch is worth nothing; what was redeemed stays", async () => {
    const { id, list } = await codes(2);
    const { entrant } = await enter();
    await redeem(entrant, list[0]);
    expect(await stopBatch(api.site, scope, id)).toEqual({ ok: true, value: { name: "Rolls" } });
    expect(await stopBatch(api.site, scope, id)).toMatchObject(refused("code-batch-stopped"));
    expect(await redeem(entrant, list[1])).toMatchObject(refused("drop-code-stopped"));
    expect(await redeem(entrant, list[0])).toEqual(COUNTED);
    expect(await stored(entrant)).toMatchObject({ earned: { [rule]: 2 } });
    expect(await openBatch(api.site, scope, id)).toMatchObject(refused("code-batch-stopped"));
    const { rows } = await pool.query("select sealed_seed from code_batches where id = $1", [id]);
    expect(rows).toEqual([{ sealed_seed: null }]);
  });

  it("is too late once the list is locked or entries have ended, but answers what it gave", async () => {
    const { list } = await codes(2);
    const { entrant } = await enter();
    await redeem(entrant, list[0]);
    await pool.query("update raffles set due_date = now() - interval '1 minute' where id = $1", [raffle.id]);
    expect(await redeem(entrant, list[1])).toMatchObject(refused("too-late"));
    await pool.query("update raffles set locked_at = now() where id = $1", [raffle.id]);
    expect(await redeem(entrant, list[1])).toMatchObject(refused("too-late"));
    expect(await redeem(entrant, list[0])).toEqual(COUNTED);
    expect(await stored(entrant)).toMatchObject({ codes: 1 });
  });

  it("stays used when its entry is erased", async () => {
    const { list } = await codes(1);
    const { entrant } = await enter();
    await redeem(entrant, list[0]);
    expect(await findContact(db, entrant)).not.toBeNull();
    await pool.query("delete from entries where id = $1", [entrant.entryId]);
    expect(await redeem((await enter()).entrant, list[0])).toMatchObject(refused("drop-code-used"));
  });

  it("leaves room for another where its drops were taken back", async () => {
    const { list } = await codes(4);
    const { entrant } = await enter();
    for (const code of list.slice(0, 3)) await redeem(entrant, code);
    const { rows } = await pool.query("select id from earned_drops where entry_id = $1 limit 1", [entrant.entryId]);
    const { entryId } = entrant;
    const back = { entryId, ruleId: rule, way: "code", drops: -2, sourceKey: `back ${rows[0].id}` } as const;
    await inTransaction(db, (tx) =>
      addRows(tx, raffle.id, [{ ...back, withdraws: rows[0].id, reason: "Not bought" }], {
        ...{ by: { actor: "test" }, at: new Date() },
      }),
    );
    expect(await redeem(entrant, list[3])).toEqual(COUNTED);
  });
});

test("of a hundred phones with one code at once, one counts; a hundred codes all count", async () => {
  const { list } = await codes(101);
  const entrants = await Promise.all(Array.from({ length: 100 }, async () => (await enter()).entrant));
  // A batch of one process decides in memory who is first. Processes of their own are held apart by the code's row.
  const inProcessOfItsOwn = (entrant: EntrantScope) =>
    redeemCode(
      { ...api.site, redemptions: createRedemptions(db, systemClock), address: "192.0.2.1" },
      entrant,
      list[100] ?? "",
    );
  const same = await Promise.all(
    entrants.map((entrant, place) => (place % 2 ? redeem(entrant, list[100]) : inProcessOfItsOwn(entrant))),
  );
  expect(same.filter(({ ok }) => ok)).toEqual([COUNTED]);
  expect(same.filter((one) => !one.ok && one.refusal.reason === "drop-code-used")).toHaveLength(99);
  // Control: what holds the others up is the code, and nothing else.
  const own = await Promise.all(entrants.map((entrant, place) => redeem(entrant, list[place])));
  expect(own.filter(({ ok }) => ok)).toHaveLength(100);
  const { rows } = await pool.query("select sum(drops)::int as drops from earned_drops where raffle_id = $1", [
    raffle.id,
  ]);
  expect(rows).toEqual([{ drops: 202 }]);
}, 60_000);

test("one entry that sends ten codes at once gets as many as count", async () => {
  const { list } = await codes(10);
  const { entrant } = await enter();
  const outcomes = await Promise.all(list.map((code) => redeem(entrant, code)));
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(3);
  expect(await stored(entrant)).toMatchObject({ earned: { [rule]: 6 }, codes: 3 });
});

describe("a batch", () => {
  it("gives the same codes whenever it is downloaded, and stores them as it hands them out", async () => {
    const { id, list } = await codes(12);
    expect(await read(id)).toEqual(list);
    const batch = await openBatch(api.site, scope, id);
    if (!batch.ok) throw new Error(batch.refusal.reason);
    let csv = "";
    for await (const lines of codesCsv(api.site, scope, { batch: batch.value, linkOf: (code) => `x/${code}` }))
      csv += lines;
    expect(csv.split("\r\n")).toHaveLength(14);
    expect(csv).toContain(`\r\n1,${list[0]?.replace(/(.{4})(.{4})/, "$1-$2-")},x/${list[0]}\r\n`);
    const { rows } = await pool.query("select count(*)::int as count from drop_codes where batch_id = $1", [id]);
    expect(rows).toEqual([{ count: 12 }]);
    await redeem((await enter()).entrant, list[0]);
    expect(await listBatches(db, scope)).toMatchObject([{ id, codes: 12, stored: 12, used: 1, stoppedAt: null }]);
    expect(await countByHour(db, scope)).toMatchObject([{ batchId: id, used: 1 }]);
    const log = await pool.query(
      "select action, subject from audit_log where scope_id = $1 and action like '%codes' order by id",
      [raffle.id],
    );
    expect(log.rows.map(({ action }) => action)).toEqual(["make-codes", ...Array(3).fill("download-codes")]);
  });

  it("keeps neither codes nor what they are made of in the clear", async () => {
    const { id, list } = await codes(5);
    const { rows } = await pool.query(
      `select row_to_json(drop_codes)::text as row from drop_codes where batch_id = $1
       union all select row_to_json(code_batches)::text from code_batches where id = $1`,
      [id],
    );
    for (const code of list) expect(JSON.stringify(rows)).not.toContain(code);
  });

  it("of a till gives one code for a key, however often and at once it is asked", async () => {
    const made = await makeBatch(api.site, scope, { name: "Till 1", ruleId: rule, kind: "till" });
    if (!made.ok) throw new Error(made.refusal.reason);
    const { id } = made.value;
    const ask = (key: unknown) => codeForTill(api.site, scope, { id, sent: { key } });
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => ask("R-4711")));
    expect(new Set(outcomes.map((one) => one.ok && one.value.code)).size).toBe(1);
    const another = await ask("R-4712");
    expect(another).not.toEqual(outcomes[0]);
    expect(await ask("")).toMatchObject({ refusal: { fields: { key: [{ key: "codeKeyRequired" }] } } });
    expect(await listBatches(db, scope)).toMatchObject([{ codes: 2, stored: 2 }]);
    const { entrant } = await enter();
    expect(await redeem(entrant, another.ok ? another.value.code : "")).toEqual(COUNTED);
    expect(await openBatch(api.site, scope, id)).toMatchObject(refused("code-batch-not-found"));
  });

  it("is for a rule that is proved by codes, and of a size that is one", async () => {
    const other = raffle.rules[0]?.id;
    const make = (sent: object) => makeBatch(api.site, scope, { name: "X", ruleId: rule, codes: 1, ...sent });
    for (const sent of [{ ruleId: other }, { codes: 0 }, { codes: 1_000_001 }, { codes: undefined }, { name: " " }]) {
      expect(await make(sent)).toMatchObject(refused("invalid-fields"));
    }
    expect(await makeBatch(api.site, scope, null)).toMatchObject(refused("invalid-fields"));
  });

  it("is one of so many that a raffle without an account fills no disk", async () => {
    const make = (count: number) => makeBatch(api.site, scope, { name: "Rolls", ruleId: rule, codes: count });
    const full = { refusal: { fields: { codes: [{ key: "codesTooMany" }] } } };
    expect(await make(20_001)).toMatchObject(full);
    const made = await Promise.all([make(15_000), make(15_000)]);
    expect(made.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await make(5_001)).toMatchObject(full);
    expect(await make(5_000)).toMatchObject({ ok: true });
    expect(await makeBatch(api.site, scope, { name: "Till", ruleId: rule, kind: "till" })).toMatchObject(full);
  });

  it("of a till gives no more than the raffle may have, however many ask at once", async () => {
    const till = await makeBatch(api.site, scope, { name: "Till", ruleId: rule, kind: "till" });
    const rolls = await makeBatch(api.site, scope, { name: "Rolls", ruleId: rule, codes: 19_998 });
    const id = till.ok && rolls.ok ? till.value.id : "";
    const keys = Array.from({ length: 10 }, (_, n) => `R-${n}`);
    const given = await Promise.all(keys.map((key) => codeForTill(api.site, scope, { id, sent: { key } })));
    expect(given.filter(({ ok }) => ok)).toHaveLength(2);
    expect(await listBatches(db, scope)).toMatchObject([{ codes: 19_998 }, { codes: 2 }]);
  });

  it("of a till ends with the raffle: nobody gets a code that nobody can use", async () => {
    const made = await makeBatch(api.site, scope, { name: "Till 1", ruleId: rule, kind: "till" });
    const id = made.ok ? made.value.id : "";
    await pool.query("update raffles set due_date = now() - interval '1 minute' where id = $1", [raffle.id]);
    expect(await codeForTill(api.site, scope, { id, sent: { key: "R-1" } })).toMatchObject(refused("too-late"));
  });
});

test("guessed codes cost a puzzle after some tries; mistyped ones do not count, nor do used ones", async () => {
  const limited = createTestApi(db, { RATE_LIMITS: "on" });
  const { list } = await codes(1);
  const other = await raffleWithCodes();
  const theirs = (await codes(40, other.scope, other.raffle.rules[1]?.id)).list;
  const { entrant } = await enter();
  const guess = (code = "", address = "203.0.113.9") => redeemCode({ ...limited.site, address }, entrant, code);
  for (let tries = 0; tries < 30; tries += 1) await guess("ABCDEFGHJKLX");
  const reasons: string[] = [];
  for (const code of theirs) {
    const outcome = await guess(code);
    if (!outcome.ok) reasons.push(outcome.refusal.reason);
  }
  expect(reasons.indexOf("challenge-required")).toBe(15);
  expect(await guess(list[0], "198.51.100.20")).toEqual(COUNTED);
});
