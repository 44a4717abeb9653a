import { beforeEach, describe, expect, it, test } from "vitest";
import { proveOrganiser } from "#src/access/organiser.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { countEntries } from "#src/entries/lists/entry-counts.ts";
import { indexNextEntries } from "#src/entries/lists/search-index.ts";
import { holdUnlocked } from "#src/raffles/list-lock.ts";
import { asOrganiser, entryBody, type TestRaffle } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { readLedger } from "../read.ts";
import { type ClaimDecision, decideClaims } from "./decide-claims.ts";

const { database, ...api } = await openTestApi();
const { db, pool } = database;

let raffle: TestRaffle;
let scope: OrganiserScope;
let [said, checked] = ["", ""];

beforeEach(async () => {
  raffle = await api.createRaffle({
    drawRequires: "any-rule",
    drawWeight: "drops",
    rules: [
      { details: "Follow our page", drops: 1 },
      { details: "Buy something", drops: 5, proof: "checked" },
    ],
  });
  [said, checked] = raffle.rules.map(({ id }) => id) as [string, string];
  const claim = { raffle: raffle.id, accessCode: raffle.accessCode };
  const proved = await proveOrganiser({ ...api.site, reader: db, address: "192.0.2.1" }, claim);
  if (!proved.ok) throw new Error(proved.refusal.reason);
  scope = proved.value;
});

const decide = (entryCode: string, decision: Partial<ClaimDecision> = {}) =>
  decideClaims(api.site, scope, { ruleId: checked, entryCodes: [entryCode], isDone: true, ...decision });
const refusal = { isDone: false, reason: "No receipt" };

async function stored(code: string) {
  const { rows } = await pool.query(
    `select id, done_rules as done, claimed_rules as claimed, earned, earned_rows as rows from entries where entry_code = $1`,
    [code],
  );
  return rows[0];
}

const seen = async (code: string) =>
  (await api.ask("GET", `/entries/${code}`)).body as {
    entry: { drops: number };
    rules: { ruleId: string; status: string; claimed: boolean }[];
    standing: { state: string; chances?: number };
  };

it("stays refused where many are confirmed at once, until it is confirmed by itself or ticked again", async () => {
  const [refused, again, other] = (await Promise.all(
    Array.from({ length: 3 }, () => api.enter(raffle, entryBody({ rules: [checked] }))),
  )) as [string, string, string];
  for (const code of [refused, again]) await decide(code, refusal);
  await pool.query("update entries set claimed_rules = $2 where entry_code = $1", [again, [checked]]);
  const all = await decide(other, { entryCodes: [refused, again, other] });
  expect(all).toEqual({ ok: true, value: { changed: 2, refused: 1 } });
  expect((await stored(refused)).done).toEqual([]);
  for (const code of [again, other]) expect((await stored(code)).done).toEqual([checked]);
  expect(await decide(refused)).toEqual({ ok: true, value: { changed: 1, refused: 0 } });
  expect((await stored(refused)).done).toEqual([checked]);
});

