import { beforeEach, describe, expect, it, test } from "vitest";
import { proveEntrant } from "#src/access/entrant.ts";
import { proveOrganiser } from "#src/access/organiser.ts";
import type { EntrantScope, OrganiserScope } from "#src/access/scope.ts";
import { deleteEntry } from "#src/entries/edit/delete-entry.ts";
import { undoDeletion } from "#src/entries/edit/undo-deletion.ts";
import { inviteToken } from "#src/entries/invited-by.ts";
import { indexNextEntries } from "#src/entries/lists/search-index.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { asOrganiser, entryBody, type TestRaffle } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { readOwnDrops } from "../read.ts";
import { takeBackDrops } from "../take-back.ts";
import { decideInvited } from "./decide-invited.ts";
import { countOwnInvited, readInvitedOf } from "./read.ts";
import { settleAll } from "./settle.ts";

const { database, ...api } = await openTestApi();
const { db, pool } = database;

let raffle: TestRaffle;
let scope: OrganiserScope;
let rule: string;
let people = 0;

type Person = { readonly entryCode: string; readonly entrant: EntrantScope };

beforeEach(async () => {
  raffle = await api.createRaffle({
    ...{ drawRequires: "none", drawWeight: "drops" },
    rules: [
      { details: "Follow our page", drops: 1 },
      { details: "Bring a friend", drops: 2, proof: "invite", maxTimes: 3 },
    ],
  });
  rule = raffle.rules[1]?.id ?? "";
  const claim = { raffle: raffle.id, accessCode: raffle.accessCode };
  const proved = await proveOrganiser({ ...api.site, reader: db, address: "192.0.2.1" }, claim);
  if (!proved.ok) throw new Error(proved.refusal.reason);
  scope = proved.value;
});

const tokenOf = ({ entrant }: Person) => inviteToken(api.site.secret, entrant);

/** Somebody with a name, home and network of their own. */
async function enter(changes: Record<string, unknown> = {}, isFromAfar = true): Promise<Person> {
  people += 1;
  const words = ["Aguila", "Bituin", "Dagat", "Gubat", "Kidlat", "Lunas", "Manok", "Pusod", "Rosal", "Tulay"];
  const [first, last] = [words[people % 10], words[Math.floor(people / 10) % 10]];
  const own = { firstName: first, lastName: last, address: `${people} ${first} ${last} Road, ${first} ${last}` };
  const entryCode = await api.enter(raffle, entryBody({ ...own, ...changes }));
  const prover = { ...api.site, reader: db, address: "192.0.2.1" };
  const proved = await proveEntrant(prover, { entryCode, raffleId: raffle.id });
  if (!proved.ok) throw new Error(proved.refusal.reason);
  const { entryId } = proved.value;
  const network = "update entries set network_hash = substring(decode(md5($2), 'hex') for 8) where id = $1";
  await pool.query(network, [entryId, isFromAfar ? entryId : raffle.id]);
  return { entryCode, entrant: proved.value };
}

async function settle(): Promise<number> {
  while ((await indexNextEntries(db)).changes > 0);
  return settleAll(api.site);
}

async function stored({ entrant: { entryId } }: Person) {
  const { rows } = await pool.query(
    "select earned, done_rules as done, claimed_rules as waits, earned_rows as rows from entries where id = $1",
    [entryId],
  );
  return rows[0];
}

async function statesOf({ entrant }: Person) {
  const found = await findRaffle(db, raffle.id);
  return found ? (await readInvitedOf(db, found, entrant.entryId)).map(({ state }) => state) : [];
}

const drops = (count: number) => ({ earned: count === 0 ? {} : { [rule]: count } });

