import { sql } from "kysely";
import { Gauge, type Registry } from "prom-client";
import { freeRoom } from "#src/app/free-room.ts";
import { newestBackup } from "#src/backup/scheduled-backup.ts";
import type { Config } from "#src/config/config.ts";
import type { Database } from "#src/db/connect.ts";
import { listJobQueues } from "#src/jobs/job-log.ts";

/** Mails in these states are few, or need somebody. The sent ones are millions, which nobody counts every 15 seconds. */
const COUNTED_MAILS = ["waiting", "held", "failed", "unclear"] as const;

/** Makes the metrics of the work in the background. They are read from the database at each scrape. */
export function createBackgroundMetrics(
  registry: Registry,
  db: Database,
  config: Pick<Config, "dataDir" | "backupDir">,
): void {
  const registers = [registry];
  new Gauge({
    name: "tambiolo_jobs",
    help: "Jobs by kind and state",
    labelNames: ["job", "state"],
    registers,
    async collect() {
      this.reset();
      for (const { name, waiting, active, failed } of await listJobQueues(db)) {
        for (const [state, jobs] of Object.entries({ waiting, active, failed })) this.set({ job: name, state }, jobs);
      }
    },
  });
  new Gauge({
    name: "tambiolo_mails",
    help: "Mails that are not sent, by state",
    labelNames: ["state"],
    registers,
    async collect() {
      const rows = await db
        .selectFrom("mails")
        .select(["state", ({ fn }) => fn.countAll<number>().as("mails")])
        .where("state", "in", COUNTED_MAILS)
        .groupBy("state")
        .execute();
      for (const state of COUNTED_MAILS) this.set({ state }, rows.find((row) => row.state === state)?.mails ?? 0);
    },
  });
  new Gauge({
    name: "tambiolo_index_lag_seconds",
    help: "Age of the oldest change of an entry that the lists do not show yet",
    registers,
    async collect() {
      const { rows } = await sql<{ seconds: number }>`
        select coalesce(extract(epoch from clock_timestamp() - min(made_at)), 0)::float8 as seconds from entry_changes
      `.execute(db);
      this.set(rows[0]?.seconds ?? 0);
    },
  });
  new Gauge({
    name: "tambiolo_data_free_bytes",
    help: "What the disk of DATA_DIR has left",
    registers,
    async collect() {
      this.set(await freeRoom(config.dataDir));
    },
  });
  const { backupDir } = config;
  if (backupDir === undefined) return;
  new Gauge({
    name: "tambiolo_backup_timestamp_seconds",
    help: "When the newest nightly backup was made; 0 where there is none",
    registers,
    async collect() {
      this.set(((await newestBackup(backupDir))?.getTime() ?? 0) / 1000);
    },
  });
}
