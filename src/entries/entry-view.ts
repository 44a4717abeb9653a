import type { PublicRaffle } from "#src/raffles/schema.ts";
import type { PersonDetails } from "./fields.ts";
import type { ChecklistItem, WishlistItem } from "./schema.ts";
import type { Standing } from "./standing/rules.ts";

/** An entry as its entrant sees it. */
export type EntryView = {
  readonly raffle: PublicRaffle;
  readonly entry: PersonDetails & {
    readonly raffleId: string;
    readonly codeId: string;
    readonly entryCode: string;
    readonly sources: string;
    readonly status: string;
    readonly promotions: boolean;
    /** Whether the person, if they win, is named by the ticket number alone. */
    readonly namedByTicket: boolean;
    /** Why the organiser took it out of play; null if it is in play, and empty where it is masked. */
    readonly disqualifiedFor: string | null;
    /** The drops of the rules that are done; `ruleEffectOf` says whether they change a chance. */
    readonly drops: number;
    readonly createdAt: Date;
    /** The person's details are masked: the entry code alone was proved. */
    readonly masked: boolean;
  };
  /** Whether the entry has a phone or an e-mail to prove; a paper slip may lack both. */
  readonly provable: boolean;
  readonly rules: readonly ChecklistItem[];
  readonly wishes: readonly WishlistItem[];
  /** Whether it can win, and what, by what it has now. */
  readonly standing: Standing;
};
