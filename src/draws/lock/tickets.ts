import type { Wish } from "#src/entries/schema.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { compareTexts } from "../protocol/format/texts.ts";
import { sealOf, type Ticket } from "../protocol/list/ticket.ts";
import type { Plan } from "../protocol/plan.ts";
import { entryKey } from "./entry-key.ts";
import { nodeSha256 } from "./node-sha256.ts";

/** What of an entry makes its ticket. */
export type TicketEntry = {
  readonly id: string;
  readonly entryCode: string;
  readonly emailKey: string | null;
  readonly doneRules: readonly string[];
  readonly wishes: readonly Wish[];
  readonly disqualifiedFor: string | null;
};

/**
 * Makes tickets of a raffle's entries, as they are now.
 *
 * @param secret the site's, from which the keys of seals are derived
 * @returns a function that makes the ticket with a number of an entry
 */
export function ticketsOf(
  raffle: Pick<PublicRaffle, "id" | "codeId" | "rules" | "prizes">,
  { requires, weight }: Pick<Plan, "requires" | "weight">,
  secret: Uint8Array,
): (entry: TicketEntry, ticket: number) => Ticket {
  const drops = new Map(raffle.rules.map((rule) => [rule.id, rule.drops]));
  const codes = new Map(raffle.prizes.map(({ id, prizeCode }) => [id, prizeCode]));
  return (entry, ticket) => {
    const done = [...new Set(entry.doneRules)].flatMap((rule) => drops.get(rule) ?? []);
    const missing = requires === "none" ? false : done.length < (requires === "all-rules" ? drops.size : 1);
    const out = entry.disqualifiedFor !== null ? "disqualified" : missing ? "rules" : "";
    const worth = done.reduce((sum, one) => sum + one, 0);
    const chances = weight === "drops" ? Math.max(1, worth) : 1;
    const key = entryKey(secret, { raffleId: raffle.id, entryId: entry.id });
    const { emailKey, entryCode } = entry;
    return {
      ticket,
      chances: out === "" ? chances : 0,
      wishes: wishesOf(entry.wishes, codes),
      out,
      seal: sealOf({ email: emailKey ?? "", entryCode, key, raffle: raffle.codeId }, nodeSha256),
    };
  };
}

function wishesOf(wishes: readonly Wish[], codes: ReadonlyMap<string, string>): string[] {
  const wished = wishes.flatMap(({ prizeId, status }) => (status === "Selected" ? (codes.get(prizeId) ?? []) : []));
  return [...new Set(wished)].sort(compareTexts);
}
