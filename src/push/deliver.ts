import { sql } from "kysely";
import type { Clock } from "#src/base/clock.ts";
import { type PollLoop, startPollLoop } from "#src/base/poll-loop.ts";
import { unseal } from "#src/base/sealed.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import type { Language } from "#src/i18n/languages.ts";
import { AT_ONCE, BATCH_MS, BATCH_SECONDS, LANES, PER_BATCH } from "./limits.ts";
import type { PushKind, PushSubscription } from "./schema.ts";
import { type PushMessage, type PushSender, sendPush } from "./send.ts";
import { SEALED_KIND } from "./subscribe.ts";

/** What a raffle's browsers are sent now. */
export type PushContent = {
  readonly inLanguage: (language: Language) => PushMessage;
  /** How long it is of use. */
  readonly ttlSeconds: number;
};

/** Reads what is said when it is sent; null where it is not so any more, and nothing is sent. */
export type PushContentReader = (reader: Reader, raffleId: string, now: Date) => Promise<PushContent | null>;

export type PushDeps = {
  readonly db: Database;
  readonly secret: Uint8Array;
  readonly clock: Clock;
  readonly contents: Readonly<Record<PushKind, PushContentReader>>;
  readonly sender: PushSender;
  readonly stopping: AbortSignal;
};

/** The pause when nothing is due: "in ten minutes" is read to the minute. */
const IDLE_MS = 5000;

/** A message that a service could not take is sent once more after the others of its batch. */
const TRIES = 2;

/** Sends what is due. Processes share the work. */
export function startPushing(deps: PushDeps, onError: (error: unknown) => void): PollLoop {
  const lanes = Array.from({ length: LANES }, () =>
    startPollLoop(async () => ((await sendNextBatch(deps)) ? 0 : IDLE_MS), onError),
  );
  return { stop: async () => void (await Promise.all(lanes.map((lane) => lane.stop()))) };
}

type Notice = {
  readonly raffleId: string;
  readonly kind: PushKind;
  readonly dueAt: Date;
  readonly afterId: string | null;
};

/**
 * Sends one batch of what has been due longest. A process that takes it moves it by BATCH_SECONDS. So another sends the
 * batch again if the process ends in the middle; a browser then shows one message alone, by its tag.
 *
 * @returns whether something was due
 */
export async function sendNextBatch(deps: PushDeps): Promise<boolean> {
  const { db, clock, contents } = deps;
  const now = clock();
  const due = await db
    .selectFrom("pushNotices")
    .select(["raffleId", "kind", "dueAt", "afterId"])
    .where("dueAt", "<=", now)
    .orderBy("dueAt")
    .limit(1)
    .executeTakeFirst();
  if (!due) return false;
  const notice = due as Notice;
  const takenUntil = new Date(now.getTime() + BATCH_SECONDS * 1000);
  if (!(await moveNotice(db, notice, { dueAt: takenUntil }))) return true;
  const taken = { ...notice, dueAt: takenUntil };
  const content = await contents[notice.kind](db, notice.raffleId, now);
  const browsers = content ? await nextBrowsers(db, notice) : [];
  if (content) await sendAll(deps, notice.raffleId, browsers, content);
  const last = browsers.at(-1);
  // A site that stops in the middle leaves the batch to the next process.
  if (deps.stopping.aborted) await moveNotice(db, taken, { dueAt: now });
  else if (last && browsers.length === PER_BATCH) await moveNotice(db, taken, { dueAt: now, afterId: last.id });
  else await deleteNotice(db, taken);
  return true;
}

/** Changes a notice that nobody else has taken or queued anew; answers whether it did. */
async function moveNotice(
  db: Database,
  { raffleId, kind, dueAt }: Notice,
  changes: { readonly dueAt: Date; readonly afterId?: string },
): Promise<boolean> {
  const moved = await db
    .updateTable("pushNotices")
    .set(changes)
    .where("raffleId", "=", raffleId)
    .where("kind", "=", kind)
    .where("dueAt", "=", dueAt)
    .executeTakeFirst();
  return moved.numUpdatedRows > 0n;
}

async function deleteNotice(db: Database, { raffleId, kind, dueAt }: Notice): Promise<void> {
  await db
    .deleteFrom("pushNotices")
    .where("raffleId", "=", raffleId)
    .where("kind", "=", kind)
    .where("dueAt", "=", dueAt)
    .execute();
}

type Browser = { readonly id: string; readonly sealed: Buffer; readonly language: string };

function nextBrowsers(db: Database, { raffleId, afterId }: Notice): Promise<Browser[]> {
  return db
    .selectFrom("pushSubscriptions")
    .select(["id", "sealed", "language"])
    .where("raffleId", "=", raffleId)
    .$if(afterId !== null, (query) => query.where("id", ">", afterId ?? ""))
    .orderBy("id")
    .limit(PER_BATCH)
    .execute();
}

async function sendAll(
  { db, secret, sender, stopping }: PushDeps,
  raffleId: string,
  browsers: readonly Browser[],
  { inLanguage, ttlSeconds }: PushContent,
): Promise<void> {
  const gone: string[] = [];
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(BATCH_MS)]);
  let left = browsers;
  for (let tries = 0; tries < TRIES && left.length > 0; tries++) {
    const failed: Browser[] = [];
    const waiting = left.values();
    const send = async () => {
      for (const browser of waiting) {
        if (signal.aborted) return;
        const subscription = open(browser);
        const message = inLanguage(browser.language as Language);
        const answer = subscription ? await sendPush(sender, subscription, message, { ttlSeconds, signal }) : "gone";
        if (answer === "gone") gone.push(browser.id);
        if (answer === "failed") failed.push(browser);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, send));
    left = failed;
  }
  if (gone.length === 0) return;
  await sql`
    delete from push_subscriptions where raffle_id = ${raffleId} and id = any (${gone}::uuid[])
  `.execute(db);

  function open({ id, sealed }: Browser): PushSubscription | null {
    const opened = unseal(secret, { kind: SEALED_KIND, boundTo: id }, sealed);
    return opened && (JSON.parse(opened.toString()) as PushSubscription);
  }
}
