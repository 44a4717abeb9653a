import { beforeEach, describe, expect, test } from "vitest";
import { proveOrganiser } from "#src/access/organiser.ts";
import type { StaffScope } from "#src/access/scope.ts";
import { organiserAsStaff } from "#src/access/staff/staff.ts";
import { findRaffle } from "#src/raffles/read.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { entryBody, type TestRaffle } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { PAPER_DEPS } from "../../../tests/support/paper-deps.ts";
import { lookUpEntries, MAX_LOOKED_UP } from "../lists/look-up.ts";
import { newEntryCode } from "../submit/submission.ts";
import { addPaperEntry, type PaperSlip } from "./add-paper-entry.ts";

const { database, ...api } = await openTestApi();
const { db } = database;
let raffle: TestRaffle;
let adding: StaffScope<"add-entries">;
let looking: StaffScope<"look-up-entries">;

beforeEach(async () => {
  raffle = await api.createRaffle({ sources: ["Online", "Shop"] });
  const claim = { raffle: raffle.id, accessCode: raffle.accessCode };
  const proof = await proveOrganiser({ ...api.site, reader: db, address: "192.0.2.1" }, claim);
  if (!proof.ok) throw new Error(proof.refusal.reason);
  adding = organiserAsStaff(proof.value, "add-entries");
  looking = organiserAsStaff(proof.value, "look-up-entries");
});

const PERSON = { firstName: "Ana", lastName: "Cruz", address: "1 Mabini St", phone: "0917 765 4321", email: "" };

function slip(person: Record<string, unknown> = {}, more: Partial<PaperSlip> = {}): PaperSlip {
  return {
    body: { ...PERSON, entryCode: newEntryCode(), ...person },
    source: "Shop",
    termsAgreed: true,
    corrects: null,
    ...more,
  };
}

const deps = { db, clock: api.site.clock, ...PAPER_DEPS };
const add = (typed: PaperSlip, scope = adding) => addPaperEntry(deps, scope, typed);
const find = async (fragment: string) => lookUpEntries(db, looking, await wholeRaffle(), fragment);
const wholeRaffle = async () => (await findRaffle(db, raffle.id)) as PublicRaffle;
const stored = () => db.selectFrom("entries").selectAll().where("raffleId", "=", raffle.id).execute();
const logged = () => db.selectFrom("auditLog").selectAll().where("scopeId", "=", raffle.id).execute();

describe("a rule that the shop checks", () => {
  const checked = async () => {
    raffle = await api.createRaffle({ rules: [{ details: "Buy for ₱500", drops: 2, proof: "checked" }] });
    const claim = { raffle: raffle.id, accessCode: raffle.accessCode };
    const proof = await proveOrganiser({ ...api.site, reader: db, address: "192.0.2.1" }, claim);
    if (!proof.ok) throw new Error(proof.refusal.reason);
    return { rule: raffle.rules[0]?.id ?? "", organiser: organiserAsStaff(proof.value, "add-entries") };
  };

  test("is confirmed with the slip that its shop ticks", async () => {
    const { rule, organiser } = await checked();
    const typed = slip({ rules: [rule] }, { source: "" });
    for (const _ of ["once", "again"]) expect((await add(typed, organiser)).ok).toBe(true);
    expect(await stored()).toMatchObject([{ doneRules: [rule], claimedRules: [], earned: { [rule]: 2 } }]);
    const ledger = await db
      .selectFrom("earnedDrops")
      .select(["drops", "givenBy"])
      .where("raffleId", "=", raffle.id)
      .execute();
    expect(ledger).toEqual([{ drops: 2, givenBy: organiser.actor }]);
    // The log says who changed the entry after it was added.
    const queued = "select changed_by from log_queue where raffle_id = $1 and cardinality(entry_ids) > 0";
    const { rows } = await database.pool.query(queued, [raffle.id]);
    expect(rows.map(({ changed_by }) => changed_by).toSorted()).toEqual([null, "shop"]);
  });

  test("waits for the shop on the slip of a helper", async () => {
    const { rule, organiser } = await checked();
    await add(slip({ rules: [rule] }, { source: "" }), { ...organiser, helperId: crypto.randomUUID() });
    expect(await stored()).toMatchObject([{ doneRules: [], claimedRules: [rule], earned: {} }]);
  });
});

