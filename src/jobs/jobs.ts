import { fromKysely, PgBoss } from "pg-boss";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { isDatabaseAway } from "#src/db/database-away.ts";
import type { Transaction } from "#src/db/transaction.ts";

/** A kind of background work. Any free process may do it. */
export type Job<Data extends object = Record<string, never>> = {
  /** Letters and hyphens; the jobs of this kind are stored under it. */
  readonly name: string;
  /**
   * Does the work. A refusal is retried later; admins see its reason: a few words without personal data. An error is a
   * bug, and is retried too. The signal aborts when the job no longer belongs to this process.
   */
  run(data: Data, signal: AbortSignal): Promise<Outcome<void, string>>;
  /** Batch size. Above one, a slow job delays the others of its batch, but not all. */
  readonly atOnce?: number;
  /** Workers in this process, each of which polls by itself: a slow job delays no other. Default: 1, of batches 2. */
  readonly lanes?: number;
  /** Poll interval, and so the longest delay before a sent job begins. A poll is one indexed query. */
  readonly lookEverySeconds?: number;
  readonly retries: Retries;
  /** Time limit of one attempt: no work of this kind can take longer. After it the job is given up and retried. */
  readonly expireSeconds: number;
  /** How long a finished or failed job is retained. */
  readonly keepSeconds?: number;
  /** Schedule: a cron expression in the site's time zone. Of the runs missed while no process ran, one is made up. */
  readonly cron?: string;
};

/** At most `times` retries. The backoff doubles from `first` to `longest`, with a random part. */
export type Retries = { readonly times: number; readonly firstSeconds: number; readonly longestSeconds: number };

/** Any kind of job, whatever its data. */
type AnyJob = Job<never>;

export type Jobs = {
  /**
   * Sends one job for each of `data` when the caller's transaction commits; without the commit, none.
   *
   * @param priority jobs with a higher one are done before the others of their kind; 0 by default
   */
  send<Data extends object>(tx: Transaction, job: Job<Data>, data: readonly Data[], priority?: number): Promise<void>;
  /** Takes no new jobs, waits up to STOP_LIMIT_MS for the running ones, and closes the connections. */
  stop(): Promise<void>;
};

export type JobsOptions = {
  readonly connectionString: string;
  /** The time zone of the schedules. */
  readonly timeZone: string;
  /** Called with an error and its place; the jobs continue. The same error is reported once a minute at most. */
  readonly onError: (error: unknown, where: string) => void;
};

/** The schema of pg-boss's tables, apart from ours: pg-boss makes and changes them itself. */
export const JOBS_SCHEMA = "jobs";

/** For the queues that poll at the same moment, and one for what they report. */
const MAX_CONNECTIONS = 3;
/** A job without a heartbeat for this long counts as lost: its process is gone. pg-boss's minimum. */
const HEARTBEAT_SECONDS = 10;
/** How often lost jobs are searched for. With the heartbeat and the first retry, a crash is noticed within a minute. */
const LOOK_FOR_LOST_SECONDS = 15;
/** How often schedules are checked; they are precise to the minute. */
const LOOK_FOR_DUE_SECONDS = 30;
/** How often finished jobs past their retention (`keepSeconds`) are deleted. */
const CLEAN_UP_SECONDS = 600;
const LOOK_EVERY_SECONDS = 10;
const KEEP_SECONDS = 14 * 86_400;
/** How long a stopping process waits for its running jobs: service managers allow 30 seconds or more. */
const STOP_LIMIT_MS = 20_000;
/** The same error is reported once in this time: every queue polls a database that is away every second. */
const SAME_FAILURE_MS = 60_000;

/**
 * Makes the tables of the job queue, or updates them. Concurrent processes wait for each other.
 *
 * @returns nothing, or one line for the operator where the database refused
 * @throws an error where the database is away
 */
