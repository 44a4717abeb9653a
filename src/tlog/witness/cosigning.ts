import type { Clock } from "#src/base/clock.ts";
import { type PollLoop, startPollLoop } from "#src/base/poll-loop.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { type NoteKey, readVkey } from "../format/note.ts";
import { proveGrowth, readHead } from "../read.ts";
import { askWitness, type Cosignature, findWitness, newestSeen } from "./ask-witness.ts";

export type CosigningDeps = {
  readonly db: Database;
  readonly clock: Clock;
  /** The addresses of the sites and witnesses that cosign this site's log. */
  readonly witnesses: readonly string[];
  readonly stopping: AbortSignal;
  /** The key of this site's log under a name. */
  readonly logKey: (origin: string) => NoteKey;
  /** Begins the log anew after one that was longer: a backup was restored. */
  readonly renew: (longer: number) => Promise<void>;
};

type StoredWitness = {
  readonly url: string;
  readonly witnessKey: string;
  readonly size: number;
};

const LOOK_EVERY_MS = 5_000;
/** A log that grows all the time is cosigned this often; one with a new lock at once. */
const ASK_EVERY_MS = 60_000;

/** Has the site's log cosigned until it is stopped. */
export function startCosigning(deps: CosigningDeps, onError: (error: unknown) => void): PollLoop {
  return startPollLoop(async () => {
    await cosignOnce(deps);
    return LOOK_EVERY_MS;
  }, onError);
}

/**
 * Asks all witnesses for the newest checkpoint of this log that they have, before the log is written after a start. If
 * one saw a longer log, a backup was restored: the log goes on under another name, and contradicts nothing.
 */
export async function renewIfOlder({ db, stopping, logKey, renew }: CosigningDeps): Promise<void> {
  const head = await readHead(db);
  if (!head) return;
  const witnesses = await db.selectFrom("logWitnesses").select("url").execute();
  const seen = await Promise.all(witnesses.map(({ url }) => newestSeen(url, logKey(head.origin), stopping)));
  const longest = Math.max(0, ...seen.map((checkpoint) => checkpoint?.size ?? 0));
  if (longest > head.size) await renew(longest);
}

/** Asks each witness that is due, once. What one of them answers is in the way of no other. */
export async function cosignOnce(deps: CosigningDeps): Promise<void> {
  const head = await readHead(deps.db);
  await Promise.all(
    deps.witnesses.map(async (url) => {
      const witness = await dueWitness(deps, url);
      if (witness && head && head.size > witness.size) await askOne(deps, witness, head);
    }),
  );
}

/** A witness that is to be asked now; one that was never met sends its keys first. */
async function dueWitness(deps: CosigningDeps, url: string): Promise<StoredWitness | null> {
  const stored = await deps.db.selectFrom("logWitnesses").selectAll().where("url", "=", url).executeTakeFirst();
  if (!stored) return meet(deps, url);
  const isRested = deps.clock().getTime() - (stored.askedAt?.getTime() ?? 0) >= ASK_EVERY_MS;
  return isRested || (stored.failure === null && (await hasNewLock(deps.db, stored.size))) ? stored : null;
}

async function meet({ db, clock, stopping }: CosigningDeps, url: string): Promise<StoredWitness | null> {
  const found = await findWitness(url, stopping);
  if (!found.ok) return null;
  const { witnessKey, logKey } = found.value;
  await db
    .insertInto("logWitnesses")
    .values({ url, witnessKey, logKey, askedAt: clock() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { url, witnessKey, size: 0 };
}

/** Whether a lock came into the log since a size; `to` leaves out what came later. */
async function hasNewLock(reader: Reader, since: number, to = Number.MAX_SAFE_INTEGER): Promise<boolean> {
  const lock = await reader
    .selectFrom("logDraws")
    .select("index")
    .where("index", ">=", since)
    .where("index", "<", to)
    .where("kind", "=", "lock")
    .limit(1)
    .executeTakeFirst();
  return lock !== undefined;
}

async function askOne(
  deps: CosigningDeps,
  witness: StoredWitness,
  head: { readonly size: number; readonly checkpoint: string },
): Promise<void> {
  const key = readVkey(witness.witnessKey);
  if (!key) throw new Error(`The stored key of the witness ${witness.url} is none.`);
  let before = witness.size;
  // Another process, or a life before a restored backup, may have asked it since.
  for (const _ of [1, 2]) {
    const proof = await proveGrowth(deps.db, before, head.size);
    const asked = { before, proof, checkpoint: head.checkpoint };
    const answer = await askWitness({ url: witness.url, key }, asked, deps.stopping);
    if (answer.ok) return store(deps, witness, { ...answer.value, ...head, name: key.name });
    if (answer.refusal.reason === "failed") return note(deps, witness.url, answer.refusal.why);
    if (answer.refusal.size > head.size) {
      await note(deps, witness.url, `it saw ${answer.refusal.size} leaves, and this log has ${head.size}`);
      return renewIfOlder(deps);
    }
    before = answer.refusal.size;
  }
}

async function store(
  { db, clock }: CosigningDeps,
  { url, size: before }: StoredWitness,
  cosigned: Cosignature & { readonly size: number; readonly checkpoint: string; readonly name: string },
): Promise<void> {
  const { size, checkpoint, line, at, name } = cosigned;
  await inTransaction(db, async (tx) => {
    const isOfLock = await hasNewLock(tx, before, size);
    await tx.deleteFrom("logCosignatures").where("witness", "=", name).where("isOfLock", "=", false).execute();
    await tx
      .insertInto("logCosignatures")
      .values({ size, witness: name, checkpoint, line, at, isOfLock })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx
      .updateTable("logWitnesses")
      .set({ size, askedAt: clock(), failure: null })
      .where("url", "=", url)
      .execute();
  });
}

async function note({ db, clock }: CosigningDeps, url: string, failure: string): Promise<void> {
  await db.updateTable("logWitnesses").set({ askedAt: clock(), failure }).where("url", "=", url).execute();
}