describe("a slip of paper", () => {
  test("becomes an entry of its source, and the log says who typed it", async () => {
    const [rule] = raffle.rules;
    const typed = slip({ rules: [rule?.id] });
    expect(await add(typed)).toEqual({
      ok: true,
      value: {
        ...{ entryCode: typed.body.entryCode, firstName: "Ana", lastName: "Cruz" },
        ...{ doubtfulPhone: null, hasContact: true },
      },
    });
    expect(await stored()).toMatchObject([{ phoneKey: "+639177654321", source: "Shop", doneRules: [rule?.id] }]);
    expect(await logged()).toMatchObject([
      { action: "add-entry", actor: "access code", subject: typed.body.entryCode, after: { source: "Shop" } },
    ]);
  });

  test("may come from the counter, which no raffle need name", async () => {
    expect((await add(slip({}, { source: "Counter" }))).ok).toBe(true);
    expect(await stored()).toMatchObject([{ source: "Counter" }]);
  });

  test("may have a phone or an e-mail alone, or neither, which is said", async () => {
    for (const [contact, hasContact] of [
      [{ phone: "" }, false],
      [{ phone: "", email: "ana@example.com" }, true],
      [{ phone: "see back" }, true],
    ] as const) {
      expect(await add(slip(contact))).toMatchObject({ ok: true, value: { hasContact } });
    }
  });

  test("sent twice at the same moment is one entry", async () => {
    const typed = slip({ phone: "" });
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => add(typed)));
    expect(outcomes.map(({ ok }) => ok)).toEqual(Array(8).fill(true));
    expect(await stored()).toHaveLength(1);
    expect(await logged()).toHaveLength(1);
  });

  test("of ten with the same phone, typed at ten counters at once, is added once", async () => {
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => add(slip())));
    const reasons = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal.reason]));
    expect(reasons).toEqual(Array(9).fill("phone-taken"));
    expect(await stored()).toHaveLength(1);
    expect(await logged()).toHaveLength(1);
  });

  test.each([
    ["without a name", slip({ firstName: " " }), ["firstName"]],
    ["without the terms", slip({}, { termsAgreed: false }), ["terms"]],
    ["from a source of another raffle", slip({}, { source: "Radio" }), ["source"]],
    ["as if it came from the site", slip({}, { source: "Online" }), ["source"]],
    ["with a rule of another raffle", slip({ rules: [crypto.randomUUID()] }), ["rules"]],
    ["with a code that is none", slip({ entryCode: "x" }), ["entryCode"]],
    ["with text that cannot be stored", slip({ lastName: "Cr\u0000uz" }), ["lastName"]],
    [
      "with nothing at all",
      { body: {}, source: "", termsAgreed: false, corrects: null },
      ["firstName", "lastName", "address", "terms"],
    ],
  ])("%s is refused", async (_why, typed, fields) => {
    const refused = await add(typed);
    expect(refused).toMatchObject({ refusal: { reason: "invalid-fields" } });
    expect(Object.keys(refused.ok ? {} : (refused.refusal.fields ?? {}))).toEqual(fields);
    expect(await stored()).toEqual([]);
  });

  test.each(["due_date = now() - interval '1 second'", "locked_at = now()"])("is refused once %s", async (change) => {
    await database.pool.query(`update raffles set ${change} where id = $1`, [raffle.id]);
    expect(await add(slip())).toMatchObject({ refusal: { reason: "submission-closed" } });
  });
});

describe("looking up at a counter", () => {
  test("finds by name, code and contact, says what is missing, and masks contacts", async () => {
    const [one, two] = raffle.rules;
    const entryCode = await api.enter(raffle, {
      ...PERSON,
      lastName: "Dela Cruz",
      email: "ana.cruz@example.com",
      rules: [one?.id],
    });
    for (const fragment of ["dela cruz", entryCode.toLowerCase(), "765 4321", "ana.cruz@"]) {
      const { entries, more } = await find(fragment);
      const standing = { state: "not-yet", missing: [{ ruleId: two?.id }] };
      expect([fragment, entries, more]).toMatchObject([fragment, [{ entryCode, standing }], false]);
      expect(JSON.stringify(entries)).not.toMatch(/7654321|765 4321|ana\.cruz@|Mabini/);
    }
    expect((await find("nobody of the name")).entries).toEqual([]);
    expect((await find("cr")).entries).toEqual([]);
    expect((await find("' or 1=1 --%_\\")).entries).toEqual([]);
  });

  test("finds nobody of another raffle", async () => {
    const other = await api.createRaffle({ name: "Other" });
    await api.enter(other, { lastName: "Elsewhere" });
    expect((await find("Elsewhere")).entries).toEqual([]);
  });

  test("shows twenty at most, by last name, and says that there are more", async () => {
    const names = Array.from({ length: MAX_LOOKED_UP + 3 }, (_, number) => `Many${String(number).padStart(2, "0")}`);
    await Promise.all(
      names.map((lastName) => api.send("POST", `/raffles/${raffle.id}/entries`, entryBody({ lastName }))),
    );
    const { entries, more } = await find("many");
    expect(entries.map(({ lastName }) => lastName)).toEqual(names.slice(0, MAX_LOOKED_UP));
    expect(more).toBe(true);
  });
});
