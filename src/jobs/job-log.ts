import { sql } from "kysely";
import type { Reader } from "#src/db/connect.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { JOBS_SCHEMA } from "./jobs.ts";

/** A kind of job in numbers. */
export type JobQueue = {
  readonly name: string;
  /** To be done, now or at a later try. */
  readonly waiting: number;
  readonly active: number;
  /** Tried for the last time. */
  readonly failed: number;
  /** When one was last done; null where none is remembered. */
  readonly lastDoneAt: Date | null;
};

export type FailedJob = {
  readonly id: string;
  readonly name: string;
  readonly sentAt: Date;
  readonly failedAt: Date;
  readonly attempts: number;
  /** Why the last try failed, without personal data. */
  readonly reason: string;
};

const JOBS_A_PAGE = 50;
const jobs = sql.table(`${JOBS_SCHEMA}.job`);
const queues = sql.table(`${JOBS_SCHEMA}.queue`);
/** pg-boss has queues of its own, for its schedules. */
const ours = sql`name not like '\\_\\_%'`;

/** The kinds of jobs that were ever sent or awaited, by name. Whoever asks has proven to be an admin. */
export async function listJobQueues(reader: Reader): Promise<JobQueue[]> {
  const { rows } = await sql<JobQueue>`
    select queue.name,
      count(*) filter (where job.state in ('created', 'retry'))::int as waiting,
      count(*) filter (where job.state = 'active')::int as active,
      count(*) filter (where job.state = 'failed')::int as failed,
      max(job.completed_on) filter (where job.state = 'completed') as "lastDoneAt"
    from (select name from ${queues} where ${ours}) as queue
    left join ${jobs} as job on job.name = queue.name
    group by queue.name
    order by queue.name
  `.execute(reader);
  return rows;
}

/**
 * One page of the jobs that were tried for the last time, the latest first. Whoever asks has proven to be an admin.
 *
 * @param page counted from 1
 */
export async function listFailedJobs(reader: Reader, page: number): Promise<{ jobs: FailedJob[]; more: boolean }> {
  const { rows } = await sql<FailedJob>`
    select id, name, created_on as "sentAt", completed_on as "failedAt", retry_count + 1 as attempts,
      coalesce(output ->> 'message', output #>> '{value,message}', '') as reason
    from ${jobs}
    where state = 'failed' and ${ours}
    order by completed_on desc, id
    limit ${JOBS_A_PAGE + 1} offset ${(page - 1) * JOBS_A_PAGE}
  `.execute(reader);
  return { jobs: rows.slice(0, JOBS_A_PAGE), more: rows.length > JOBS_A_PAGE };
}

/**
 * Has a failed job tried once more, at once. Whoever asks has proven to be an admin.
 *
 * @returns its kind; null where there is no such job that failed
 */
export async function retryJob(tx: Transaction, id: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    update ${jobs}
    set state = 'retry', retry_limit = retry_limit + 1, start_after = now(), completed_on = null
    where id = ${id} and state = 'failed' and ${ours}
    returning name
  `.execute(tx);
  return rows[0]?.name ?? null;
}
