import { expect, it } from "vitest";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { organiserScope } from "../../../tests/support/organiser-scope.ts";
import { tickEntries } from "./tick-entries.ts";

const { database, ...api } = await openTestApi();

it("is recorded with its rule alone, whatever else an entry has", async () => {
  const raffle = await api.createRaffle();
  const entryCode = await api.enter(raffle);
  const scope = await organiserScope(api.site, raffle);
  const [first = "", second = ""] = raffle.rules.map(({ id }) => id);
  for (const [ruleId, done] of [
    [first, true],
    [second, true],
    [first, false],
  ] as const) {
    await tickEntries(api.site, scope, { ruleId, done, entryCodes: [entryCode] });
  }
  const log = database.db.selectFrom("auditLog").select(["before", "after"]).where("subject", "=", entryCode);
  expect(await log.orderBy("id").execute()).toEqual([
    { before: { doneRules: [] }, after: { doneRules: [first] } },
    { before: { doneRules: [] }, after: { doneRules: [second] } },
    { before: { doneRules: [first] }, after: { doneRules: [] } },
  ]);
});

it("changes nothing once the list is locked", async () => {
  const raffle = await api.createRaffle();
  const entryCode = await api.enter(raffle);
  const scope = await organiserScope(api.site, raffle);
  const tick = (done: boolean) =>
    tickEntries(api.site, scope, { ruleId: raffle.rules[0]?.id ?? "", done, entryCodes: [entryCode] });
  expect(await tick(true)).toEqual({ ok: true, value: { changed: 1 } });
  await database.db.updateTable("raffles").set({ lockedAt: new Date() }).where("id", "=", raffle.id).execute();
  expect(await tick(false)).toMatchObject({ refusal: { reason: "list-locked" } });
  const stored = database.db.selectFrom("entries").select("doneRules").where("entryCode", "=", entryCode);
  expect((await stored.executeTakeFirst())?.doneRules).toEqual([raffle.rules[0]?.id]);
});
