import type { Prize, PublicRaffle, RaffleRule } from "#src/raffles/schema.ts";
import { type CountedRule, dropsOf, type Earned } from "../counted-drops.ts";

/** What of a raffle decides whose entry is in which prize's draw. */
export type DrawTerms = Pick<PublicRaffle, "drawRequires" | "drawWeight"> & {
  readonly rules: readonly (CountedRule & Pick<RaffleRule, "details">)[];
  readonly prizes: readonly Pick<Prize, "id" | "prizeCode" | "name" | "pool">[];
};

/** What of an entry decides it. */
export type JudgedEntry = {
  readonly doneRules: readonly string[];
  /** Those that its entrant ticked, and the shop has to check: they decide what is missing, not who is in. */
  readonly claimedRules: readonly string[];
  /** What the ledger has of it. */
  readonly earned: Earned;
  readonly wishes: readonly { readonly prizeId: string; readonly status: "Selected" | "Unselected" }[];
  /** The organiser's reason; null if it is not disqualified. */
  readonly disqualifiedFor: string | null;
  /** When the organiser decided so; null if that was not recorded. */
  readonly disqualifiedAt?: Date | null;
  /** Whether it is of somebody who won before, as `readPastWinners` knows. */
  readonly hasWonBefore?: boolean;
};

export type StandingPrize = { readonly prizeCode: string; readonly name: string };
/** A rule that is not done. `waits`: its entrant ticked it, and the shop has to check it. */
export type StandingRule = { readonly ruleId: string; readonly details: string; readonly waits: boolean };

/**
 * Why an entry is in the draws that it is in. `chosen`: it wished for these. `none-chosen`: it wished for nothing,
 * which counts as a wish for every prize. `open-to-all`: no prize of the raffle is drawn by wishes.
 */
export type Because = "chosen" | "none-chosen" | "open-to-all";

/** Whether an entry can win, and what; else what is missing, or why it is out. */
export type Standing =
  | {
      readonly state: "in";
      readonly prizes: readonly StandingPrize[];
      /** Whether these are all prizes of the raffle. */
      readonly all: boolean;
      readonly because: Because;
      /** Its chances in each of these draws; 1 for everybody unless drops count. */
      readonly chances: number;
    }
  | {
      readonly state: "not-yet";
      readonly missing: readonly StandingRule[];
      /** Whether one of the missing rules is enough. */
      readonly oneIsEnough: boolean;
    }
  /** Its person won in another draw of the owner, not long ago. */
  | { readonly state: "won-before" }
  /** The reason is empty for readers who have not proved the contact. */
  | { readonly state: "out"; readonly reason: string; readonly at: Date | null };

/** Whether nothing is left to do for an entrant: the entry is in once the shop has confirmed what they ticked. */
export function waitsForShop(standing: Standing): boolean {
  if (standing.state !== "not-yet") return false;
  const { missing, oneIsEnough } = standing;
  return oneIsEnough ? missing.some(({ waits }) => waits) : missing.every(({ waits }) => waits);
}

/** A standing for readers who have not proved the contact: an organiser's reason may name the person. */
export function withoutReason(standing: Standing): Standing {
  return standing.state === "out" ? { ...standing, reason: "" } : standing;
}

/** The prizes that an entry wishes for, in the raffle's order: every prize, if it chose none. */
export function wishedPrizes<P extends { readonly id: string }>(
  prizes: readonly P[],
  wishes: JudgedEntry["wishes"],
): readonly P[] {
  const chosen = chosenPrizes(prizes, wishes);
  return chosen.length > 0 ? chosen : prizes;
}

function chosenPrizes<P extends { readonly id: string }>(prizes: readonly P[], wishes: JudgedEntry["wishes"]): P[] {
  const selected = new Set(wishes.filter(({ status }) => status === "Selected").map(({ prizeId }) => prizeId));
  return selected.size === 0 ? [] : prizes.filter(({ id }) => selected.has(id));
}

/**
 * Decides whether entries can win, and what. Tickets of the locked list are made of the same decision
 * (`src/draws/lock/tickets.ts`), so that what an entrant reads before the lock is what the list says.
 *
 * Where nobody wished for a prize, everybody in play is in its draw too: that is known only when it is drawn.
 *
 * @returns a function that decides on one entry of the raffle
 */
export function standingIn({ drawRequires, drawWeight, rules, prizes }: DrawTerms): (entry: JudgedEntry) => Standing {
  const needed = drawRequires === "none" ? 0 : drawRequires === "all-rules" ? rules.length : Math.min(1, rules.length);
  const isOpen = prizes.every(({ pool }) => pool === "everyone");
  return (entry) => {
    const { doneRules, claimedRules, earned, wishes, disqualifiedFor } = entry;
    const { disqualifiedAt = null, hasWonBefore = false } = entry;
    if (disqualifiedFor !== null) return { state: "out", reason: disqualifiedFor, at: disqualifiedAt };
    if (hasWonBefore) return { state: "won-before" };
    const ids = new Set(doneRules);
    const done = rules.filter(({ id }) => ids.has(id));
    if (done.length < needed) {
      const missing = rules
        .filter(({ id }) => !ids.has(id))
        .map(({ id, details }) => ({ ruleId: id, details, waits: claimedRules.includes(id) }));
      return { state: "not-yet", missing, oneIsEnough: drawRequires === "any-rule" && missing.length > 1 };
    }
    const chosen = new Set(chosenPrizes(prizes, wishes));
    const inDraw = chosen.size === 0 ? prizes : prizes.filter((one) => one.pool !== "wished" || chosen.has(one));
    return {
      state: "in",
      prizes: inDraw.map(({ prizeCode, name }) => ({ prizeCode, name })),
      all: inDraw.length === prizes.length,
      because: isOpen ? "open-to-all" : chosen.size > 0 ? "chosen" : "none-chosen",
      chances: drawWeight === "drops" ? Math.max(1, dropsOf(rules, doneRules, earned)) : 1,
    };
  };
}
