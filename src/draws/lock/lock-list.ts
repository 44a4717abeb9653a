import { bytesToHex } from "@noble/hashes/utils.js";
import { type SqlBool, sql } from "kysely";
import { recordChange, type SiteItself } from "#src/access/audit/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import { canonicalJson } from "#src/base/canonical-json.ts";
import type { Clock } from "#src/base/clock.ts";
import { nodeSha256 } from "#src/base/hashing/node-sha256.ts";
import { hashOf } from "#src/base/hashing/sha256.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { LOCKS } from "#src/db/locks.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { areSettled, settleRaffle } from "#src/earning/invite/settle.ts";
import { readPastWinners } from "#src/entries/standing/past-winners.ts";
import { queuePush } from "#src/push/write.ts";
import { awaitHolders } from "#src/raffles/list-lock.ts";
import { planFactsOf } from "#src/raffles/plan-facts.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { readCheckpoint } from "#src/tlog/format/checkpoint.ts";
import { MerkleRoot } from "#src/tlog/format/merkle.ts";
import { readHead } from "#src/tlog/read.ts";
import { announce } from "#src/webhooks/announce.ts";
import { SOON_MS } from "../announcing/push-content.ts";
import { noteListCheck } from "../checking/list-check.ts";
import { laterOfClocks } from "../later-of-clocks.ts";
import { logOrigin, logVkey } from "../log/names.ts";
import { queueLeaf } from "../log/queue.ts";
import { beginLockMailing } from "../mails/write.ts";
import { planOf } from "../plan/plan.ts";
import type { Chain } from "../protocol/beacon/chains.ts";
import { timeOfRound } from "../protocol/beacon/round.ts";
import { signObject } from "../protocol/format/signature.ts";
import { secondsOf } from "../protocol/format/times.ts";
import { readList } from "../protocol/list/read-list.ts";
import { makeLock } from "../protocol/lock.ts";
import type { LogCheckpoint } from "../protocol/log/checkpoint.ts";
import { readPlan } from "../protocol/plan.ts";
import { countChances } from "./chances-by-way.ts";
import { writeListParts } from "./list-parts.ts";
import { siteKeyPair } from "./site-key.ts";
import { ticketsOf } from "./tickets.ts";

export type LockDeps = {
  readonly db: Database;
  readonly secret: Uint8Array;
  readonly clock: Clock;
  /** The chain of the beacon that this site draws with. */
  readonly chain: Chain;
  /** Scheme, host and port of the site, after which its log is named. */
  readonly config: { readonly origin: string };
  /** Of demonstration data: when it was locked, perhaps long ago. Its people do not exist, so that nobody is mailed. */
  readonly demonstration?: { readonly lockedAt: Date };
};

/**
 * Why a list cannot be locked. `list-locked`: it is already, or is being locked. `raffle-open`: entries are still
 * taken. `draw-impossible`: it is no draw by the protocol, or one that verifiers find too large.
 */
export type LockRefusal = Refusal<
  "raffle-not-found" | "list-locked" | "raffle-open" | "nobody-in-play" | "draw-impossible"
>;

/**
 * Locks a raffle's list of tickets for ever: all entries as they are, signed and published. Every change of an entry
 * or the raffle that matters is in it or is refused from then on.
 *
 * @param scope the organiser, or the site where the list locks by itself
 * @returns the lock's hash; refusals: see LockRefusal
 */
export async function lockList(
  deps: LockDeps,
  scope: OrganiserScope | SiteItself,
): Promise<Outcome<string, LockRefusal>> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await inTransaction(deps.db, (tx) => lockInTransaction(tx, deps, scope));
    } catch (error) {
      if (error instanceof NothingLocked) return refuse({ reason: error.reason });
      if (!(error instanceof Unsettled) || tries === MAX_TRIES) throw error;
      await settleRaffle(deps, scope.raffleId);
    }
  }
}

/** Entries change while a list is settled; then it is settled again. */
const MAX_TRIES = 5;

/** Rolls back a lock: what invitations give depends on entries, and they changed since it was written. */
class Unsettled extends Error {}

/** Rolls back a list that was written. */
class NothingLocked extends Error {
  readonly reason: LockRefusal["reason"];

  constructor(reason: LockRefusal["reason"]) {
    super(`The list is not locked: ${reason}.`);
    this.reason = reason;
  }
}

/**
 * The same within a transaction, which a list that cannot be locked may undo by an error.
 */
