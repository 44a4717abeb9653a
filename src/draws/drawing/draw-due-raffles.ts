import { sql } from "kysely";
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
 * Draws by themselves the raffles whose randomness is public. While no relay gives it, they wait: nothing else ever
 * takes its place. Of several processes, one draws a raffle and the others pass it.
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

async function findDue({ db, clock, chain }: Pick<DrawDeps, "db" | "clock" | "chain">, excluded: readonly string[]) {
  const { rows } = await selectLongestOverdue(clock(), chain.hash, excluded).execute(db);
  return rows[0];
}

/**
 * Selects the longest overdue raffle, except `excluded`. Those of another chain wait for its site.
 *
 * The lateral join makes PostgreSQL begin with the few raffles that are not drawn. It believes that few locks are of
 * one chain, and would read every lock ever made.
 */
export function selectLongestOverdue(now: Date, chainHash: string, excluded: readonly string[]) {
  return sql<{ raffleId: string; round: number }>`
    select raffles.id as "raffleId", due.round
    from raffles cross join lateral (
      select round, round_at, lock from draw_locks where raffle_id = raffles.id offset 0
    ) due
    where locked_at is not null and drawn_at is null and round_at <= ${now} and raffles.id <> all(${excluded}::uuid[])
      and due.lock::json -> 'plan' ->> 'chain' = ${chainHash}
    order by due.round_at limit 1
  `;
}
