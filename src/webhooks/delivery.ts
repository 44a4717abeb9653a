import { sql } from "kysely";
import { queueOwnerMail } from "#src/access/team/owner-mail.ts";
import { newId } from "#src/base/ids.ts";
import { accept } from "#src/base/outcome.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import type { Job } from "#src/jobs/jobs.ts";
import { WEBHOOK_OFF } from "./off-mail.ts";
import type { Post } from "./post.ts";
import { delayAfter, isOver, isTaken, pauseAfter } from "./rules.ts";
import { type Announced, type EndpointPlace, TEST_KIND } from "./schema.ts";
import { endpointSecrets, type Seeds, signedHeaders } from "./signature.ts";
import { failWaiting } from "./write.ts";

/**
 * Reads the content of a message when it is sent, from the data of that moment.
 *
 * @returns what stands in `data` beside the raffle; null if nothing is left to report
 */
export type ContentReader = (reader: Reader, announced: Announced) => Promise<object | null>;

export type WebhookDeliveryOptions = {
  readonly db: Database;
  readonly secret: Uint8Array;
  /** By kind. A kind without one reports the raffle alone. */
  readonly contents: Readonly<Record<string, ContentReader>>;
  readonly post: Post;
  /** Aborted when the site stops: the message under way is the last. */
  readonly stopping: AbortSignal;
};

/** Endpoints that one process sends to at once, each by one connection. A slow one takes the place of no other. */
const LANES = 6;
/** After it the next endpoint in the queue has its turn. */
const TURN_MS = 20_000;
/** Longer than an attempt takes: then its process is gone, and another tries. */
const ATTEMPT_SECONDS = 60;

/** A delivery that is being tried, with what is sent. */
type Attempt = EndpointPlace & {
  readonly id: string;
  readonly kind: string;
  readonly subjectIds: readonly string[];
  readonly madeAt: Date;
  readonly attempts: number;
  readonly url: string;
  readonly withPeople: boolean;
  readonly seeds: Seeds;
  readonly raffle: RaffleFacts;
};

/** What every message says of its raffle. */
type RaffleFacts = {
  readonly codeId: string;
  readonly name: string;
  readonly dueDate: Date;
  readonly drawDate: Date;
  readonly lockedAt: Date | null;
  readonly drawnAt: Date | null;
};

/**
 * The job that sends to one endpoint what is due, one message after the other, until one fails. Then the endpoint
 * rests, and other messages wait with the failed one. The feed (feed.ts) makes a job of each endpoint with something
 * due.
 *
 * A message arrives at least once, always under the same id: who sends it holds its row for ATTEMPT_SECONDS.
 */
export function webhookDelivery(options: WebhookDeliveryOptions): Job<EndpointPlace> {
  const { db, stopping } = options;
  return {
    name: "webhooks",
    lanes: LANES,
    lookEverySeconds: 2,
    // Of lost processes and bugs only: receivers are tried again by their rows.
    retries: { times: 3, firstSeconds: 5, longestSeconds: 60 },
    expireSeconds: 300,
    keepSeconds: 3600,
    async run(place, lost) {
      const ending = AbortSignal.any([stopping, lost]);
      const until = performance.now() + TURN_MS;
      while (!ending.aborted && performance.now() < until) {
        const attempt = await beginAttempt(db, place);
        if (!attempt) break;
        await deliver(options, attempt, lost);
      }
      await db
        .updateTable("webhookEndpoints")
        .set({ turnUntil: null })
        .where("raffleId", "=", place.raffleId)
        .where("id", "=", place.endpointId)
        .execute();
      return accept(undefined);
    },
  };
}

/** Takes the delivery that is due longest. Until ATTEMPT_SECONDS later nobody else does. */
async function beginAttempt(db: Database, { raffleId, endpointId }: EndpointPlace): Promise<Attempt | undefined> {
  const { rows } = await sql<Omit<Attempt, "raffle" | "seeds"> & RaffleFacts & Seeds>`
    update webhook_deliveries as deliveries
    set attempts = attempts + 1, tried_at = statement_timestamp(),
      next_at = statement_timestamp() + make_interval(secs => ${ATTEMPT_SECONDS})
    from webhook_endpoints as endpoints, raffles
    where deliveries.raffle_id = ${raffleId} and endpoints.raffle_id = ${raffleId} and raffles.id = ${raffleId}
      and endpoints.id = ${endpointId} and off_at is null and verified_at is not null
      and (paused_until is null or paused_until <= statement_timestamp())
      and deliveries.id = (
        select id from webhook_deliveries
        where raffle_id = ${raffleId} and endpoint_id = ${endpointId} and state = 'waiting'
          and next_at <= statement_timestamp()
        order by next_at, id limit 1 for update skip locked
      )
    returning deliveries.raffle_id as "raffleId", endpoint_id as "endpointId", deliveries.id, kind,
      subject_ids as "subjectIds", made_at as "madeAt", attempts, url, with_people as "withPeople",
      secret_seed as "secretSeed", former_seed as "formerSeed", former_until as "formerUntil",
      code_id as "codeId", name, due_date as "dueDate", draw_date as "drawDate", locked_at as "lockedAt", drawn_at as "drawnAt"
  `.execute(db);
  const [row] = rows;
  if (!row) return;
  const { codeId, name, dueDate, drawDate, lockedAt, drawnAt, secretSeed, formerSeed, formerUntil, ...attempt } = row;
  const seeds = { secretSeed, formerSeed, formerUntil };
  return { ...attempt, seeds, raffle: { codeId, name, dueDate, drawDate, lockedAt, drawnAt } };
}

