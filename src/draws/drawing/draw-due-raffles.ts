import { type SqlBool, sql } from "kysely";
import { type PollLoop, startPollLoop } from "#src/base/poll-loop.ts";
import { isDatabaseAway } from "#src/db/database-away.ts";
import { type DrawDeps, drawRaffle } from "./draw-raffle.ts";
import type { BeaconSource } from "./fetch-beacon.ts";

/** The pause when no raffle is due, or another process draws it. */
const IDLE_MS = 2_000;
/** The pauses while no relay gives the randomness: relays have it seconds after its time, or are away for long. */
const FIRST_WAIT_MS = 3_000;
const LONGEST_WAIT_MS = 60_000;
/** The pause before a raffle is tried again that could not be drawn, so that it is in the way of no other. */
const AFTER_FAILURE_MS = 60_000;

export type Drawing = {
  /** Gives up a draw under way; it is done again after the next start. */
  stop(): Promise<void>;
};

export type DrawingOptions = {
  readonly source: BeaconSource;
  readonly onError: (error: unknown) => void;
  /** For tests: the first pause while no relay gives the randomness. */
  readonly firstWaitMs?: number;
};

/**
 * Draws by themselves the raffles whose randomness is public. While no relay gives it, they wait: nothing else ever takes
 * its place. Of several processes, one draws a raffle and the others pass it.
 */
export function startDrawing(
  deps: Omit<DrawDeps, "stopping">,
  { source, onError, firstWaitMs = FIRST_WAIT_MS }: DrawingOptions,
): Drawing {
  const stopping = new AbortController();
  const passed = new Map<string, number>();
  /** The next pause of each raffle whose randomness no relay gave: one round must not be in the way of the others. */
  const waits = new Map<string, number>();

  async function drawNext(): Promise<number> {
    for (const [raffleId, until] of passed) if (until < Date.now()) passed.delete(raffleId);
    const due = await findDue(deps, [...passed.keys()]);
    if (!due) return IDLE_MS;
    const { raffleId, round } = due;
    const beacon = await source.fetch(round, stopping.signal);
    if (!beacon.ok) {
      const wait = waits.get(raffleId) ?? firstWaitMs;
      waits.set(raffleId, Math.min(2 * wait, LONGEST_WAIT_MS));
      passed.set(raffleId, Date.now() + wait);
      return Math.min(wait, IDLE_MS);
    }
    waits.delete(raffleId);
    try {
      const scope = { raffleId, actor: "site" } as const;
      const isDrawn = await drawRaffle({ ...deps, stopping: stopping.signal }, scope, beacon.value);
      if (!isDrawn) passed.set(raffleId, Date.now() + IDLE_MS);
    } catch (error) {
      // The loop tries it again in seconds.
      if (isDatabaseAway(error)) throw error;
      passed.set(raffleId, Date.now() + AFTER_FAILURE_MS);
      if (!stopping.signal.aborted) onError(error);
    }
    return 0;
  }

  const loop: PollLoop = startPollLoop(drawNext, onError);
  return {
    async stop() {
      stopping.abort();
      await loop.stop();
    },
  };
}

/** The raffle that has been waiting longest for its draw, but for some. Those of another chain wait for its site. */
async function findDue(
  { db, clock, chain }: Pick<DrawDeps, "db" | "clock" | "chain">,
  but: readonly string[],
): Promise<{ raffleId: string; round: number } | undefined> {
  const due = await db
    .selectFrom("raffles")
    .innerJoin("drawLocks", "drawLocks.raffleId", "raffles.id")
    .select(["drawLocks.raffleId", "round"])
    .where("raffles.lockedAt", "is not", null)
    .where("raffles.drawnAt", "is", null)
    .where("roundAt", "<=", clock())
    .where(sql<SqlBool>`lock::json -> 'plan' ->> 'chain' = ${chain.hash} and raffles.id <> all(${but}::uuid[])`)
    .orderBy("roundAt")
    .limit(1)
    .executeTakeFirst();
  return due && { raffleId: due.raffleId, round: Number(due.round) };
}