describe("a rule that the shop checks", () => {
  it("is claimed by a tick, which counts for nothing until it is confirmed", async () => {
    const code = await api.enter(raffle, entryBody({ rules: [checked] }));
    expect(await stored(code)).toMatchObject({ done: [], claimed: [checked], earned: {}, rows: 0 });
    expect(await seen(code)).toMatchObject({
      entry: { drops: 0 },
      rules: [
        { status: "Pending", claimed: false },
        { status: "Pending", claimed: true },
      ],
      standing: { state: "not-yet" },
    });
    expect(await decide(code)).toEqual({ ok: true, value: { changed: 1, refused: 0 } });
    expect(await stored(code)).toMatchObject({ done: [checked], claimed: [], earned: { [checked]: 5 }, rows: 1 });
    expect(await seen(code)).toMatchObject({
      entry: { drops: 5 },
      rules: [{ status: "Pending" }, { status: "Done", claimed: false }],
      standing: { state: "in", chances: 5 },
    });
    expect(await decide(code)).toEqual({ ok: true, value: { changed: 0, refused: 0 } });
    for (const round of ["pending", "indexed"]) {
      expect([round, (await countEntries(db, scope)).drops]).toEqual([round, 5]);
      while ((await indexNextEntries(db)).changes > 0);
    }
  });

  it("is refused with a reason, and may be claimed again", async () => {
    const code = await api.enter(raffle, entryBody({ rules: [said, checked] }));
    expect(await decide(code, { isDone: false })).toMatchObject({ refusal: { reason: "invalid-fields" } });
    expect(await decide(code, refusal)).toEqual({ ok: true, value: { changed: 1, refused: 0 } });
    expect(await stored(code)).toMatchObject({ done: [said], claimed: [], earned: {}, rows: 1 });
    expect(await decide(code, refusal)).toEqual({ ok: true, value: { changed: 0, refused: 0 } });
    expect(await api.ask("PATCH", `/entries/${code}`, { rules: [checked, said] })).toMatchObject({ status: 200 });
    expect(await stored(code)).toMatchObject({ done: [said], claimed: [checked] });
    await decide(code);
    expect(await seen(code)).toMatchObject({ entry: { drops: 6 }, standing: { chances: 6 } });
  });

  it("is taken back by a row, and nothing of the ledger changes or goes", async () => {
    const code = await api.enter(raffle);
    await decide(code);
    await decide(code, refusal);
    expect(await stored(code)).toMatchObject({ done: [], claimed: [], earned: {}, rows: 2 });
    const { id } = await stored(code);
    const ledger = await readLedger(db, { raffleId: raffle.id, entryId: id });
    expect(ledger).toMatchObject([
      { drops: 5, way: "checked", reason: "", withdraws: null },
      { drops: -5, reason: "No receipt", withdraws: ledger[0]?.id },
    ]);
    await expect(pool.query("update earned_drops set drops = 9 where entry_id = $1", [id])).rejects.toThrow(
      "only grows",
    );
    await expect(pool.query("delete from earned_drops where entry_id = $1", [id])).rejects.toThrow("only grows");
    await decide(code);
    expect(await stored(code)).toMatchObject({ done: [checked], earned: { [checked]: 5 }, rows: 3 });
    const { rows } = await pool.query(
      "select action, subject, after from audit_log where entry_id = $1 order by at, id",
      [id],
    );
    expect(rows).toMatchObject([
      { action: "confirm-rule", subject: code, after: { rule: "Buy something", drops: 5 } },
      { action: "withdraw-drops", after: { drops: -5, reason: "No receipt" } },
      { action: "confirm-rule" },
    ]);
  });

  it("is not ticked or unticked by its entrant once it is confirmed, or by the organiser's edit", async () => {
    const code = await api.enter(raffle, entryBody({ rules: [said] }));
    await decide(code);
    expect(await api.ask("PATCH", `/entries/${code}`, { rules: [] })).toMatchObject({ status: 200 });
    expect(await stored(code)).toMatchObject({ done: [checked], earned: { [checked]: 5 } });
    const headers = asOrganiser(raffle.codeId, raffle.accessCode);
    const rules = [{ ruleId: checked, status: "Pending" }];
    await api.ask("PATCH", `/entries/${code}`, { rules }, headers);
    expect(await stored(code)).toMatchObject({ done: [checked] });
    const other = await api.enter(raffle, entryBody({ rules: [checked] }));
    await api.ask("PATCH", `/entries/${other}`, { rules: [said] }, headers);
    expect(await stored(other)).toMatchObject({ done: [said], claimed: [checked] });
    expect(await api.ask("PATCH", `/entries/${other}`, { rules: [checked] }, headers)).toMatchObject({ status: 422 });
  });

  it("comes back with an entry whose deletion is undone, and goes with one that is erased", async () => {
    const code = await api.enter(raffle);
    await decide(code);
    const before = await stored(code);
    const headers = asOrganiser(raffle.codeId, raffle.accessCode);
    expect((await api.send("DELETE", `/entries/${code}`, undefined, headers)).ok).toBe(true);
    const rowsOf = async () =>
      (await pool.query("select drops from earned_drops where entry_id = $1", [before.id])).rows;
    expect(await rowsOf()).toEqual([]);
    const { undoDeletion } = await import("#src/entries/edit/undo-deletion.ts");
    expect(await undoDeletion(api.site, scope, before.id)).toMatchObject({ ok: true });
    expect([await stored(code), await rowsOf()]).toEqual([before, [{ drops: 5 }]]);
  });

  it("stays proved as it is once somebody has joined", async () => {
    const headers = asOrganiser(raffle.codeId, raffle.accessCode);
    const [first, second] = raffle.rules;
    const rules = [first, { ...second, proof: "said" }];
    const edit = (version: number) => api.ask("PATCH", `/raffles/${raffle.id}`, { version, rules }, headers);
    await api.enter(raffle);
    expect(await edit(1)).toMatchObject({ status: 422, body: { errors: { "rules.1.proof": expect.anything() } } });
  });
});

test("of many decisions at once about one entry, one grants", async () => {
  const code = await api.enter(raffle);
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => decide(code)));
  expect(outcomes.map((one) => one.ok && one.value.changed).toSorted()).toEqual([...Array(11).fill(0), 1]);
  expect(await stored(code)).toMatchObject({ earned: { [checked]: 5 }, rows: 1 });
  // Control: two rows with different sources would both count.
  const { id } = await stored(code);
  const { addRows } = await import("../write.ts");
  const row = { entryId: id, ruleId: checked, way: "checked", drops: 5, sourceKey: "another" } as const;
  await inTransaction(db, (tx) => addRows(tx, raffle.id, [row], { by: { actor: "test" }, at: new Date() }));
  expect(await stored(code)).toMatchObject({ earned: { [checked]: 10 }, rows: 2 });
  // What counts is what the rule is worth.
  expect(await seen(code)).toMatchObject({ entry: { drops: 5 } });
});

test("a decision is refused once the list is locked, or being locked", async () => {
  const code = await api.enter(raffle);
  const refused = { ok: false, refusal: { reason: "list-locked" } };
  await inTransaction(db, async (tx) => {
    await tx.selectFrom("raffles").select("id").where("id", "=", raffle.id).forUpdate().execute();
    expect(await decide(code)).toMatchObject(refused);
    // Control: nothing but the lock refuses it.
    expect(await holdUnlocked(tx, raffle.id, { by: "shop" })).toEqual({ ok: true, value: undefined });
  });
  await pool.query("update raffles set locked_at = now() where id = $1", [raffle.id]);
  expect(await decide(code)).toMatchObject(refused);
  expect(await stored(code)).toMatchObject({ earned: {}, rows: 0 });
});