async function deliver({ db, secret, contents, post }: WebhookDeliveryOptions, attempt: Attempt, signal: AbortSignal) {
  const { id, kind, madeAt, raffle, url } = attempt;
  const read = contents[kind];
  const content = read
    ? await read(db, attempt).catch(async (error: unknown) => {
        await inTransaction(db, (tx) => endFailed(tx, attempt, "not-composed"));
        throw error;
      })
    : {};
  if (content === null) return end(db, attempt, { state: "dropped" });
  const body = JSON.stringify({ type: kind, timestamp: madeAt.toISOString(), data: { raffle, ...content } });
  const secrets = endpointSecrets(secret, attempt, attempt.seeds);
  const answer = await post(url, { headers: signedHeaders(secrets, { id, at: new Date(), body }), body }, signal);
  await inTransaction(db, (tx) => (isTaken(answer) ? endTaken(tx, attempt, answer) : endFailed(tx, attempt, answer)));
}

async function endTaken(tx: Transaction, attempt: Attempt, answer: string): Promise<void> {
  await tx
    .updateTable("webhookEndpoints")
    .set({ failures: 0, failingSince: null, pausedUntil: null })
    .where("raffleId", "=", attempt.raffleId)
    .where("id", "=", attempt.endpointId)
    .where("failures", ">", 0)
    .execute();
  await end(tx, attempt, { state: "delivered", answer });
}

async function endFailed(tx: Transaction, attempt: Attempt, answer: string): Promise<void> {
  const { raffleId, endpointId, kind } = attempt;
  // Before its deliveries, as where it is removed or switched on.
  const endpoint = await tx
    .selectFrom("webhookEndpoints")
    .select(["failures", "language", "failingSince", sql<Date>`statement_timestamp()`.as("now")])
    .where("raffleId", "=", raffleId)
    .where("id", "=", endpointId)
    .where("offAt", "is", null)
    .forUpdate()
    .executeTakeFirst();
  await end(tx, attempt, { answer, nextAt: inSeconds(delayAfter(attempt.attempts)) });
  // A failed test says so at once.
  await failWaiting(tx, { raffleId, endpointId })
    .where((eb) =>
      eb.or([
        eb("giveUpAt", "<=", sql<Date>`statement_timestamp()`),
        ...(kind === TEST_KIND ? [eb("id", "=", attempt.id)] : []),
      ]),
    )
    .execute();
  if (!endpoint) return;
  const failures = endpoint.failures + 1;
  const failingSince = endpoint.failingSince ?? endpoint.now;
  const mailId = isOver(answer, endpoint.now.getTime() - failingSince.getTime()) ? newId() : null;
  await tx
    .updateTable("webhookEndpoints")
    .set({
      failures,
      failingSince,
      pausedUntil: inSeconds(pauseAfter(failures)),
      ...(mailId !== null && { offAt: sql<Date>`statement_timestamp()`, offMailId: mailId }),
    })
    .where("raffleId", "=", raffleId)
    .where("id", "=", endpointId)
    .execute();
  if (mailId === null) return;
  await failWaiting(tx, { raffleId, endpointId }).execute();
  await queueOwnerMail(tx, { id: mailId, kind: WEBHOOK_OFF, raffleId, language: endpoint.language });
}

type Ending = { state?: string; answer?: string; nextAt?: ReturnType<typeof inSeconds> };

/** Stores the outcome of an attempt, unless a newer attempt has begun. */
async function end(db: Database | Transaction, { raffleId, id, attempts }: Attempt, ending: Ending): Promise<void> {
  await db
    .updateTable("webhookDeliveries")
    .set(ending)
    .where("raffleId", "=", raffleId)
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .where("state", "=", "waiting")
    .execute();
}

function inSeconds(seconds: number) {
  return sql<Date>`statement_timestamp() + make_interval(secs => ${seconds})`;
}
