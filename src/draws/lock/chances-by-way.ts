import { dropsOfRule } from "#src/entries/counted-drops.ts";
import type { Proof } from "#src/raffles/proof/ways.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import type { Ticket } from "../protocol/list/ticket.ts";
import type { GoneEntry, TicketEntry } from "./tickets.ts";

/**
 * Chances of a locked list by the way of proof that gave them. `entry`: the one of an entry in play without drops.
 */
export type ChancesByWay = Readonly<Partial<Record<Proof | "entry", number>>>;

type CountedRaffle = Pick<PublicRaffle, "rules" | "drawWeight">;

/**
 * Counts how many chances came by which way, ticket by ticket.
 *
 * @returns null where there is nothing to say: chances are the same for everybody, or every rule is only said
 */
export function countChances({ rules, drawWeight }: CountedRaffle) {
  if (drawWeight !== "drops" || rules.every(({ proof }) => proof === "said")) return null;
  const sums: Partial<Record<Proof | "entry", number>> = {};
  const add = (way: Proof | "entry", chances: number) => {
    if (chances > 0) sums[way] = (sums[way] ?? 0) + chances;
  };
  return {
    sums: sums as ChancesByWay,
    count(entry: TicketEntry | GoneEntry, { chances }: Pick<Ticket, "chances">): void {
      if (chances === 0 || entry.goneSeal) return;
      const done = new Set(entry.doneRules);
      let left = chances;
      for (const rule of rules) {
        const drops = dropsOfRule(rule, done, entry.earned);
        add(rule.proof, drops);
        left -= drops;
      }
      add("entry", left);
    },
  };
}
