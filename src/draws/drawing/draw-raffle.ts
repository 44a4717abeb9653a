import { sql } from "kysely";
import { recordChange, type SiteItself } from "#src/access/audit/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import { canonicalJson } from "#src/base/canonical-json.ts";
import type { Clock } from "#src/base/clock.ts";
import { hashOf } from "#src/base/hashing/sha256.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { createKeyedQueue, type KeyedQueue } from "#src/rate-limits/keyed-queue.ts";
import { announceWinners } from "../announcing/announce-winners.ts";
import { readListFile } from "../lock/list-parts.ts";
import { queueLeaf } from "../log/queue.ts";
import { storePlaces } from "../places/places.ts";
import { type Beacon, faultOfBeacon } from "../protocol/beacon/beacon.ts";
import type { Chain } from "../protocol/beacon/chains.ts";
import type { Lock } from "../protocol/lock.ts";
import { findDraw } from "../read.ts";
import { drawList } from "./draw-list.ts";
import { readPublishedBeacon } from "./published-beacon.ts";

export type DrawDeps = {
  readonly db: Database;
  readonly clock: Clock;
  /** The chain of the beacon that this site draws with. */
  readonly chain: Chain;
  /** Aborted when the site stops: a draw under way is given up, and done again after the next start. */
  readonly stopping: AbortSignal;
};

/**
 * Raffles that wait for their draw in one process: each under way holds a connection and threads, for minutes at worst.
 */
const MAX_WAITING = 1000;
const queues = new WeakMap<Database, KeyedQueue>();

/**
 * Runs a transaction that reads a whole list, after all others of this process that do. They wait without a connection.
 */
export function inDrawQueue<Result>(db: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const queue = queues.get(db) ?? createKeyedQueue(MAX_WAITING);
  queues.set(db, queue);
  const patiently = async (tx: Transaction) => {
    // The connection waits for the threads that score: a list of millions takes longer than other transactions may.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    return work(tx);
  };
  return queue.run(["draw"], () => inTransaction(db, patiently));
}

/**
 * Draws a locked raffle, once: the result follows from lock and beacon, and is stored with the primary key of the
 * raffle. Crashes leave nothing behind, and whoever draws again comes to the same result.
 *
 * @param scope the site, or the organiser who pasted the beacon
 * @param beacon of the lock's round, verified
 * @returns whether this call drew it; false where it is drawn already, or another process is drawing it
 * @throws where the stored list is not the one that was locked, for then nobody may get a result
 */
export async function drawRaffle(
  { db, clock, stopping }: Omit<DrawDeps, "chain">,
  scope: OrganiserScope | SiteItself,
  beacon: Beacon,
): Promise<boolean> {
  const draw = async (tx: Transaction): Promise<boolean> => {
    const lock = await takeUndrawn(tx, scope.raffleId);
    if (!lock) return false;
    const { randomness, round } = beacon;
    const list = readListFile(tx, scope.raffleId);
    const drawn = await drawList({ lock, randomness, replacements: 0 }, list, stopping);
    if (!drawn.ok) throw new Error(`The list of ${lock.plan.raffle} is not drawn: ${JSON.stringify(drawn.refusal)}`);
    const { seed, results, places } = drawn.value;
    await tx
      .insertInto("drawResults")
      .values({
        raffleId: scope.raffleId,
        beaconSignature: Buffer.from(beacon.signature, "hex"),
        seed: Buffer.from(seed, "hex"),
        results: canonicalJson(results),
        announcedAt: null,
      })
      .execute();
    await queueLeaf(tx, scope.raffleId, { kind: "draw", lock: hashOf(lock), results: hashOf(results) });
    await storePlaces(tx, scope.raffleId, places);
    // Its trigger has all processes drop the raffle's pages.
    const raffle = await tx
      .updateTable("raffles")
      .set({ drawnAt: clock() })
      .where("id", "=", scope.raffleId)
      .returning("announce")
      .executeTakeFirst();
    if (raffle?.announce === "at-once") await announceWinners(tx, scope, clock);
    const subject = lock.plan.raffle;
    await recordChange(tx, scope, { action: "draw-raffle", subject, before: null, after: { round, seed } }, clock);
    return true;
  };
  return inDrawQueue(db, draw);
}

/** Keeps all other processes from drawing this raffle until the transaction ends. */
async function takeUndrawn(tx: Transaction, raffleId: string): Promise<Lock | undefined> {
  const taken = await tx
    .selectFrom("drawLocks")
    .select("lock")
    .where("raffleId", "=", raffleId)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  // Asked once the row is held: a statement does not see what was committed while it ran.
  const drawn =
    taken && (await tx.selectFrom("drawResults").select("raffleId").where("raffleId", "=", raffleId).execute());
  if (!taken || drawn?.length !== 0) return undefined;
  return JSON.parse(taken.lock) as Lock;
}

export type PasteRefusal = Refusal<"list-unlocked" | "beacon-unreadable" | "beacon-of-other-round" | "beacon-wrong">;

/**
 * Draws a raffle by a beacon that its organiser brings, from whatever mirror. A beacon proves itself, so that nobody
 * can bring another one.
 *
 * @param text a relay's JSON, or the signature in hex
 * @returns nothing, once the raffle is drawn or another process is drawing it; refusals: see PasteRefusal
 */
export async function drawFromPasted(
  deps: DrawDeps,
  scope: OrganiserScope,
  text: string,
): Promise<Outcome<void, PasteRefusal>> {
  const draw = await findDraw(deps.db, scope.raffleId);
  if (!draw) return refuse({ reason: "list-unlocked" });
  const { round, plan } = draw.published.lock;
  const beacon = readPublishedBeacon(text, round);
  if (!beacon) return refuse({ reason: "beacon-unreadable" });
  if (beacon.round !== round) return refuse({ reason: "beacon-of-other-round" });
  if (plan.chain !== deps.chain.hash || faultOfBeacon(deps.chain, round, beacon))
    return refuse({ reason: "beacon-wrong" });
  await drawRaffle(deps, scope, beacon);
  return accept(undefined);
}
