import { nodeSha256 } from "#src/base/hashing/node-sha256.ts";
import type { Earned } from "#src/entries/counted-drops.ts";
import type { Wish } from "#src/entries/schema.ts";
import type { PastWinners } from "#src/entries/standing/past-winners.ts";
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
  readonly phoneKey: string | null;
  readonly doneRules: readonly string[];
  readonly earned: Earned;
  readonly wishes: readonly Wish[];
  readonly disqualifiedFor: string | null;
  readonly goneSeal?: null;
};

/** What is known of an entry that is gone: the last seal that the log has of it. */
export type GoneEntry = {
  readonly id: string;
  readonly goneSeal: Buffer;
  /** Whether nobody but its entrant removed it. */
  readonly isWithdrawn: boolean;
};

/** The list's words for why a ticket is out. */
const OUT = { in: "", "not-yet": "rules", "won-before": "won-before", out: "disqualified" } as const;

/**
 * Makes tickets of a raffle's entries, as they are now. Whether an entry is in is decided where its page decides it. An
 * entry without a chosen prize is listed with a wish for every prize.
 *
 * @param secret the site's, from which the keys of seals are derived
 * @param winners who won before, by the raffle's `pauseDays`
 * @returns a function that makes the ticket with a number of an entry
 */
export function ticketsOf(
  raffle: Pick<PublicRaffle, "id" | "codeId" | "rules" | "prizes" | "drawRequires" | "drawWeight">,
  secret: Uint8Array,
  winners: Pick<PastWinners, "has">,
): (entry: TicketEntry | GoneEntry, ticket: number) => Ticket {
  const judge = standingIn(raffle);
  return (entry, ticket) => {
    if (entry.goneSeal) {
      const out = entry.isWithdrawn ? "withdrawn" : "deleted";
      return { ticket, chances: 0, wishes: [], out, seal: entry.goneSeal.toString("hex") };
    }
    const standing = judge({ ...entry, claimedRules: [], hasWonBefore: winners.has(entry) });
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