describe("an entry that came by a link", () => {
  it("counts for its inviter, once, and as often as the rule says", async () => {
    const ana = await enter();
    for (let friends = 0; friends < 5; friends += 1) await enter({ invitedBy: tokenOf(ana) });
    expect(await stored(ana)).toMatchObject(drops(0));
    expect(await settle()).toBe(3);
    expect(await settle()).toBe(0);
    expect(await stored(ana)).toEqual({ ...drops(6), done: [rule], waits: [], rows: 3 });
    expect(await statesOf(ana)).toEqual(["counts", "counts", "counts", "beyond", "beyond"]);
    const found = await findRaffle(db, raffle.id);
    const counts = found && (await countOwnInvited(db, found, ana.entrant.entryId));
    expect(counts).toEqual({ joined: 5, counted: 3, waiting: 0 });
  });

  it("gives nothing to those before: no chains", async () => {
    const ana = await enter();
    const ben = await enter({ invitedBy: tokenOf(ana) });
    await enter({ invitedBy: tokenOf(ben) });
    await settle();
    expect([await stored(ana), await stored(ben)]).toMatchObject([drops(2), drops(2)]);
  });

  it("stops counting when it is deleted or disqualified, and counts again when it is back", async () => {
    const ana = await enter();
    const ben = await enter({ invitedBy: tokenOf(ana) });
    await settle();
    await deleteEntry(api.site, scope, { entryCode: ben.entryCode, reason: "test" });
    expect(await settle()).toBe(1);
    expect(await stored(ana)).toMatchObject({ ...drops(0), done: [] });
    const own = await readOwnDrops(db, ana.entrant, { masked: false });
    expect(own).toMatchObject([
      { drops: 2, isWithdrawn: true },
      { drops: -2, reason: "not-valid" },
    ]);
    await undoDeletion(api.site, scope, ben.entrant.entryId);
    await settle();
    expect(await stored(ana)).toMatchObject(drops(2));
    await pool.query("update entries set disqualified_for = 'Twice' where id = $1", [ben.entrant.entryId]);
    await settle();
    expect(await stored(ana)).toMatchObject({ ...drops(0), rows: 4 });
  });

  it("needs what the plan asks for, but nobody of its own", async () => {
    await pool.query("update raffles set draw_requires = 'all-rules' where id = $1", [raffle.id]);
    const ana = await enter();
    await enter({ invitedBy: tokenOf(ana) });
    await settle();
    expect(await stored(ana)).toMatchObject(drops(0));
    await enter({ invitedBy: tokenOf(ana), rules: [raffle.rules[0]?.id] });
    await settle();
    expect(await stored(ana)).toMatchObject(drops(2));
  });

  it("is new: the same form sent again with a link changes nothing, nor does a link of another raffle or none", async () => {
    const ana = await enter();
    const body = entryBody({ entryCode: "ABCDEFGH" });
    await api.enter(raffle, body);
    await api.enter(raffle, { ...body, invitedBy: tokenOf(ana) });
    const other = inviteToken(api.site.secret, { raffleId: rule, entryId: ana.entrant.entryId });
    for (const invitedBy of [other, ana.entryCode, ana.entrant.entryId, "A".repeat(22), 7, null]) {
      await enter({ invitedBy });
    }
    expect(await settle()).toBe(0);
    const { rowCount } = await pool.query("select from entries where invited_by = $1", [ana.entrant.entryId]);
    expect(rowCount).toBe(0);
  });
});