export async function installJobs(connectionString: string): Promise<Outcome<void, string>> {
  const boss = new PgBoss({
    connectionString,
    schema: JOBS_SCHEMA,
    application_name: "tambiolo migrate",
    max: 1,
    schedule: false,
    supervise: false,
  });
  // A lost connection also fails the pending query, and that failure is handled.
  boss.on("error", () => undefined);
  try {
    await boss.start();
    return accept(undefined);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    return refuse(`The tables of the job queue could not be made: ${(error as Error).message}.`);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/**
 * Starts to do jobs of these kinds, also those that other processes send. Each job is done by one process.
 * While the database is away, the polls continue until it is back.
 *
 * @param definitions all kinds that this process knows; schedules of other kinds are deleted
 * @throws an error where the job queue cannot start
 */
export async function startJobs(options: JobsOptions, definitions: readonly AnyJob[]): Promise<Jobs> {
  const report = onceAMinute(options.onError);
  const boss = new PgBoss({
    connectionString: options.connectionString,
    schema: JOBS_SCHEMA,
    application_name: "tambiolo jobs",
    max: MAX_CONNECTIONS,
    superviseIntervalSeconds: LOOK_FOR_LOST_SECONDS,
    monitorIntervalSeconds: LOOK_FOR_LOST_SECONDS,
    maintenanceIntervalSeconds: CLEAN_UP_SECONDS,
    cronMonitorIntervalSeconds: LOOK_FOR_DUE_SECONDS,
    cronWorkerIntervalSeconds: LOOK_FOR_DUE_SECONDS,
  });
  boss.on("error", (error) => report(asError(error), "the job queue"));
  const stop = () => boss.stop({ timeout: STOP_LIMIT_MS });
  try {
    await boss.start();
    for (const job of definitions) await openQueue(boss, job, options.timeZone);
    await endSchedulesOfOthers(boss, definitions);
    for (const job of definitions) await workOn(boss, job, report);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    stop,
    async send(tx, job, data, priority = 0) {
      if (data.length === 0) return;
      const inserts = data.map((one) => ({ data: one, priority }));
      // pg-boss's statements contain the real column names, so our camelCase plugin must not change them.
      await boss.insert(job.name, inserts, { db: fromKysely(tx.withoutPlugins()) });
    },
  };
}

async function openQueue(boss: PgBoss, job: AnyJob, timeZone: string): Promise<void> {
  const queue = {
    retryLimit: job.retries.times,
    retryDelay: job.retries.firstSeconds,
    retryBackoff: true,
    retryDelayMax: job.retries.longestSeconds,
    expireInSeconds: job.expireSeconds,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: job.keepSeconds ?? KEEP_SECONDS,
  };
  await boss.createQueue(job.name, queue);
  // createQueue does not change the options of an existing queue.
  await boss.updateQueue(job.name, queue);
  if (job.cron !== undefined) await boss.schedule(job.name, job.cron, {}, { tz: timeZone, missed: "once" });
}

async function endSchedulesOfOthers(boss: PgBoss, definitions: readonly AnyJob[]): Promise<void> {
  const ours = new Set(definitions.filter((job) => job.cron !== undefined).map((job) => job.name));
  for (const { name } of await boss.getSchedules()) if (!ours.has(name)) await boss.unschedule(name);
}

async function workOn(boss: PgBoss, job: AnyJob, report: JobsOptions["onError"]): Promise<void> {
  const batchSize = job.atOnce ?? 1;
  const options = {
    batchSize,
    localConcurrency: job.lanes ?? (batchSize > 1 ? 2 : 1),
    // With a backlog, the next batch follows without a pause.
    burstWhenBatchFull: batchSize > 1,
    pollingIntervalSeconds: job.lookEverySeconds ?? LOOK_EVERY_SECONDS,
    perJobResults: true,
  } as const;
  await boss.work<object, unknown, typeof options>(job.name, options, (batch) =>
    Promise.all(
      batch.map(async ({ id, data, signal }) => {
        try {
          const outcome = await job.run(data as never, signal);
          return outcome.ok
            ? { id, status: "completed" as const }
            : { id, status: "failed" as const, output: { message: outcome.refusal } };
        } catch (error) {
          report(error, `the job ${job.name}`);
          return { id, status: "failed" as const, output: { message: nameOf(error) } };
        }
      }),
    ),
  );
}

/** pg-boss reports some errors as plain objects with the same fields. Makes a real error of such an object. */
function asError(thrown: Error & { code?: unknown }): Error {
  if (thrown instanceof Error) return thrown;
  const { message, code, stack } = thrown as Error & { code?: unknown };
  return Object.assign(new Error(message), { code, stack });
}

/** The part of an error that is stored for admins: name and code. Its message could contain personal data. */
function nameOf(error: unknown): string {
  const { name, code } = error as { name?: unknown; code?: unknown };
  return [name ?? "Error", code].filter((part) => typeof part === "string").join(" ");
}

function onceAMinute(onError: JobsOptions["onError"]): JobsOptions["onError"] {
  const reported = new Map<string, number>();
  return (error, where) => {
    const failure = `${where}: ${nameOf(error)}`;
    const now = performance.now();
    if (now - (reported.get(failure) ?? Number.NEGATIVE_INFINITY) < SAME_FAILURE_MS) return;
    reported.set(failure, now);
    onError(error, where);
  };
}
