import { nodeSha256 } from "#src/base/hashing/node-sha256.ts";
import type { Wish } from "#src/entries/schema.ts";
import { standingIn, wishedPrizes } from "#src/entries/standing/rules.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { compareTexts } from "../protocol/format/texts.ts";
import { sealOf, type Ticket } from "../protocol/list/ticket.ts";
import { entryKey } from "./entry-key.ts";

/** What of an entry makes its ticket. */
export type TicketEntry = {
  readonly id: string;
  readonly entryCode: string;
  readonly emailKey: string | null;
  readonly doneRules: readonly string[];
  readonly wishes: readonly Wish[];
  readonly disqualifiedFor: string | null;
};

/** The list's words for why a ticket is out. */
const OUT = { in: "", "not-yet": "rules", out: "disqualified" } as const;

/**
 * Makes tickets of a raffle's entries, as they are now. Whether an entry is in is decided where its page decides it. An
 * entry without a chosen prize is listed with a wish for every prize.
 *
 * @param secret the site's, from which the keys of seals are derived
 * @returns a function that makes the ticket with a number of an entry
 */
export function ticketsOf(
  raffle: Pick<PublicRaffle, "id" | "codeId" | "rules" | "prizes" | "drawRequires" | "drawWeight">,
  secret: Uint8Array,
): (entry: TicketEntry, ticket: number) => Ticket {
  const judge = standingIn(raffle);
  return (entry, ticket) => {
    const standing = judge(entry);
    const key = entryKey(secret, { raffleId: raffle.id, entryId: entry.id });
    const { emailKey, entryCode } = entry;
    const wished = wishedPrizes(raffle.prizes, entry.wishes).map(({ prizeCode }) => prizeCode);
    return {
      ticket,
      chances: standing.state === "in" ? standing.chances : 0,
      wishes: [...new Set(wished)].sort(compareTexts),
      out: OUT[standing.state],
      seal: sealOf({ email: emailKey ?? "", entryCode, key, raffle: raffle.codeId }, nodeSha256),
    };
  };
}
