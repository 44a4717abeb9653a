import { sql } from "kysely";
import type { Clock } from "#src/base/clock.ts";
import { createSingleFlightCache } from "#src/base/single-flight-cache.ts";
import type { Reader } from "#src/db/connect.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import type { Earned } from "../counted-drops.ts";
import { readPastWinners } from "./past-winners.ts";
import { standingIn, wishedPrizes } from "./rules.ts";

/** How many entries would be in the draw of a prize if the list were locked now. */
export type PrizeOdds = {
  readonly prizeCode: string;
  readonly inDraw: number;
  /** Their chances together: as many as they are, unless drops count. */
  readonly chances: number;
  /** How many of them wished for it, or for every prize. */
  readonly wished: number;
};

export type LiveOdds = { readonly countedAt: Date; readonly prizes: readonly PrizeOdds[] };

type OddsRaffle = Pick<
  PublicRaffle,
  "id" | "version" | "liveOdds" | "lockedAt" | "pauseDays" | "prizes" | "rules" | "drawRequires" | "drawWeight"
>;

/** With more entries nothing is counted: each is read. The form says so. */
const MAX_COUNTED = 100_000;
/** A count is as old as this at most, and older where it takes long: counting is one part in a hundred of the time. */
const MAX_AGE_MS = 30_000;
const AGE_A_WORK = 100;
const MAX_BYTES = 4 * 1024 * 1024;
const BYTES_A_PRIZE = 200;

/** The odds of raffles that show them, counted once for all visitors of a process. */
export type OddsCache = {
  /**
   * @param entered how many entries the raffle has, about
   * @returns null where its organiser does not show them, after the lock, and for too many entries
   */
  find(raffle: OddsRaffle, entered: number): Promise<LiveOdds | null>;
};

export function createOddsCache(reader: Reader, clock: Clock): OddsCache {
  const cached = createSingleFlightCache<LiveOdds>(MAX_BYTES);
  return {
    async find(raffle, entered) {
      if (raffle.liveOdds !== "shown" || raffle.lockedAt || entered > MAX_COUNTED) return null;
      // An edit changes who is in play.
      return cached.get(`${raffle.id} ${raffle.version}`, async () => {
        const started = performance.now();
        const value = { countedAt: clock(), prizes: await countOdds(reader, raffle) };
        const took = performance.now() - started;
        const until = performance.now() + Math.max(MAX_AGE_MS, AGE_A_WORK * took);
        return { value, bytes: BYTES_A_PRIZE * (1 + raffle.prizes.length), until };
      });
    },
  };
}

/** Entries that are alike in all that decides about them. */
type Alike = {
  readonly doneRules: readonly string[];
  readonly earned: Earned;
  readonly chosen: readonly string[] | null;
  readonly isOut: boolean;
  readonly hasWonBefore: boolean;
  readonly entries: number;
};

/** Counts who is in the draw of each prize, by the decision that makes the tickets of a lock. */
export async function countOdds(reader: Reader, raffle: OddsRaffle): Promise<PrizeOdds[]> {
  const { hasInSql: hasWonBefore } = await readPastWinners(reader, raffle);
  const { rows } = await sql<Alike>`
    select done_rules as "doneRules", earned, chosen, disqualified_for is not null as "isOut",
      ${hasWonBefore} is true as "hasWonBefore", count(*)::int8 as entries
    from entries cross join lateral (
      select array_agg(one ->> 'prizeId') as chosen from jsonb_array_elements(wishes) as one
      where one ->> 'status' = 'Selected'
    ) as wish
    where raffle_id = ${raffle.id} group by 1, 2, 3, 4, 5
  `.execute(reader);
  const judge = standingIn(raffle);
  const sums = new Map(raffle.prizes.map(({ prizeCode }) => [prizeCode, { wished: 0, wishedChances: 0 }]));
  let [inPlay, inPlayChances] = [0, 0];
  for (const { doneRules, earned, chosen, isOut, hasWonBefore: won, entries } of rows) {
    const wishes = (chosen ?? []).map((prizeId) => ({ prizeId, status: "Selected" as const }));
    const disqualifiedFor = isOut ? "" : null;
    const standing = judge({ doneRules, claimedRules: [], earned, wishes, disqualifiedFor, hasWonBefore: won });
    if (standing.state !== "in") continue;
    inPlay += entries;
    inPlayChances += entries * standing.chances;
    for (const { prizeCode } of wishedPrizes(raffle.prizes, wishes)) {
      const sum = sums.get(prizeCode);
      if (!sum) continue;
      sum.wished += entries;
      sum.wishedChances += entries * standing.chances;
    }
  }
  return raffle.prizes.map(({ prizeCode, pool }) => {
    const { wished = 0, wishedChances = 0 } = sums.get(prizeCode) ?? {};
    // A prize that nobody in play wished for is drawn among all of them.
    const isByWish = pool === "wished" && wished > 0;
    return { prizeCode, wished, inDraw: isByWish ? wished : inPlay, chances: isByWish ? wishedChances : inPlayChances };
  });
}
