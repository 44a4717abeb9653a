import { sql } from "kysely";
import type { Reader } from "#src/db/connect.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { JOBS_SCHEMA } from "./jobs.ts";

/** The counts of one kind of job. */
export type JobQueue = {
  readonly name: string;
  /** To be done, now or at a retry. */
  readonly waiting: number;
  readonly active: number;
  /** Failed, without retries left. */
  readonly failed: number;
  /** When the last one was done; null if no done job is stored. */
  readonly lastDoneAt: Date | null;
};

export type FailedJob = {
  readonly id: string;
  readonly name: string;
  readonly sentAt: Date;
  readonly failedAt: Date;
  readonly attempts: number;
  /** Why the last attempt failed, without personal data. */
  readonly reason: string;
};

const JOBS_PER_PAGE = 50;
const jobs = sql.table(`${JOBS_SCHEMA}.job`);
const queues = sql.table(`${JOBS_SCHEMA}.queue`);
/** Excludes pg-boss's own queues, which it has for its schedules. */
const ours = sql`name not like '\\_\\_%'`;

/** Every kind of job that was ever sent or worked on, by name. The caller must have proven to be an admin. */
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
 * One page of the failed jobs without retries left, the latest first. The caller must have proven to be an admin.
 *
 * @param page counted from 1
 * @returns the jobs, and whether there are more pages
 */
export async function listFailedJobs(reader: Reader, page: number): Promise<{ jobs: FailedJob[]; more: boolean }> {
  const { rows } = await sql<FailedJob>`
    select id, name, created_on as "sentAt", completed_on as "failedAt", retry_count + 1 as attempts,
      coalesce(output ->> 'message', output #>> '{value,message}', '') as reason
    from ${jobs}
    where state = 'failed' and ${ours}
    order by completed_on desc, id
    limit ${JOBS_PER_PAGE + 1} offset ${(page - 1) * JOBS_PER_PAGE}
  `.execute(reader);
  return { jobs: rows.slice(0, JOBS_PER_PAGE), more: rows.length > JOBS_PER_PAGE };
}

/**
 * Retries a failed job once more, at once. The caller must have proven to be an admin.
 *
 * @returns the job's kind; null if no failed job has this id
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
