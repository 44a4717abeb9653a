import { expect, test } from "vitest";
import { proveOrganiser } from "#src/access/organiser.ts";
import { indexNextEntries } from "#src/entries/lists/search-index.ts";
import { readOverview } from "#src/entries/stats/overview.ts";
import { entryBody } from "../../tests/support/api.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { decideClaims } from "./checked/decide-claims.ts";

const { database, ...api } = await openTestApi();

test("earned drops are counted of those who earned them, up to what a rule is worth", async () => {
  const raffle = await api.createRaffle({
    drawWeight: "drops",
    rules: [
      { details: "Follow us", drops: 1 },
      { details: "Buy something", drops: 5, proof: "checked" },
    ],
  });
  const [said, checked] = raffle.rules.map(({ id }) => id);
  await api.enter(raffle, entryBody({ rules: [] }));
  await api.enter(raffle, entryBody({ rules: [said, checked] }));
  const entryCode = await api.enter(raffle, entryBody({ rules: [said, checked] }));
  const claim = { raffle: raffle.id, accessCode: raffle.accessCode };
  const scope = await proveOrganiser({ ...api.site, reader: database.db, address: "192.0.2.1" }, claim);
  if (!scope.ok) throw new Error(scope.refusal.reason);
  await decideClaims(api.site, scope.value, { ruleId: checked ?? "", entryCodes: [entryCode], isDone: true });
  while ((await indexNextEntries(database.db)).changes > 0);
  const read = () => readOverview(database.db, scope.value, "Asia/Manila");
  expect(await read()).toMatchObject({
    ...{ total: 3, valid: 1, drops: 7 },
    byDrops: [0, 1, 6].map((drops) => ({ least: drops, most: drops, entries: 1 })),
    byRule: [{ done: 2 }, { done: 1 }],
  });
  await database.db
    .updateTable("rules")
    .set({ drops: 2 })
    .where("id", "=", checked ?? "")
    .execute();
  expect(await read()).toMatchObject({
    drops: 4,
    byDrops: [0, 1, 3].map((drops) => ({ least: drops, most: drops, entries: 1 })),
  });
});
