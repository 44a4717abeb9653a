import { sql } from "kysely";
import { startDueLoop } from "#src/jobs/due-loop.ts";
import { type DrawDeps, drawRaffle } from "./draw-raffle.ts";
import type { BeaconSource } from "./fetch-beacon.ts";

/** The pause when no raffle is due, or another process draws it. */
const IDLE_MS = 2_000;
/** The pauses while no relay gives the randomness: relays have it seconds after its time, or are away for long. */
const FIRST_WAIT_MS = 3_000;
const LONGEST_WAIT_MS = 60_000;

type DueRaffle = { readonly id: string; readonly round: number };

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
  /** The next pause of each raffle whose randomness no relay gave: one round must not be in the way of the others. */
  const waits = new Map<string, number>();

  async function drawDue({ id, round }: DueRaffle): Promise<number | null> {
    const beacon = await source.fetch(round, stopping.signal);
    if (!beacon.ok) {
      const wait = waits.get(id) ?? firstWaitMs;
      waits.set(id, Math.min(2 * wait, LONGEST_WAIT_MS));
      return wait;
    }
    waits.delete(id);
    const isDrawn = await drawRaffle(
      { ...deps, stopping: stopping.signal },
      { raffleId: id, actor: "site" },
      beacon.value,
    );
    return isDrawn ? null : IDLE_MS;
  }

  const find = (excluded: readonly string[]) => findDue(deps, excluded);
  const loop = startDueLoop({ find, work: drawDue, idleMs: IDLE_MS }, onError);
  return {
    stop() {
      const stopped = loop.stop();
      stopping.abort();
      return stopped;
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
  return sql<DueRaffle>`
    select raffles.id, due.round
    from raffles cross join lateral (
      select round, round_at, lock from draw_locks where raffle_id = raffles.id offset 0
    ) due
    where locked_at is not null and drawn_at is null and round_at <= ${now} and raffles.id <> all(${excluded}::uuid[])
      and due.lock::json -> 'plan' ->> 'chain' = ${chainHash}
    order by due.round_at limit 1
  `;
}
