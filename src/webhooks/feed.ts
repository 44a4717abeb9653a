import { sql } from "kysely";
import { accept } from "#src/base/outcome.ts";
import { type PollLoop, startPollLoop } from "#src/base/poll-loop.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import type { Job, Jobs } from "#src/jobs/jobs.ts";
import type { EndpointPlace, WebhookKind } from "./schema.ts";

/** A poll looks at each endpoint that is on: one indexed look each. */
const LOOK_EVERY_MS = 1000;
const TURNS_PER_BATCH = 100;
/** A lost job is done by another process within a minute (src/jobs). This is for jobs that are lost for good. */
const TURN_MINUTES = 15;

const KEPT_DAYS = 30;
const DELETED_AT_ONCE = 10_000;

export type WebhookFeedOptions = {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly delivery: Job<EndpointPlace>;
  readonly onError: (error: unknown) => void;
};

/** Announces raffles that have closed, and makes a job of each endpoint with something due. Processes share the work. */
export function startWebhookFeed({ db, jobs, delivery, onError }: WebhookFeedOptions): PollLoop {
  return startPollLoop(async () => {
    await inTransaction(db, async (tx) => {
      await announceClosed(tx);
      await jobs.send(tx, delivery, await takeTurns(tx));
    });
    return LOOK_EVERY_MS;
  }, onError);
}

/** Nobody does anything when a raffle closes. So each endpoint holds of which due date it was told. */
export async function announceClosed(tx: Transaction): Promise<void> {
  const kind = "raffle.closed" satisfies WebhookKind;
  await sql`
    with told as (
      update webhook_endpoints as endpoints set told_due_date = due_date
      from raffles
      where raffles.id = endpoints.raffle_id and off_at is null and ${kind} = any (kinds)
        and due_date <= clock_timestamp() and due_date > endpoints.created_at
        and told_due_date is distinct from due_date
      returning endpoints.raffle_id, endpoints.id
    )
    insert into webhook_deliveries (raffle_id, endpoint_id, kind, subject_ids)
    select raffle_id, id, ${kind}, '{}' from told
  `.execute(tx);
}

/** Takes endpoints that have something due and no job. */
export async function takeTurns(tx: Transaction): Promise<EndpointPlace[]> {
  const { rows } = await sql<EndpointPlace>`
    update webhook_endpoints set turn_until = clock_timestamp() + make_interval(mins => ${TURN_MINUTES})
    where (raffle_id, id) in (
      select raffle_id, id from webhook_endpoints as endpoints
      where off_at is null and coalesce(paused_until <= clock_timestamp(), true)
        and coalesce(turn_until <= clock_timestamp(), true)
        and exists (
          select from webhook_deliveries as deliveries
          where deliveries.raffle_id = endpoints.raffle_id and endpoint_id = endpoints.id and state = 'waiting'
            and next_at <= clock_timestamp()
        )
      limit ${TURNS_PER_BATCH} for update skip locked
    )
    returning raffle_id as "raffleId", id as "endpointId"
  `.execute(tx);
  return rows;
}

/** A nightly job that deletes what has waited for nothing for KEPT_DAYS days, and what an endpoint left that is gone. */
export function webhookCleanup(db: Database): Job {
  return {
    name: "tidy-webhooks",
    cron: "50 3 * * *",
    retries: { times: 3, firstSeconds: 60, longestSeconds: 3600 },
    expireSeconds: 1800,
    async run() {
      for (;;) {
        const deleted = await sql`
          delete from webhook_deliveries
          where (raffle_id, id) in (
            select raffle_id, id from webhook_deliveries as old
            where made_at < now() - make_interval(days => ${KEPT_DAYS}) and (state <> 'waiting' or not exists (
              select from webhook_endpoints where raffle_id = old.raffle_id and webhook_endpoints.id = old.endpoint_id
            ))
            limit ${DELETED_AT_ONCE}
          )
        `.execute(db);
        if (Number(deleted.numAffectedRows) < DELETED_AT_ONCE) return accept(undefined);
      }
    },
  };
}
