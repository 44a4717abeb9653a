import { beforeEach, describe, expect, it } from "vitest";
import { proveOrganiser } from "#src/access/organiser.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import { countEntries } from "#src/entries/lists/entry-counts.ts";
import { asOrganiser, type TestRaffle } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { findChecked, listDisqualified } from "./checked-entry.ts";
import { type Decision, decideOnEntry } from "./disqualify.ts";

const { database, ...api } = await openTestApi();
let raffle: TestRaffle;
let scope: OrganiserScope;
let entryCode: string;

beforeEach(async () => {
  raffle = await api.createRaffle();
  const claim = { raffle: raffle.id, accessCode: raffle.accessCode };
  const proved = await proveOrganiser({ ...api.site, reader: database.db, address: "192.0.2.1" }, claim);
  if (!proved.ok) throw new Error(proved.refusal.reason);
  scope = proved.value;
  entryCode = await api.enter(raffle);
});

const decide = (changes: Partial<Decision> = {}) =>
  decideOnEntry(api.site, scope, { entryCode, action: "disqualify-entry", reason: "Entered twice", ...changes });
const reinstate = (reason = "It was a cousin") => decide({ action: "reinstate-entry", reason });
const logged = async () => {
  const rows = await database.db
    .selectFrom("auditLog")
    .select(["action", "subject", "before", "after"])
    .where("scopeId", "=", raffle.id)
    .orderBy("at")
    .orderBy("id")
    .execute();
  return rows;
};

describe("a decision on an entry", () => {
  it("takes it out of play and back, and the log has both with their reasons", async () => {
    expect(await decide()).toEqual({ ok: true, value: { firstName: "Maria", lastName: "Peña" } });
    expect((await findChecked(database.db, scope, entryCode))?.disqualifiedFor).toBe("Entered twice");
    expect(await countEntries(database.db, scope)).toMatchObject({
      total: 1,
      inPlay: 0,
      rulesMissing: 0,
      disqualified: 1,
    });
    expect((await reinstate()).ok).toBe(true);
    expect((await findChecked(database.db, scope, entryCode.toLowerCase()))?.disqualifiedFor).toBe(null);
    expect(await logged()).toEqual([
      {
        action: "disqualify-entry",
        subject: entryCode,
        before: { disqualifiedFor: null },
        after: { disqualifiedFor: "Entered twice" },
      },
      {
        action: "reinstate-entry",
        subject: entryCode,
        before: { disqualifiedFor: "Entered twice" },
        after: { disqualifiedFor: null, reason: "It was a cousin" },
      },
    ]);
  });

  it("that changes nothing leaves no trace", async () => {
    await reinstate();
    await decide();
    await decide();
    expect(await logged()).toHaveLength(1);
    await decide({ reason: "Made by a robot" });
    expect(await logged()).toHaveLength(2);
  });

  it.each(["", "   ", "\u200b", "x".repeat(201), "a\u0000b"])("needs a reason that can be read: %j", async (reason) => {
    for (const outcome of [await decide({ reason }), await reinstate(reason)]) {
      expect(outcome).toMatchObject({ ok: false, refusal: { reason: "invalid-fields" } });
    }
    expect(await logged()).toEqual([]);
  });

  it("is for the raffle's own entries", async () => {
    const other = await api.enter(await api.createRaffle());
    expect(await decide({ entryCode: other })).toMatchObject({ refusal: { reason: "entry-not-found" } });
    expect(await findChecked(database.db, scope, other)).toBe(null);
    expect(await decide({ entryCode: "NOSUCHCO" })).toMatchObject({ refusal: { reason: "entry-not-found" } });
  });

  it("is refused once the list is locked", async () => {
    await decide();
    await database.db.updateTable("raffles").set({ lockedAt: new Date() }).where("id", "=", raffle.id).execute();
    expect(await reinstate()).toMatchObject({ refusal: { reason: "list-locked" } });
    expect((await findChecked(database.db, scope, entryCode))?.disqualifiedFor).toBe("Entered twice");
  });
});

it("a decision that meets the lock is refused", async () => {
  const locking = await database.pool.connect();
  try {
    await locking.query("begin");
    await locking.query("select from raffles where id = $1 for update", [raffle.id]);
    expect(await decide()).toMatchObject({ refusal: { reason: "list-locked" } });
    expect((await findChecked(database.db, scope, entryCode))?.disqualifiedFor).toBe(null);
  } finally {
    await locking.query("rollback");
    locking.release();
  }
});

describe("who reads the reason", () => {
  const read = async (headers: Record<string, string> = {}) =>
    ((await api.ask("GET", `/entries/${entryCode}`, undefined, headers)).body.entry as Record<string, unknown>)
      .disqualifiedFor;

  it("is the organiser and the entrant, and not everybody who has the code", async () => {
    const organiser = asOrganiser(raffle.codeId, raffle.accessCode);
    expect([await read(), await read(organiser)]).toEqual([null, null]);
    await decide();
    expect([await read(), await read(organiser)]).toEqual(["", "Entered twice"]);
    const list = await api.ask("GET", `/raffles/${raffle.codeId}/entries`, undefined, organiser);
    expect(list.body.entries).toMatchObject([{ disqualified: true }]);
  });
});

it("the disqualified are listed fifty a page", async () => {
  const codes = await Promise.all(Array.from({ length: 51 }, () => api.enter(raffle)));
  for (const code of codes) await decide({ entryCode: code });
  const first = await listDisqualified(database.db, scope, null);
  const second = await listDisqualified(database.db, scope, first.next);
  expect([first.entries.length, second.entries.length, second.next]).toEqual([50, 1, null]);
  const found = [...first.entries, ...second.entries].map((entry) => entry.entryCode);
  expect(found.toSorted()).toEqual(codes.toSorted());
  expect((await listDisqualified(database.db, scope, "no id")).entries).toHaveLength(50);
});