describe("invented friends", () => {
  it("wait for the shop: ten from one network, or from the inviter's own", async () => {
    const ana = await enter({}, false);
    for (let invented = 0; invented < 10; invented += 1) await enter({ invitedBy: tokenOf(ana) }, false);
    expect(await settle()).toBe(0);
    expect(await statesOf(ana)).toEqual(Array(10).fill("waits"));
    expect(await stored(ana)).toMatchObject({ ...drops(0), waits: [rule] });
    // Control: strangers from afar count.
    const eva = await enter();
    for (let friends = 0; friends < 2; friends += 1) await enter({ invitedBy: tokenOf(eva) });
    await settle();
    expect(await stored(eva)).toMatchObject({ ...drops(4), waits: [] });
  });

  it("of one household wait, all but the first", async () => {
    const ana = await enter();
    const home = { firstName: "Juan", lastName: "Cruz", address: "1 Rizal Street, Cebu" };
    for (const firstName of ["Juan", "Jose", "Jun"]) await enter({ ...home, firstName, invitedBy: tokenOf(ana) });
    await settle();
    expect(await statesOf(ana)).toEqual(["counts", "waits", "waits"]);
  });

  it("count or do not, as the shop decides, with a reason for the inviter", async () => {
    const ana = await enter({}, false);
    for (let friends = 0; friends < 2; friends += 1) await enter({ invitedBy: tokenOf(ana) }, false);
    await settle();
    const found = await findRaffle(db, raffle.id);
    const [first, second] = found ? await readInvitedOf(db, found, ana.entrant.entryId) : [];
    const decision = { entryCode: ana.entryCode, ruleId: rule, counts: true, reason: "" };
    const decide = (changes: object) => decideInvited(api.site, scope, { ...decision, invitedId: "", ...changes });
    expect(await decide({ invitedId: first?.id })).toEqual({ ok: true, value: { changed: true } });
    expect(await decide({ invitedId: first?.id })).toEqual({ ok: true, value: { changed: false } });
    expect(await decide({ invitedId: second?.id, counts: false })).toMatchObject({
      refusal: { reason: "invalid-fields" },
    });
    expect(await decide({ invitedId: second?.id, counts: false, reason: "Not a person" })).toMatchObject({ ok: true });
    expect(await decide({ invitedId: ana.entrant.entryId })).toMatchObject({ refusal: { reason: "drops-not-found" } });
    await settle();
    expect(await statesOf(ana)).toEqual(["counts", "refused"]);
    expect(await stored(ana)).toMatchObject({ ...drops(2), waits: [] });
    // What the shop took back stays so.
    const [grant] = await readOwnDrops(db, ana.entrant, { masked: false });
    const back = { entryCode: ana.entryCode, rowId: grant?.id ?? "", reason: "The same phone" };
    expect(await takeBackDrops(api.site, scope, back)).toMatchObject({ ok: true });
    await settle();
    expect(await stored(ana)).toMatchObject(drops(0));
  });
});

test("the lock counts who is in play then: one deleted in the last moment is not, and nothing is settled after it", async () => {
  const ana = await enter();
  const [ben] = [await enter({ invitedBy: tokenOf(ana) }), await enter({ invitedBy: tokenOf(ana) })];
  await settle();
  expect(await stored(ana)).toMatchObject(drops(4));
  const late = await enter({ invitedBy: tokenOf(ana) });
  while ((await indexNextEntries(db)).changes > 0);
  await deleteEntry(api.site, scope, { entryCode: ben.entryCode, reason: "test" });
  await pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [raffle.id]);
  const headers = asOrganiser(raffle.codeId, raffle.accessCode);
  expect((await api.ask("POST", `/raffles/${raffle.id}/draw/lock`, undefined, headers)).status).toBe(201);
  expect(await stored(ana)).toMatchObject({ ...drops(4), rows: 4 });
  const lock = await pool.query("select chances_by_way from draw_locks where raffle_id = $1", [raffle.id]);
  expect(lock.rows).toEqual([{ chances_by_way: { invite: 4, entry: 2 } }]);
  await pool.query("delete from entries where id = $1", [late.entrant.entryId]);
  expect(await settle()).toBe(0);
});

test("two processes that settle at once count each entry once", async () => {
  const ana = await enter();
  for (let friends = 0; friends < 3; friends += 1) await enter({ invitedBy: tokenOf(ana) });
  while ((await indexNextEntries(db)).changes > 0);
  await Promise.all([1, 2, 3, 4].map(() => settleAll(api.site)));
  expect(await stored(ana)).toMatchObject({ ...drops(6), rows: 3 });
});
