import { expect, test } from "vitest";
import { proveOrganiser } from "#src/access/organiser.ts";
import { decideClaims } from "#src/earning/checked/decide-claims.ts";
import { asOrganiser, entryBody } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { findDraw } from "../read.ts";

const { database, ...api } = await openTestApi();

test("a lock says how many chances came by which way, and an entry's page says where its drops came from", async () => {
  const raffle = await api.createRaffle({
    drawRequires: "none",
    drawWeight: "drops",
    rules: [
      { details: "Follow our page", drops: 2 },
      { details: "Buy something", drops: 5, proof: "checked" },
    ],
  });
  const [said, checked] = raffle.rules.map(({ id }) => id) as [string, string];
  const claim = { raffle: raffle.id, accessCode: raffle.accessCode };
  const scope = await proveOrganiser({ ...api.site, reader: database.db, address: "192.0.2.1" }, claim);
  if (!scope.ok) throw new Error(scope.refusal.reason);
  const both = await api.enter(raffle, entryBody({ rules: [said, checked] }));
  const claimed = await api.enter(raffle, entryBody({ rules: [checked] }));
  const decision = { ruleId: checked, entryCodes: [both], isDone: true };
  expect(await decideClaims(api.site, scope.value, decision)).toMatchObject({ ok: true });
  const refusal = { ...decision, entryCodes: [claimed], isDone: false, reason: "No receipt of Maria" };
  expect(await decideClaims(api.site, scope.value, refusal)).toMatchObject({ ok: true });

  const { body } = await api.ask("GET", `/entries/${claimed}`);
  // Who has only the entry code reads no reason: it may name the person.
  expect(body.ledger).toMatchObject([{ drops: 0, reason: "", way: "checked", isWithdrawn: false }]);

  await database.pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [raffle.id]);
  const headers = asOrganiser(raffle.codeId, raffle.accessCode);
  expect((await api.ask("POST", `/raffles/${raffle.id}/draw/lock`, undefined, headers)).status).toBe(201);
  expect((await findDraw(database.db, raffle.id))?.chancesByWay).toEqual({ said: 2, checked: 5, entry: 1 });
  const list = await (await api.send("GET", `/raffles/${raffle.id}/draw/tickets`)).text();
  const chances = list
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).chances);
  expect(chances).toEqual([7, 1]);
  expect(await decideClaims(api.site, scope.value, refusal)).toMatchObject({ refusal: { reason: "list-locked" } });
});
