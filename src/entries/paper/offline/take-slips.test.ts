import { beforeEach, describe, expect, test } from "vitest";
import { proveOrganiser } from "#src/access/organiser.ts";
import type { StaffScope } from "#src/access/scope.ts";
import { organiserAsStaff } from "#src/access/staff/staff.ts";
import type { TestRaffle } from "../../../../tests/support/api.ts";
import { everythingStored } from "../../../../tests/support/everything-stored.ts";
import { openTestApi } from "../../../../tests/support/open-test-api.ts";
import { PAPER_DEPS } from "../../../../tests/support/paper-deps.ts";
import { eraseExpiredEntries } from "../../retention/retention.ts";
import { newEntryCode } from "../../submit/submission.ts";
import { addPaperEntry } from "../add-paper-entry.ts";
import { MAX_REFUSED_SLIPS, MAX_SEALED_LENGTH, SLIPS_PER_REQUEST } from "./limits.ts";
import { dismissSlip, findRefusedSlip, listRefusedSlips } from "./refused-slips.ts";
import type { SlipHead } from "./seal-format.ts";
import { sealSlip } from "./seal-slip.ts";
import { openSlip, slipKey } from "./slip-key.ts";
import { takeSlips } from "./take-slips.ts";

const { database, ...api } = await openTestApi();
const { db } = database;
const { secret, clock } = api.site;
const deps = { db, clock, secret, ...PAPER_DEPS };
let raffle: TestRaffle;
let scope: StaffScope<"add-entries">;

beforeEach(async () => {
  raffle = await api.createRaffle({ sources: ["Online", "Shop"] });
  scope = await staffOf(raffle);
});

async function staffOf({ id, accessCode }: TestRaffle): Promise<StaffScope<"add-entries">> {
  const proof = await proveOrganiser(
    { ...api.site, reader: db, address: "192.0.2.1" },
    {
      raffle: id,
      accessCode,
    },
  );
  if (!proof.ok) throw new Error(proof.refusal.reason);
  return organiserAsStaff(proof.value, "add-entries");
}

const PERSON = { firstName: "ana", lastName: "Quezonia", address: "1 Mabini St", phone: "", email: "", terms: "yes" };
const TYPED_AT = Date.parse("2026-01-01T10:05:00Z");

type Sent = SlipHead & { readonly sealed: string };

/** A slip as a phone sends it. */
async function slip(typed: Record<string, string> = {}, head: Partial<SlipHead> = {}): Promise<Sent> {
  const whole = { id: crypto.randomUUID(), number: 3, typedAt: TYPED_AT, ...head };
  const fields = Object.entries({ ...PERSON, entryCode: newEntryCode(), ...typed });
  return { ...whole, sealed: await sealSlip(slipKey(secret), raffle.id, whole, fields) };
}

const send = (...slips: readonly unknown[]) => takeSlips(deps, scope, { slips });

async function outcomesOf(...slips: readonly Sent[]) {
  const taken = await send(...slips);
  return taken.ok ? taken.value.map(({ outcome }) => outcome) : taken.refusal.reason;
}

const entries = () => db.selectFrom("entries").selectAll().where("raffleId", "=", raffle.id).execute();
const logged = () => db.selectFrom("auditLog").selectAll().where("scopeId", "=", raffle.id).execute();
const rows = () => db.selectFrom("offlineSlips").selectAll().where("raffleId", "=", raffle.id).execute();

