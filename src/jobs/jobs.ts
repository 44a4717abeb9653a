import { fromKysely, PgBoss } from "pg-boss";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Transaction } from "#src/db/transaction.ts";

/** A kind of work that is done in the background, by whichever process is free. */
export type Job<Data extends object = Record<string, never>> = {
  /** Letters and hyphens; the jobs of this kind are stored under it. */
  readonly name: string;
  /**
   * Does the work. What it refuses is tried again later, with the reason shown to admins: a few words without personal
   * data. An error is a bug, and is tried again too. The signal aborts when the job is no longer this process's.
   */
  run(data: Data, signal: AbortSignal): Promise<Outcome<void, string>>;
  /** How many are taken at a time. Where it is more than one, a slow one holds up the others of its time, not all. */
  readonly atOnce?: number;
  /** How soon one that is sent begins. Asking is one indexed query. */
  readonly lookEverySeconds?: number;
  readonly retries: Retries;
  /** Longer than this no work of this kind can take: it is then given up, and tried again. */
  readonly expireSeconds: number;
  /** How long a finished or failed one can be looked at. */
  readonly keepSeconds?: number;
  /** When one is sent by itself: a cron expression, in the site's time zone. Missed while nothing ran, it is made up for once. */
  readonly cron?: string;
};

/** The wait doubles from `first` to `longest`, each with a random part, until it was tried `times` times again. */
export type Retries = { readonly times: number; readonly firstSeconds: number; readonly longestSeconds: number };

/** Any kind of job, whatever its data. */
type AnyJob = Job<never>;

export type Jobs = {
  /** Has one job done for each of `data`, once the caller's transaction commits; without the commit, none. */
  send<Data extends object>(tx: Transaction, job: Job<Data>, data: readonly Data[]): Promise<void>;
  /** Takes no new work, waits for the work under way, and closes the connections. */
  stop(): Promise<void>;
};

export type JobsOptions = {
  readonly connectionString: string;
  /** In which schedules are read. */
  readonly timeZone: string;
  /** Told what went wrong, and where; it goes on. Of the same trouble it is told once a minute. */
  readonly onError: (error: unknown, where: string) => void;
};

/** Where the tables of pg-boss are: apart from ours, since it makes and changes them itself. */
export const JOBS_SCHEMA = "jobs";

/** One for each queue that looks for work at this moment, and one for what they report. */
const MAX_CONNECTIONS = 3;
/** Without a sign of life for so long, the process that had a job counts as gone. The shortest that pg-boss has. */
const HEARTBEAT_SECONDS = 10;
/** How often is looked for such jobs. With the heartbeat and the first retry, a crash is noticed within a minute. */
const LOOK_FOR_LOST_SECONDS = 15;
/** How often is looked whether a schedule is due; it is due to the minute. */
const LOOK_FOR_DUE_SECONDS = 30;
/** How often finished jobs that nobody will look at are deleted. */
const CLEAN_UP_SECONDS = 600;
const LOOK_EVERY_SECONDS = 10;
const KEEP_SECONDS = 14 * 86_400;
/** A process that stops waits so long for the work under way: service managers allow 30 seconds or more. */
const STOP_LIMIT_MS = 20_000;
/** A database that is away is asked by every queue, every second. */
const SAME_TROUBLE_MS = 60_000;

/**
 * Makes the tables of the job queue, or brings them up to date. Processes that do so at once take turns.
 *
 * @returns one line for the operator where the database refused
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
  // The loss of a connection also fails the query under way, which is where it is dealt with.
  boss.on("error", () => undefined);
  try {
    await boss.start();
    return accept(undefined);
  } catch (error) {
    return refuse(`The tables of the job queue could not be made: ${(error as Error).message}.`);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/**
 * Starts doing these kinds of jobs, and those that other processes send; of several processes, one does each job.
 * A database that is away is asked again until it is back.
 *
 * @param definitions all kinds that this process knows: schedules of others are ended
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
    async send(tx, job, data) {
      if (data.length === 0) return;
      const inserts = data.map((one) => ({ data: one }));
      // Its statements name their columns themselves.
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
  // One that is there keeps what it was made with, until it is told.
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
    localConcurrency: batchSize > 1 ? 2 : 1,
    // With a backlog the next are taken without a pause.
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

/** The library tells of some errors by objects that only look like them. */
function asError(told: Error & { code?: unknown }): Error {
  if (told instanceof Error) return told;
  const { message, code, stack } = told as Error & { code?: unknown };
  return Object.assign(new Error(message), { code, stack });
}

/** What is stored of an error, for admins: its message could hold somebody's data. */
function nameOf(error: unknown): string {
  const { name, code } = error as { name?: unknown; code?: unknown };
  return [name ?? "Error", code].filter((part) => typeof part === "string").join(" ");
}

function onceAMinute(onError: JobsOptions["onError"]): JobsOptions["onError"] {
  const reported = new Map<string, number>();
  return (error, where) => {
    const trouble = `${where}: ${nameOf(error)}`;
    const now = performance.now();
    if (now - (reported.get(trouble) ?? Number.NEGATIVE_INFINITY) < SAME_TROUBLE_MS) return;
    reported.set(trouble, now);
    onError(error, where);
  };
}
