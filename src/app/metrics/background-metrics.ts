import { sql } from "kysely";
import { Gauge, type Registry } from "prom-client";
import { freeRoom } from "#src/app/free-room.ts";
import { countMailsOfDay } from "#src/app/mail/mail-limits.ts";
import { newestBackup } from "#src/backup/scheduled-backup.ts";
import type { Config } from "#src/config/config.ts";
import { readVersion } from "#src/config/version.ts";
import type { Database } from "#src/db/connect.ts";
import { listJobQueues } from "#src/jobs/job-log.ts";
import { countUnsentMails } from "#src/mail/read.ts";

type Shown = { readonly labels?: Readonly<Record<string, string>>; readonly value: number };

/**
 * Makes the metrics of the work in the background. They are read at each scrape. One that cannot be read is left out,
 * so that the others are there when they are needed most: while the database is away.
 */
export function createBackgroundMetrics(
  registry: Registry,
  db: Database,
  {
    dataDir,
    backupDir,
    mailPerDay,
    secret,
  }: Pick<Config, "dataDir" | "backupDir" | "mailPerDay"> & {
    readonly secret: Uint8Array;
  },
): void {
  function gauge(name: string, help: string, labelNames: readonly string[], read: () => Promise<readonly Shown[]>) {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const shown = await read().catch(() => []);
        this.reset();
        // Without labels `reset` leaves a 0, which would be read as a number.
        if (labelNames.length === 0) this.remove();
        for (const { labels = {}, value } of shown) this.set(labels, value);
      },
    });
  }

  gauge("tambiolo_jobs", "Jobs by kind and state", ["job", "state"], async () =>
    (await listJobQueues(db)).flatMap(({ name, waiting, active, failed }) =>
      Object.entries({ waiting, active, failed }).map(([state, value]) => ({ labels: { job: name, state }, value })),
    ),
  );
  gauge("tambiolo_mails", "Mails that are not sent, by state", ["state"], async () =>
    Object.entries(await countUnsentMails(db)).map(([state, value]) => ({ labels: { state }, value })),
  );
  gauge(
    "tambiolo_mails_of_day",
    "Mails of MAIL_PER_DAY: used up in the present day, and the limit",
    ["what"],
    async () => [
      { labels: { what: "used" }, value: await countMailsOfDay(db, secret) },
      { labels: { what: "limit" }, value: mailPerDay },
    ],
  );
  const ageOfOldest = async (queue: "entry_changes" | "log_queue") => {
    const { rows } = await sql<{ seconds: number }>`
      select coalesce(extract(epoch from clock_timestamp() - min(made_at)), 0)::float8 as seconds from ${sql.table(queue)}
    `.execute(db);
    return [{ value: rows[0]?.seconds ?? 0 }];
  };
  gauge("tambiolo_index_lag_seconds", "Age of the oldest change of an entry that the lists do not show yet", [], () =>
    ageOfOldest("entry_changes"),
  );
  gauge("tambiolo_log_lag_seconds", "Age of the oldest entry, lock or draw that the log does not have yet", [], () =>
    ageOfOldest("log_queue"),
  );
  gauge("tambiolo_log_witness", "Whether a witness cosigned the log when it was last asked", ["witness"], async () => {
    const witnesses = await db.selectFrom("logWitnesses").select(["url", "failure"]).execute();
    return witnesses.map(({ url, failure }) => ({ labels: { witness: url }, value: failure === null ? 1 : 0 }));
  });
  const { number, commit = "unknown" } = readVersion();
  gauge("tambiolo_build_info", "Which version of the program this is; always 1", ["version", "commit"], async () => [
    { labels: { version: number, commit }, value: 1 },
  ]);
  gauge("tambiolo_data_free_bytes", "What the disk of DATA_DIR has left", [], async () => [
    { value: await freeRoom(dataDir) },
  ]);
  if (backupDir === undefined) return;
  gauge(
    "tambiolo_backup_timestamp_seconds",
    "When the newest nightly backup was made; 0 where there is none",
    [],
    async () => [{ value: ((await newestBackup(backupDir))?.getTime() ?? 0) / 1000 }],
  );
}