describe("a slip that a phone stored", () => {
  test("becomes an entry of the counter, and the log says when it was typed", async () => {
    const typed = await slip();
    expect(await send(typed)).toEqual({ ok: true, value: [{ id: typed.id, outcome: "accepted", initial: "A" }] });
    expect(await entries()).toMatchObject([{ lastName: "Quezonia", source: "Counter" }]);
    const after = { source: "Counter", typedAt: "2026-01-01T10:05:00.000Z" };
    expect(await logged()).toMatchObject([{ action: "add-entry", actor: "access code", after }]);
    expect(await rows()).toMatchObject([{ number: 3, outcome: "accepted", sealed: null, sentBy: "access code" }]);
  });

  test("keeps the source that was chosen", async () => {
    expect(await outcomesOf(await slip({ source: "Shop" }))).toEqual(["accepted"]);
    expect(await entries()).toMatchObject([{ source: "Shop" }]);
  });

  test("sent eight times at the same moment counts once; eight slips count eight times", async () => {
    const typed = await slip();
    const same = await Promise.all(Array.from({ length: 8 }, () => outcomesOf(typed)));
    expect(same).toEqual(Array(8).fill(["accepted"]));
    expect([await entries(), await logged(), await rows()].map(({ length }) => length)).toEqual([1, 1, 1]);
    const others = await Promise.all(Array.from({ length: 8 }, () => slip()));
    await Promise.all(others.map((other) => send(other)));
    expect((await entries()).length).toBe(9);
  });

  test("sent again after its entry was deleted is not added again; another slip of the same person is", async () => {
    const typed = await slip();
    await send(typed);
    await db.deleteFrom("entries").where("raffleId", "=", raffle.id).execute();
    expect(await outcomesOf(typed)).toEqual(["accepted"]);
    expect(await entries()).toEqual([]);
    expect(await outcomesOf(await slip())).toEqual(["accepted"]);
    expect(await entries()).toHaveLength(1);
  });

  test("of ten with one phone number, sent at once, is added once", async () => {
    const slips = await Promise.all(Array.from({ length: 10 }, () => slip({ phone: "0917 765 4321" })));
    const outcomes = await Promise.all(slips.map((one) => outcomesOf(one)));
    expect(outcomes.flat().toSorted()).toEqual(["accepted", ...Array(9).fill("phone-taken")]);
    expect(await entries()).toHaveLength(1);
  });

  test.each([
    ["after the due date, whenever it was typed", "due_date = now() - interval '1 second'"],
    ["after the lock", "locked_at = now()"],
  ])("is refused %s", async (_why, change) => {
    await database.pool.query(`update raffles set ${change} where id = $1`, [raffle.id]);
    expect(await outcomesOf(await slip())).toEqual(["submission-closed"]);
    expect(await entries()).toEqual([]);
  });

  test("is unreadable if it was changed, or sealed for another raffle, number, time or key", async () => {
    const [typed, other] = [await slip(), await api.createRaffle({ name: "Other" })];
    const sealed = Buffer.from(typed.sealed, "base64url");
    const changed = Buffer.from(sealed.map((byte, place) => (place === 90 ? byte ^ 1 : byte))).toString("base64url");
    const foreign = await sealSlip(slipKey(new Uint8Array(32).fill(7)), raffle.id, typed, []);
    const id = () => crypto.randomUUID();
    const bad = [
      { ...typed, id: id() },
      { ...typed, id: id(), number: 4 },
      { ...typed, id: id(), typedAt: 1 },
      { ...typed, id: id(), sealed: changed },
      { ...typed, id: id(), sealed: foreign },
      { ...typed, id: id(), sealed: "QUJD" },
    ];
    expect(await outcomesOf(...bad)).toEqual(Array(bad.length).fill("unreadable"));
    expect(openSlip(secret, raffle.id, typed, sealed)).not.toBeNull();
    expect(openSlip(secret, other.id, typed, sealed)).toBeNull();
    expect(await entries()).toEqual([]);
    expect(await listRefusedSlips(deps, scope)).toMatchObject(bad.map(() => ({ outcome: "unreadable", typed: null })));
  });

  test.each([
    ["nothing", null],
    ["no slips", { slips: [] }],
    ["more than it may", { slips: Array(SLIPS_PER_REQUEST + 1).fill({}) }],
    ["an odd id", { slips: [{ id: "x", number: 1, typedAt: 1, sealed: "QUJD" }] }],
    ["an odd number", { slips: [{ id: crypto.randomUUID(), number: 0, typedAt: 1, sealed: "QUJD" }] }],
    ["no time", { slips: [{ id: crypto.randomUUID(), number: 1, typedAt: 1e17, sealed: "QUJD" }] }],
    [
      "too much",
      { slips: [{ id: crypto.randomUUID(), number: 1, typedAt: 1, sealed: "A".repeat(MAX_SEALED_LENGTH + 4) }] },
    ],
  ])("is not taken from a body with %s", async (_what, body) => {
    expect(await takeSlips(deps, scope, body)).toEqual({ ok: false, refusal: { reason: "body-invalid" } });
    expect(await rows()).toEqual([]);
  });
});