export async function lockInTransaction(
  tx: Transaction,
  { secret, clock, chain, config, demonstration }: LockDeps,
  scope: OrganiserScope | SiteItself,
): Promise<Outcome<string, LockRefusal>> {
  const { raffleId } = scope;
  // Not waited for: whoever waits holds a connection, and all of them are as many as a person's clicks.
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${raffleId}, ${sql.lit(LOCKS.drawLists)})) as free
  `.execute(tx);
  if (!rows[0]?.free) return refuse({ reason: "list-locked" });
  // Waits for every change of an entry that is under way (holdUnlocked), and for edits of the raffle.
  await awaitHolders(tx, raffleId);
  const state = await tx
    .selectFrom("raffles")
    .select(["lockedAt", sql<SqlBool>`clock_timestamp() <= due_date`.as("open")])
    .where("id", "=", raffleId)
    .forUpdate()
    .executeTakeFirst();
  const raffle = state && (await findRaffle(tx, raffleId));
  if (!state || !raffle) return refuse({ reason: "raffle-not-found" });
  if (state.lockedAt) return refuse({ reason: "list-locked" });
  if (state.open) return refuse({ reason: "raffle-open" });
  const plan = planOf(planFactsOf(raffle), raffle.codeId, chain);
  if (!readPlan(plan, "plan", [chain]).ok) return refuse({ reason: "draw-impossible" });

  // By a slow clock, the round could be public before the list is.
  const clocks = async () => demonstration?.lockedAt ?? (await laterOfClocks(tx, clock));
  const checkpoint = await readLogCheckpoint(tx, secret, config.origin);
  if (!(await areSettled(tx, raffle))) throw new Unsettled();
  const winners = await readPastWinners(tx, raffle, { at: await clocks() });
  // The site reads its own list as every verifier does.
  const out = { rules: 0, disqualified: 0, deleted: 0, withdrawn: 0, "won-before": 0 };
  const makeTicket = ticketsOf(raffle, secret, winners);
  const counted = countChances(raffle);
  const parts = writeListParts(tx, raffleId, checkpoint, (entry, number) => {
    const ticket = makeTicket(entry, number);
    if (ticket.out !== "") out[ticket.out] += 1;
    counted?.count(entry, ticket);
    return ticket;
  });
  const pausedBy = winners.lockHashes;
  const read = await readList(plan, parts, { hash: nodeSha256, pausedBy });
  if (!read.ok) {
    const nobody = "rule" in read.refusal && read.refusal.rule === "somebody-in-play";
    throw new NothingLocked(nobody ? "nobody-in-play" : "draw-impossible");
  }
  const lock = makeLock(plan, read.value, (await clocks()).getTime() / 1000, chain, { checkpoint, pausedBy });
  const lockHash = hashOf(lock);
  const { secretKey, siteKey } = siteKeyPair(secret);
  const lockedAt = new Date((secondsOf(lock.lockedAt) ?? 0) * 1000);
  const roundAt = new Date(timeOfRound(chain, lock.round) * 1000);
  await tx
    .insertInto("drawLocks")
    .values({
      raffleId,
      lock: canonicalJson(lock),
      lockHash: Buffer.from(lockHash, "hex"),
      signature: Buffer.from(signObject(lock, secretKey), "hex"),
      siteKey: Buffer.from(siteKey, "hex"),
      tickets: lock.tickets,
      outForRules: out.rules,
      outDisqualified: out.disqualified,
      outDeleted: out.deleted,
      outWithdrawn: out.withdrawn,
      outWonBefore: out["won-before"],
      chancesByWay: counted && JSON.stringify(counted.sums),
      round: lock.round,
      roundAt,
      lockedAt,
    })
    .execute();
  await noteListCheck(tx, scope);
  await queueLeaf(tx, raffleId, { kind: "lock", lock: lockHash });
  await tx.updateTable("raffles").set({ lockedAt }).where("id", "=", raffleId).execute();
  if (!demonstration) await beginLockMailing(tx, raffleId, lockedAt);
  await announce(tx, { raffleId, kind: "raffle.locked", subjectId: null });
  await queuePush(tx, { raffleId, kind: "soon", dueAt: new Date(roundAt.getTime() - SOON_MS) });
  const after = { lockHash, tickets: lock.tickets };
  await recordChange(tx, scope, { action: "lock-list", subject: raffle.codeId, before: null, after }, clock);
  return accept(lockHash);
}

/** The log as it is: with the lock, anybody can hold a later checkpoint against it. */
async function readLogCheckpoint(tx: Transaction, secret: Uint8Array, siteOrigin: string): Promise<LogCheckpoint> {
  const head = await readHead(tx);
  const origin = head?.origin ?? logOrigin(siteOrigin);
  const root = head ? readCheckpoint(head.checkpoint)?.root : new MerkleRoot(nodeSha256).root();
  if (!root) throw new Error("The log has a head that is no checkpoint.");
  return { log: logVkey(secret, origin), size: head?.size ?? 0, root: bytesToHex(root) };
}
