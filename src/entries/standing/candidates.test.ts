import fc from "fast-check";
import { expect, test } from "vitest";
import { proveOrganiser } from "#src/access/organiser.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { entryBody } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { countEntries } from "../lists/entry-counts.ts";
import { findShortPrizes } from "./candidates.ts";
import { standingIn } from "./rules.ts";

const { database, ...api } = await openTestApi();
const { db, pool } = database;

const plans = fc.record({
  drawRequires: fc.constantFrom("all-rules", "any-rule", "none"),
  pools: fc.tuple(fc.constantFrom("wished", "everyone"), fc.constantFrom("wished", "everyone")),
  entries: fc.array(fc.record({ rules: fc.subarray([0, 1]), wishes: fc.subarray([0, 1]), out: fc.boolean() }), {
    maxLength: 7,
  }),
});

test("what the desk counts is what is decided of each entry, for any plan and entries", async () => {
  await fc.assert(
    fc.asyncProperty(plans, async ({ drawRequires, pools, entries }) => {
      const prizes = pools.map((one, index) => ({
        ...{ prizeCode: `P${index}`, name: `Prize ${index}`, details: "", worth: "", orderNumber: index },
        ...{ numberOfWinners: 3, pool: one },
      }));
      const made = await api.createRaffle({ drawRequires, prizes });
      for (const { rules, wishes, out } of entries) {
        const code = await api.enter(made, {
          ...entryBody(),
          rules: rules.map((index) => made.rules[index]?.id),
          wishes: wishes.map((index) => ({ prizeId: made.prizes[index]?.id })),
        });
        if (out) await pool.query("update entries set disqualified_for = 'Twice' where entry_code = $1", [code]);
      }
      const claim = { raffle: made.id, accessCode: made.accessCode };
      const scope = await proveOrganiser({ ...api.site, reader: db, address: "192.0.2.1" }, claim);
      const raffle = await findRaffle(db, made.id);
      if (!scope.ok || !raffle) throw new Error("There is no raffle.");

      const judge = standingIn(raffle);
      const rows = await db.selectFrom("entries").selectAll().where("raffleId", "=", made.id).execute();
      const standings = rows.map((row) => judge(row));
      const counts = await countEntries(db, scope.value);
      const of = (state: string) => standings.filter((one) => one.state === state).length;
      expect(counts).toMatchObject({ inPlay: of("in"), rulesMissing: of("not-yet"), disqualified: of("out") });
      expect(counts.inPlay + counts.rulesMissing + counts.disqualified).toBe(counts.total);

      const inDraw = (code: string) =>
        standings.filter((one) => one.state === "in" && one.prizes.some(({ prizeCode }) => prizeCode === code)).length;
      const short = await findShortPrizes(db, scope.value, raffle, counts);
      const expected = raffle.prizes
        .map(({ name, prizeCode }) => ({ name, candidates: inDraw(prizeCode) || of("in") }))
        .filter(({ candidates }) => candidates < 3);
      expect(short.map(({ name, candidates }) => ({ name, candidates }))).toEqual(expected);
    }),
    { numRuns: 30 },
  );
});