describe("a refused slip", () => {
  const missing = { lastName: " ", address: "Sampaguita Lane" };

  test("waits sealed, is opened as it was typed, and is settled by the entry that corrects it", async () => {
    const typed = await slip(missing);
    expect(await outcomesOf(typed)).toEqual(["invalid-fields"]);
    expect(await outcomesOf(typed)).toEqual(["invalid-fields"]);
    expect((await everythingStored(database.pool)).join()).not.toContain("Sampaguita");
    const [waiting] = await listRefusedSlips(deps, scope);
    const shown = { id: typed.id, number: 3, typedAt: new Date(TYPED_AT), outcome: "invalid-fields" };
    expect(waiting).toMatchObject({ ...shown, typed: { body: { address: "Sampaguita Lane" }, termsAgreed: true } });
    expect(await findRefusedSlip(deps, await staffOf(await api.createRaffle({ name: "Other" })), typed.id)).toBeNull();

    const body = { ...waiting?.typed?.body, lastName: "Reyes" };
    const corrected = { body, source: "Shop", termsAgreed: true, corrects: typed.id };
    expect((await addPaperEntry(deps, scope, corrected)).ok).toBe(true);
    expect(await listRefusedSlips(deps, scope)).toEqual([]);
    expect(await rows()).toMatchObject([{ outcome: "invalid-fields", sealed: null, settledAt: expect.any(Date) }]);
    expect(await outcomesOf(typed)).toEqual(["invalid-fields"]);
    expect(await entries()).toHaveLength(1);
  });

  test("is settled by a slip that another phone stored", async () => {
    const typed = await slip(missing);
    await send(typed);
    expect(await outcomesOf(await slip({ slip: typed.id }))).toEqual(["accepted"]);
    expect(await listRefusedSlips(deps, scope)).toEqual([]);
  });

  test("is dismissed once by ten at the same moment, and the log names nobody", async () => {
    const typed = await slip(missing);
    await send(typed);
    const dismissed = await Promise.all(Array.from({ length: 10 }, () => dismissSlip(deps, scope, typed.id)));
    expect(dismissed.filter(({ ok }) => ok)).toEqual([{ ok: true, value: { number: 3 } }]);
    expect(await logged()).toMatchObject([{ action: "dismiss-slip", subject: "3" }]);
    expect(await dismissSlip(deps, scope, "x")).toMatchObject({ refusal: { reason: "slip-not-found" } });
  });

  test("is no more than a thousand: then phones keep theirs", async () => {
    await database.pool.query(
      `insert into offline_slips (raffle_id, id, number, typed_at, received_at, sent_by, outcome, sealed)
       select $1, gen_random_uuid(), 1, now(), now(), 'Ana', 'unreadable', '\\x00' from generate_series(1, $2)`,
      [raffle.id, MAX_REFUSED_SLIPS],
    );
    expect(await outcomesOf(await slip())).toBe("too-many-slips");
    expect(await entries()).toEqual([]);
  });

  test("goes with the raffle's entries, at the end of their time", async () => {
    await send(await slip(missing), await slip());
    await database.pool.query(
      `update raffles set due_date = now() - interval '2 years', draw_date = now() - interval '2 years',
         updated_at = now() - interval '1 year' where id = $1`,
      [raffle.id],
    );
    await eraseExpiredEntries(deps);
    expect([await entries(), await rows()]).toEqual([[], []]);
  });
});
