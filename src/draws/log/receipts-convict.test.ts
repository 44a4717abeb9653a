import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asOrganiser, createTestApi, entryBody, type TestApi, type TestRaffle } from "../../../tests/support/api.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import { lockList } from "../lock/lock-list.ts";
import type { SignedReceipt } from "../own-receipt.ts";
import { QUICKNET } from "../protocol/beacon/chains.ts";
import { type ReceiptVerdict, receiptToJudge } from "../protocol/log/receipt-verdict.ts";
import { verifyDraw } from "../protocol/verify/verify.ts";
import { logNext } from "./write-log.ts";

// An operator with the database plays against entrants who kept their receipts.

let database: TestDatabase;
let api: TestApi;
let raffle: TestRaffle;
const receipts: Record<string, SignedReceipt> = {};

const PEOPLE = ["stays", "deleted", "redirected", "silenced", "lateGone"] as const;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database.db);
  raffle = await api.createRaffle();
  const rules = raffle.rules.map(({ id }) => id);
  const codes: Record<string, string> = {};
  for (const name of PEOPLE) {
    const body = entryBody({ rules });
    const code = await api.enter(raffle, body);
    codes[name] = code;
    await logAll();
    const contact = { "x-entrant-contact": String(body.email) };
    receipts[name] = await (await api.send("GET", `/entries/${code}/receipt`, undefined, contact)).json();
  }
  const byCode = (name: string) => codes[name] ?? "";
  const deletion = (reason: string) =>
    api.send(
      "DELETE",
      `/entries/${byCode("deleted")}?reason=${reason}`,
      undefined,
      asOrganiser(raffle.codeId, raffle.accessCode),
    );
  expect([(await deletion("their name is Ana")).status, (await deletion("duplicate")).status]).toEqual([422, 204]);
  // Past the program: the log sees it all the same, unless whoever does it stops the trigger.
  await database.pool.query("update entries set email_key = 'other@example.com' where entry_code = $1", [
    byCode("redirected"),
  ]);
  await database.pool.query("alter table entries disable trigger entries_note_delete");
  await database.pool.query("delete from entries where entry_code = any ($1)", [
    [byCode("silenced"), byCode("lateGone")],
  ]);
  await database.pool.query("alter table entries enable trigger entries_note_delete");
  await logAll();
  // Of whom the site's own record is gone too, the list has no line.
  const hide = (from: string, to: string) =>
    database.pool.query("update log_seals set raffle_id = $2 where raffle_id = $1 and seal = any ($3)", [
      ...[from, to, ["silenced", "lateGone"].map((name) => Buffer.from(receipts[name]?.receipt.seal ?? "", "hex"))],
    ]);
  const elsewhere = "00000000-0000-4000-8000-000000000000";
  await hide(raffle.id, elsewhere);
  await database.pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [raffle.id]);
  const locked = await lockList({ ...api.site, chain: QUICKNET }, { raffleId: raffle.id, actor: "site" });
  if (!locked.ok) throw new Error(locked.refusal.reason);
  await hide(elsewhere, raffle.id);
  // An excuse that comes after the lock, as long as the clock says so.
  await database.pool.query(
    "insert into log_queue (raffle_id, entry_ids, changed_by) select raffle_id, array[entry_id], 'shop' from log_seals where seal = $1",
    [Buffer.from(receipts.lateGone?.receipt.seal ?? "", "hex")],
  );
  await logAll(new Date(Date.now() + 120_000));
});
afterAll(() => database.close());

async function logAll(now?: Date): Promise<void> {
  const deps = {
    secret: api.site.secret,
    clock: () => now ?? new Date(),
    chain: QUICKNET,
    origin: api.site.config.origin,
  };
  while ((await logNext(database.db, deps)).rows > 0);
}

async function judge(signed: unknown, log: unknown): Promise<ReceiptVerdict | undefined> {
  const transcript = (await api.ask("GET", `/raffles/${raffle.codeId}/draw`)).body;
  const list = await (await api.send("GET", `/raffles/${raffle.codeId}/draw/tickets`)).text();
  const receipt = receiptToJudge({ signed, log });
  const chunks = (async function* () {
    yield new TextEncoder().encode(list);
  })();
  const verified = await verifyDraw({ transcript, list: chunks, receipt }, { now: Date.now() / 1000 });
  if (!verified.ok) throw new Error("Too large.");
  expect(verified.value.transcript).toBe("not-drawn-yet");
  return verified.value.receipt;
}

async function answerAbout(name: string): Promise<unknown> {
  return (await api.ask("GET", `/raffles/${raffle.codeId}/log/${receipts[name]?.receipt.seal}`)).body;
}

describe("a receipt", () => {
  test("is in the list of who was not touched", async () => {
    expect(await judge(receipts.stays, await answerAbout("stays"))).toMatchObject({ state: "listed" });
    expect(await judge(receipts.stays, undefined)).toMatchObject({ state: "listed" });
  });

  test("learns who deleted its entry, and why", async () => {
    expect(await judge(receipts.deleted, await answerAbout("deleted"))).toMatchObject({
      ...{ state: "explained", kind: "removal", by: ["shop"], reason: "duplicate" },
    });
  });

  test("learns that somebody past the program sent its ticket elsewhere", async () => {
    expect(await judge(receipts.redirected, await answerAbout("redirected"))).toMatchObject({
      ...{ state: "explained", kind: "change", by: ["unknown"] },
    });
  });

  test("convicts a site that deleted its entry in silence", async () => {
    expect(await judge(receipts.silenced, await answerAbout("silenced"))).toEqual({ state: "convicted" });
    expect(await judge(receipts.silenced, { leaves: [] })).toEqual({ state: "convicted" });
  });

  test("takes no excuse that was written after the lock, or that is of another ticket or log", async () => {
    const late = (await answerAbout("lateGone")) as { leaves: { leaf: string }[] };
    expect(late.leaves.map(({ leaf }) => JSON.parse(leaf).kind)).toEqual(["entry", "removal"]);
    expect(await judge(receipts.lateGone, late)).toEqual({ state: "convicted" });
    expect(await judge(receipts.silenced, await answerAbout("deleted"))).toEqual({ state: "convicted" });
    const forged = (await answerAbout("deleted")) as { leaves: { leaf: string; proof: string }[] };
    const own = receipts.silenced?.receipt.seal ?? "";
    const leaves = forged.leaves.map(({ leaf, proof }) => ({
      leaf: leaf.replace(receipts.deleted?.receipt.seal ?? "", own),
      proof,
    }));
    expect(await judge(receipts.silenced, { leaves })).toEqual({ state: "convicted" });
  });

  test("says nothing without the log's answer, or where it was not signed by the site", async () => {
    expect(await judge(receipts.silenced, undefined)).toEqual({ state: "log-missing" });
    const { receipt, ...rest } = receipts.silenced as SignedReceipt;
    const older = { receipt: { ...receipt, at: "2020-01-01T00:00:00Z" }, ...rest };
    expect(await judge(older, { leaves: [] })).toMatchObject({ state: "wrong", fault: { rule: "signature" } });
    for (const nonsense of [null, {}, { receipt: null }, [], "x"]) {
      expect(await judge(nonsense, {})).toMatchObject({ state: "wrong" });
    }
  });
});
