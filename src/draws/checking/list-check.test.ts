import { beforeEach, expect, it } from "vitest";
import type { OrganiserScope } from "#src/access/scope.ts";
import { indexNextEntries } from "#src/entries/lists/search-index.ts";
import { asOrganiser, entryBody, type TestRaffle } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { organiserScope } from "../../../tests/support/organiser-scope.ts";
import { lockAsOrganiser } from "../lock/lock-as-organiser.ts";
import { decideOnPair } from "./decide-pair.ts";
import { decideOnEntry } from "./disqualify.ts";
import { finishCheck, readListCheck } from "./list-check.ts";
import { readAlikeCheck } from "./read-check.ts";
import { nextPair, type Verdict } from "./rules.ts";

const { database, ...api } = await openTestApi({ RATE_LIMITS: "off" });
let raffle: TestRaffle;
let scope: OrganiserScope;

beforeEach(async () => {
  raffle = await api.createRaffle({ drawRequires: "none" });
  scope = await organiserScope(api.site, raffle);
});

async function enter(...people: [firstName: string, address: string][]): Promise<string[]> {
  const codes: string[] = [];
  for (const [firstName, address] of people) {
    const body = entryBody({ firstName, lastName: "Cruz", address });
    codes.push(String((await api.ask("POST", `/raffles/${raffle.codeId}/entries`, body)).body.entryCode));
  }
  while ((await indexNextEntries(database.db)).changes > 0);
  return codes;
}

async function decideNext(verdict: Verdict) {
  const pair = nextPair((await readAlikeCheck(database.db, scope)).states, true);
  if (!pair) throw new Error("No pair is open.");
  const { firstId, secondId } = pair;
  await decideOnPair(api.site, scope, {
    pair: { firstId, secondId },
    verdict,
    stays: "first",
    reason: "Entered twice",
  });
}

async function lock() {
  const close = { version: 1, dueDate: "2020-01-01T00:00:00Z" };
  await api.ask("PATCH", `/raffles/${raffle.codeId}`, close, asOrganiser(raffle.codeId, raffle.accessCode));
  const locked = await lockAsOrganiser({ ...api.site, address: "192.0.2.1", solution: "" }, scope);
  if (!locked.ok) throw new Error(locked.refusal.reason);
  return readListCheck(database.db, raffle.id);
}

it("says what was found and decided, as of the lock, also when entries are gone by now", async () => {
  const [, , , , , , alone = ""] = await enter(
    ["Ana", "1 Rizal St"],
    ["ANA", "1 Rizal St"],
    ["Ben", "2 Rizal St"],
    ["BEN", "2 Rizal St"],
    ["Cora", "3 Rizal St"],
    ["CORA", "3 Rizal St"],
    ["Dan", "4 Rizal St"],
  );
  await decideNext("same");
  await decideNext("different");
  await decideNext("later");
  await decideOnEntry(api.site, scope, { entryCode: alone, action: "disqualify-entry", reason: "Works here" });
  expect(await readListCheck(database.db, raffle.id)).toBe(null);
  const check = await lock();
  expect(check).toEqual({
    checkedAt: expect.any(Date),
    entries: 7,
    sameGroups: 1,
    differentGroups: 1,
    otherGroups: 0,
    openGroups: 1,
    outAsSame: 1,
    outOtherwise: 1,
    isComplete: true,
  });
  await database.pool.query("delete from entries where raffle_id = $1", [raffle.id]);
  expect(await readListCheck(database.db, raffle.id)).toEqual(check);
});

it("a list that nobody checked has none, though it was looked for and left for later", async () => {
  await enter(["Ana", "1 Rizal St"], ["ANA", "1 Rizal St"]);
  await decideNext("later");
  expect(await lock()).toBe(null);
});

it("where nothing looks alike, who says so has one; not while a pair is open", async () => {
  await enter(["Ana", "1 Rizal St"]);
  expect((await finishCheck(api.site, scope)).ok).toBe(true);
  await enter(["ANA", "1 Rizal St"]);
  expect(await finishCheck(api.site, scope)).toMatchObject({ ok: false, refusal: { reason: "look-alikes-left" } });
  expect(await lock()).toMatchObject({ entries: 2, openGroups: 1, sameGroups: 0 });
});
