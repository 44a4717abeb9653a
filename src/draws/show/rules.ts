/** A winner as the public sees it; no name for whoever chose the ticket number alone. */
export type ShownWinner = { readonly ticket: number; readonly name: string | null };

export type ShownPrize = {
  readonly name: string;
  /** How many are to win it. */
  readonly winners: number;
  /** Who won it, once the show has come to it. */
  readonly revealed: {
    readonly winners: readonly ShownWinner[];
    readonly more: number;
    readonly given: boolean;
  } | null;
};

/** All that is public of a raffle on its way to the end of its show. Times are ISO 8601. */
export type ShowState = {
  readonly raffle: string;
  readonly name: string;
  readonly dueAt: string;
  /** When the list locks by itself. */
  readonly lockAt: string | null;
  readonly locked: {
    readonly lockHash: string;
    /** What the audience can compare by ear: the lock in six words. */
    readonly sixWords: string;
    readonly tickets: number;
    /** Those of them that can win. */
    readonly inPlay: number;
    readonly roundAt: string;
  } | null;
  readonly isDrawn: boolean;
  /** Whether everybody sees the winners before their show begins. */
  readonly isAnnounced: boolean;
  readonly step: number;
  /** In the order in which they are drawn. */
  readonly prizes: readonly ShownPrize[];
};

/** Where a show is. `locked` waits for the time of its randomness, `beacon` for the randomness itself. */
export type ShowPhase =
  | { readonly kind: "open" | "checking" | "locked" | "beacon" | "ready" | "over" }
  | { readonly kind: "turning" | "shown"; readonly prize: number };

/** The last step of a show, with which it is over. */
export function lastStep(prizes: number): number {
  return 2 * prizes + 1;
}

/** How many prizes a show has revealed at a step. */
export function revealedAt(step: number): number {
  return Math.floor(step / 2);
}

/** Whether a show has begun and still has prizes to reveal. */
export function isUnderWay(step: number, prizes: number): boolean {
  return step > 0 && step < lastStep(prizes);
}

/** @param now the server's time, in ms since 1970 */
export function phaseOf({ dueAt, locked, isDrawn, step, prizes }: ShowState, now: number): ShowPhase {
  if (isDrawn && step === 0) return { kind: "ready" };
  if (isDrawn && step >= lastStep(prizes.length)) return { kind: "over" };
  if (isDrawn) return step % 2 ? { kind: "turning", prize: (step - 1) / 2 } : { kind: "shown", prize: step / 2 - 1 };
  if (locked) return { kind: now < Date.parse(locked.roundAt) ? "locked" : "beacon" };
  return { kind: now <= Date.parse(dueAt) ? "open" : "checking" };
}
