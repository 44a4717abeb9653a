import { beforeEach, expect, it, test } from "vitest";
import { proveOrganiser } from "#src/access/organiser.ts";
import type { OrganiserScope, StaffScope } from "#src/access/scope.ts";
import { makeHelper } from "#src/access/staff/helper-links.ts";
import { helperPass, proveStaff } from "#src/access/staff/staff.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { entryBody, type TestRaffle } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { addRows } from "../write.ts";
import { decideClaims } from "./decide-claims.ts";

const { database, ...api } = await openTestApi();
const { db, pool } = database;
const deps = { ...api.site, reader: db, address: "192.0.2.1" };
const RULES = { drawRequires: "none", drawWeight: "drops", rules: [{ details: "Buy", drops: 5, proof: "checked" }] };

let raffle: TestRaffle;
let ruleId = "";
let organiser: OrganiserScope;

beforeEach(async () => {
  raffle = await api.createRaffle(RULES);
  ruleId = raffle.rules[0]?.id ?? "";
  const proved = await proveOrganiser(deps, { raffle: raffle.id, accessCode: raffle.accessCode });
  if (!proved.ok) throw new Error(proved.refusal.reason);
  organiser = proved.value;
});

/** Opens a link of the raffle in a browser. @returns the link, and the browser's cookies */
async function openLink(name: string, permissions: string[]) {
  const made = await makeHelper(api.site, organiser, { name, permissions });
  if (!made.ok) throw new Error(made.refusal.reason);
  const { name: cookie, value } = helperPass({ ...api.site, cookies: "", now: api.site.clock() }, made.value.id);
  return { id: made.value.id, pass: `${cookie}=${value}` };
}

async function helper(name: string): Promise<StaffScope<"confirm-rules">> {
  const { pass } = await openLink(name, ["confirm-rules"]);
  const proved = await proveStaff({ ...deps, pass }, { raffle: raffle.id }, "confirm-rules");
  if (!proved.ok) throw new Error(proved.refusal.reason);
  return proved.value;
}

const confirm = (scope: StaffScope<"confirm-rules">, code: string) =>
  decideClaims(api.site, scope, { ruleId, entryCodes: [code], isDone: true });
const refuse = (scope: StaffScope<"confirm-rules">, code: string) =>
  decideClaims(api.site, scope, { ruleId, entryCodes: [code], isDone: false, reason: "No receipt" });

async function ledger(code: string) {
  const { rows } = await pool.query(
    `select drops, given_by as by, helper_id as link, reason from earned_drops
     where entry_id = (select id from entries where entry_code = $1) order by at, id`,
    [code],
  );
  return rows;
}

it("is a helper's to confirm or to refuse, and the ledger names their link", async () => {
  const { id, pass } = await openLink("Ana", ["look-up-entries", "confirm-rules"]);
  const proved = await proveStaff({ ...deps, pass }, { raffle: raffle.codeId }, "confirm-rules");
  if (!proved.ok) throw new Error(proved.refusal.reason);
  const [one, other] = [await api.enter(raffle), await api.enter(raffle, entryBody({ rules: [ruleId] }))];
  expect(await confirm(proved.value, one)).toEqual({ ok: true, value: { changed: 1, refused: 0 } });
  expect(await refuse(proved.value, other)).toEqual({ ok: true, value: { changed: 1, refused: 0 } });
  expect(await ledger(one)).toEqual([{ drops: 5, by: "Ana (helper)", link: id, reason: "" }]);
  expect(await ledger(other)).toEqual([{ drops: 0, by: "Ana (helper)", link: id, reason: "No receipt" }]);
  const logged = db.selectFrom("auditLog").select(["actor", "action"]).where("subject", "in", [one, other]);
  expect((await logged.execute()).map(({ actor, action }) => `${actor}: ${action}`).toSorted()).toEqual([
    "Ana (helper): confirm-rule",
    "Ana (helper): refuse-claim",
  ]);
});

it("is not taken back at the counter, but by the organiser", async () => {
  const [ana, code] = [await helper("Ana"), await api.enter(raffle)];
  await confirm(ana, code);
  expect(await refuse(ana, code)).toEqual({ ok: true, value: { changed: 0, refused: 0 } });
  expect(await ledger(code)).toHaveLength(1);
  const taken = { ruleId, entryCodes: [code], isDone: false, reason: "Returned" };
  expect(await decideClaims(api.site, organiser, taken)).toEqual({ ok: true, value: { changed: 1, refused: 0 } });
  expect(await ledger(code)).toMatchObject([{ drops: 5 }, { drops: -5, link: null, reason: "Returned" }]);
});

it("is nobody's whose link does not allow it, or is of another raffle, or has ended", async () => {
  const { pass } = await openLink("Ben", ["look-up-entries", "add-entries", "show-codes", "validate-vouchers"]);
  const at = (raffleId: string, held: string) =>
    proveStaff({ ...deps, pass: held }, { raffle: raffleId }, "confirm-rules");
  expect(await at(raffle.id, pass)).toMatchObject({ refusal: { reason: "permission-missing" } });
  const own = await openLink("Cora", ["confirm-rules"]);
  const other = await api.createRaffle({ ...RULES, name: "Other" });
  expect(await at(other.id, own.pass)).toMatchObject({ refusal: { reason: "staff-only" } });
  expect(await at(raffle.id, "")).toMatchObject({ refusal: { reason: "staff-only" } });
  // An entry of another raffle is none here.
  const code = await api.enter(other);
  expect(await confirm(await helper("Dado"), code)).toEqual({ ok: true, value: { changed: 0, refused: 0 } });
  expect(await ledger(code)).toEqual([]);
  expect(await at(raffle.id, own.pass)).toMatchObject({ ok: true });
  await pool.query("delete from raffle_helpers where id = $1", [own.id]);
  expect(await at(raffle.id, own.pass)).toMatchObject({ refusal: { reason: "staff-only" } });
});

test("two phones that confirm at once give one grant", async () => {
  const scopes = [await helper("Ana"), await helper("Ben")];
  for (let round = 0; round < 5; round += 1) {
    const code = await api.enter(raffle, entryBody({ rules: [ruleId] }));
    const outcomes = await Promise.all([...scopes, ...scopes].map((scope) => confirm(scope, code)));
    expect(outcomes.map((one) => one.ok && one.value.changed).toSorted()).toEqual([0, 0, 0, 1]);
    expect(await ledger(code)).toHaveLength(1);
  }
  // Control: without the lock on the entry each phone has its own source, and both would count.
  const code = await api.enter(raffle);
  const { rows } = await pool.query("select id from entries where entry_code = $1", [code]);
  const entryId: string = rows[0].id;
  for (const by of scopes) {
    const row = { entryId, ruleId, way: "checked", drops: 5, sourceKey: by.actor } as const;
    await inTransaction(db, (tx) => addRows(tx, raffle.id, [row], { by, at: new Date() }));
  }
  expect(await ledger(code)).toHaveLength(2);
});
