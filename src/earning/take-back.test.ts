import { beforeEach, expect, it, test } from "vitest";
import { proveEntrant } from "#src/access/entrant.ts";
import { proveOrganiser } from "#src/access/organiser.ts";
import type { EntrantScope, OrganiserScope } from "#src/access/scope.ts";
import { CHANGED_BY_OTHER, changedByOtherRenderer } from "#src/entries/mails/changed-by-other.ts";
import { mailKeys } from "#src/mail/address-key.ts";
import { MAIL_COLUMNS } from "#src/mail/read.ts";
import type { Mail } from "#src/mail/schema.ts";
import type { TestRaffle } from "../../tests/support/api.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { makeBatch } from "./codes/batches.ts";
import { codesOf, openBatch } from "./codes/hand-out.ts";
import { redeemCode } from "./codes/redeem-code.ts";
import { readOwnDrops } from "./read.ts";
import { takeBackDrops } from "./take-back.ts";

const { database, ...api } = await openTestApi();
const { db, pool } = database;

let raffle: TestRaffle;
let scope: OrganiserScope;
let entrant: EntrantScope;
let entryCode: string;
let rowId: string;
let codes: string[];

beforeEach(async () => {
  raffle = await api.createRaffle({
    drawWeight: "drops",
    rules: [{ details: "Buy for ₱500", drops: 2, proof: "code", maxTimes: 1 }],
  });
  const proved = await proveOrganiser(
    { ...api.site, reader: db, address: "192.0.2.1" },
    { raffle: raffle.id, accessCode: raffle.accessCode },
  );
  if (!proved.ok) throw new Error(proved.refusal.reason);
  scope = proved.value;
  const made = await makeBatch(api.site, scope, { name: "Rolls", ruleId: raffle.rules[0]?.id, codes: 3 });
  const batch = made.ok ? await openBatch(api.site, scope, made.value.id) : undefined;
  if (!batch?.ok) throw new Error("no batch");
  codes = [];
  for await (const some of codesOf(api.site, scope, batch.value)) codes.push(...some.map(({ code }) => code));
  entryCode = await api.enter(raffle);
  const own = await proveEntrant({ ...api.site, reader: db, address: "192.0.2.1" }, { entryCode, raffleId: raffle.id });
  if (!own.ok) throw new Error(own.refusal.reason);
  entrant = own.value;
  await redeem(codes[0]);
  rowId = (await pool.query("select id from earned_drops where entry_id = $1", [entrant.entryId])).rows[0].id;
});

const redeem = (code = "") => redeemCode({ ...api.site, address: "192.0.2.1" }, entrant, code);
const takeBack = (sent: object = {}) =>
  takeBackDrops(api.site, scope, { entryCode, rowId, reason: "A copied receipt", ...sent });
const stored = async () => {
  const { rows } = await pool.query(
    "select earned, done_rules as done, earned_rows as rows from entries where id = $1",
    [entrant.entryId],
  );
  return rows[0];
};

it("takes drops back once, with a reason that the entrant reads, a line of the log and a mail", async () => {
  expect(await takeBack()).toEqual({ ok: true, value: { drops: 2 } });
  expect(await takeBack()).toEqual({ ok: true, value: { drops: 0 } });
  expect(await stored()).toEqual({ earned: {}, done: [], rows: 2 });
  const own = { raffleId: raffle.id, entryId: entrant.entryId };
  expect(await readOwnDrops(db, own, { masked: false })).toMatchObject([
    { drops: 2, isWithdrawn: true },
    { drops: -2, reason: "A copied receipt" },
  ]);
  expect(await readOwnDrops(db, own, { masked: true })).toMatchObject([{}, { drops: -2, reason: "" }]);
  const log = await pool.query(
    "select subject, after from audit_log where action = 'withdraw-drops' and scope_id = $1",
    [raffle.id],
  );
  expect(log.rows).toEqual([
    { subject: entryCode, after: { rule: "Buy for ₱500", drops: -2, reason: "A copied receipt" } },
  ]);
  const mails = await db
    .selectFrom("mails")
    .select(MAIL_COLUMNS)
    .where("raffleId", "=", raffle.id)
    .where("kind", "=", CHANGED_BY_OTHER)
    .execute();
  expect(mails).toHaveLength(1);
  const render = changedByOtherRenderer(api.site.config, { keys: mailKeys(api.site.secret), secret: api.site.secret });
  expect((await render(db, mails[0] as Mail))?.text).toMatch(/: 2\n.+: Buy for ₱500\n.+: A copied receipt\n/);
});

it("leaves the code used, and room for another", async () => {
  await takeBack();
  expect(await redeem(codes[0])).toMatchObject({ refusal: { reason: "drop-code-taken-back" } });
  expect(await redeem(codes[1])).toMatchObject({ ok: true });
  expect(await stored()).toMatchObject({ rows: 3 });
});

it("needs a reason, an entry and a grant of it, and an unlocked list", async () => {
  expect(await takeBack({ reason: " " })).toMatchObject({ refusal: { reason: "invalid-fields" } });
  expect(await takeBack({ entryCode: "ABCDEFGH" })).toMatchObject({ refusal: { reason: "entry-not-found" } });
  for (const wrong of ["", "no id", raffle.id]) {
    expect(await takeBack({ rowId: wrong })).toMatchObject({ refusal: { reason: "drops-not-found" } });
  }
  expect(await takeBack({ entryCode: await api.enter(raffle) })).toMatchObject({
    refusal: { reason: "drops-not-found" },
  });
  await pool.query("update raffles set locked_at = now() where id = $1", [raffle.id]);
  expect(await takeBack()).toMatchObject({ refusal: { reason: "list-locked" } });
  expect(await stored()).toMatchObject({ rows: 1 });
});

test("ten at once take it back once", async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => takeBack()));
  expect(all.filter((one) => one.ok && one.value.drops === 2)).toHaveLength(1);
  expect(all.every(({ ok }) => ok)).toBe(true);
  expect(await stored()).toMatchObject({ rows: 2 });
});

test("the API takes back for who may change entries, and for nobody else", async () => {
  const path = `/entries/${entryCode}/ledger/${rowId}/withdrawal?raffle=${raffle.codeId}`;
  const body = { reason: "A copied receipt" };
  expect((await api.send("POST", path, body)).status).toBeGreaterThanOrEqual(401);
  const basic = `Basic ${Buffer.from(`${raffle.codeId}:${raffle.accessCode}`).toString("base64")}`;
  for (const drops of [2, 0]) {
    const answer = await api.send("POST", path, body, { authorization: basic });
    expect([answer.status, await answer.json()]).toEqual([200, { drops }]);
  }
});
