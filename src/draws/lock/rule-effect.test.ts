import { expect, test } from "vitest";
import { DRAW_REQUIREMENTS, DRAW_WEIGHTS } from "#src/raffles/limits.ts";
import { ruleEffectOf } from "#src/raffles/rules.ts";
import { newRule } from "../../../tests/support/field-values.ts";
import { type TicketEntry, ticketsOf } from "./tickets.ts";

const SECRET = new Uint8Array(32);
const WORTHS = [[1], [3], [1, 1], [2, 5], [1, 2, 4], [3, 3, 3]];

/** Makes the tickets of one entry for each combination of ticks: those in play. */
function inPlay(worths: readonly number[], requires: "all-rules" | "any-rule" | "none", weight: "equal" | "drops") {
  const rules = worths.map((drops, index) => newRule({ id: `rule-${index}`, number: index, drops }));
  const settings = { drawRequires: requires, drawWeight: weight };
  const ticketOf = ticketsOf({ id: "raffle", codeId: "RAFFLE00", rules, prizes: [], ...settings }, SECRET, {
    has: () => false,
  });
  return Array.from({ length: 2 ** rules.length }, (_, ticks) => {
    const doneRules = rules.filter((_, index) => ticks & (1 << index)).map(({ id }) => id);
    const entry: TicketEntry = {
      ...{ id: `entry-${ticks}`, entryCode: "ABCDEFGH", emailKey: null, phoneKey: null, wishes: [] },
      ...{ disqualifiedFor: null, earned: {} },
      doneRules,
    };
    return { doneRules, ...ticketOf(entry, ticks + 1) };
  }).filter(({ out }) => out === "");
}

test("what is said of rules and drops is what the locked list does with them", () => {
  const said = new Set<string>();
  for (const drawRequires of DRAW_REQUIREMENTS) {
    for (const drawWeight of DRAW_WEIGHTS) {
      for (const worths of WORTHS) {
        const rules = worths.map((drops) => ({ drops, maxTimes: 1 }));
        const tickets = inPlay(worths, drawRequires, drawWeight);
        const fewest = Math.min(...tickets.map(({ doneRules }) => doneRules.length));
        const need = fewest === 0 ? "optional" : fewest === worths.length ? "required" : "one";
        const drops = new Set(tickets.map(({ chances }) => chances)).size > 1;
        expect([drawRequires, drawWeight, worths, ruleEffectOf({ drawRequires, drawWeight, rules })]).toEqual([
          ...[drawRequires, drawWeight, worths],
          { need, drops },
        ]);
        said.add(`${need} ${drops}`);
      }
    }
  }
  // Every sentence that can be said was tried.
  expect([...said].sort()).toEqual(["one false", "one true", "optional false", "optional true", "required false"]);
});
