import { sql } from "kysely";
import { expect, test } from "vitest";
import { proveOrganiser } from "#src/access/organiser.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { dropsOf } from "./counted-drops.ts";
import { dropsInSql } from "./drops.ts";
import { countEntries } from "./lists/entry-counts.ts";
import { indexNextEntries } from "./lists/search-index.ts";

const { database, ...api } = await openTestApi();

const rules = [1, 2, 4, 8, 16].map((drops, index) => ({ number: index + 1, details: `Task ${drops}`, drops }));
const said = { proof: "said", maxTimes: 1 } as const;

test("SQL and code count the same drops, whatever was ticked and removed since", async () => {
  const raffle = await api.createRaffle({ rules });
  const [first, second, third, fourth, removed] = raffle.rules.map((rule) => rule.id);
  const [foreign] = (await api.createRaffle()).rules.map((rule) => rule.id);
  await database.db.deleteFrom("rules").where("id", "=", String(removed)).execute();
  const left = raffle.rules.filter((rule) => rule.id !== removed).map((rule) => ({ ...rule, ...said }));
  const ticked = [[], [first], [fourth, second], [first, first, third], [removed], [removed, foreign, second]];
  for (const done of ticked as string[][]) {
    const { rows } = await sql<{ drops: number }>`
      select ${dropsInSql(raffle.id)} as drops from (select ${done}::uuid[] as done_rules, '{}'::jsonb as earned) as ticks
    `.execute(database.db);
    expect([done, rows[0]?.drops]).toEqual([done, dropsOf(left, done, {})]);
  }
  expect(ticked.map((done) => dropsOf(left, done as string[], {}))).toEqual([0, 1, 10, 5, 0, 2]);
});

test("an entry's drops are the same for its entrant, in the list and in all of them together, indexed or not", async () => {
  const raffle = await api.createRaffle({ rules });
  const [first, second, third, fourth, removed] = raffle.rules.map((rule) => rule.id);
  const entered = [[first, fourth], [third, removed], [second, second], []];
  const codes: string[] = [];
  for (const done of entered) codes.push(await api.enter(raffle, { rules: done }));
  await database.db.deleteFrom("rules").where("id", "=", String(removed)).execute();
  const claim = { raffle: raffle.codeId, accessCode: raffle.accessCode, exact: true };
  const scope = await proveOrganiser({ ...api.site, reader: database.db, address: "192.0.2.1" }, claim);
  if (!scope.ok) throw new Error(scope.refusal.reason);
  const expected = [9, 4, 2, 0];
  for (const round of ["pending", "indexed"]) {
    expect([round, (await countEntries(database.db, scope.value)).drops]).toEqual([round, 15]);
    while ((await indexNextEntries(database.db)).changes > 0);
  }
  for (const [index, code] of codes.entries()) {
    const { body } = await api.ask("GET", `/entries/${code}`);
    expect((body.entry as { drops: number }).drops).toBe(expected[index]);
  }
});
