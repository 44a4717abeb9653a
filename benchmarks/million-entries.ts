import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { type SiteProcess, startSite } from "../tests/support/site.ts";
import { openDatabaseOf } from "./databases.ts";
import { type BenchRaffle, createRaffle, withLists } from "./raffle.ts";

/** The site on a database with a large and a small raffle, and a connection to that database. */
export type BenchSite = {
  readonly site: SiteProcess;
  readonly connectionString: string;
  readonly client: pg.Client;
  readonly large: BenchRaffle;
  /** The same raffle with 50 entries. Its pages show as much, but the search has little to read. */
  readonly small: BenchRaffle;
  /** Creates a raffle without entries, which the end of the run deletes. */
  newRaffle(name: string): Promise<BenchRaffle>;
  stop(): Promise<void>;
};

const DATA_DIR = join(import.meta.dirname, "data");
const ENTRIES = 1_000_000;
const ENTRIES_A_STATEMENT = 50_000;
const SMALL = 50;
/** Ids start with a timestamp. million-entries.sql dates its ids to summer 2025, so every later entry is from a run. */
const NEWEST_MADE_ID = "01980000-0000-0000-0000-000000000000";

/**
 * Starts the site with a raffle of a million indexed entries. Creating them takes minutes, so benchmarks/data stores
 * them for the next run. To start from scratch, delete that folder.
 */
export async function startBenchSite(
  say: (line: string) => void,
  env: Readonly<Record<string, string>> = {},
): Promise<BenchSite> {
  await mkdir(DATA_DIR, { recursive: true });
  const site = await startSite({ dataDir: DATA_DIR, env: { TRUST_PROXY: "1", LOG_LEVEL: "error", ...env } });
  const { connectionString, client, close } = await openDatabaseOf(site);
  const large = await raffleOf(site, client, "large", ENTRIES, say);
  const small = await raffleOf(site, client, "small", SMALL, say);
  const tidy = async () => {
    await removeAdded(client, { large, small });
    await indexed(client, say);
  };
  // Also removes what an aborted run has added.
  await tidy();
  return {
    site,
    connectionString,
    client,
    large,
    small,
    newRaffle: (name) => createRaffle(site.origin, name),
    async stop() {
      await tidy();
      await close();
      await site.stop();
    },
  };
}

/** Deletes everything except the two original raffles, so that each run measures the same. */
async function removeAdded(client: pg.Client, kept: Pick<BenchSite, "large" | "small">): Promise<void> {
  const raffles = [kept.large.id, kept.small.id];
  const { rowCount } = await client.query("delete from entries where raffle_id <> all($1) or id > $2", [
    raffles,
    NEWEST_MADE_ID,
  ]);
  await client.query("delete from raffles where id <> all($1)", [raffles]);
  await client.query("truncate receipt_requests, mails, log_queue");
  if (rowCount) await client.query("vacuum analyze entries");
}

async function raffleOf(
  site: SiteProcess,
  client: pg.Client,
  name: string,
  entries: number,
  say: (line: string) => void,
): Promise<BenchRaffle> {
  const note = join(DATA_DIR, `${name}.json`);
  if (existsSync(note)) return withLists(site.origin, JSON.parse(await readFile(note, "utf8")));
  const raffle = await createRaffle(site.origin, name);
  const sql = await readFile(join(import.meta.dirname, "million-entries.sql"), "utf8");
  for (let from = 1; from <= entries; from += ENTRIES_A_STATEMENT) {
    await client.query(sql, [raffle.id, from, Math.min(entries, from + ENTRIES_A_STATEMENT - 1)]);
    if (entries > ENTRIES_A_STATEMENT) say(`making entries: ${from + ENTRIES_A_STATEMENT - 1} of ${entries}`);
  }
  await client.query("vacuum analyze entries");
  await writeFile(note, JSON.stringify(raffle));
  return raffle;
}

/** Waits until the site has indexed every change and PostgreSQL has analysed the table. */
async function indexed(client: pg.Client, say: (line: string) => void): Promise<void> {
  for (let last = ""; ; ) {
    const { rows } = await client.query<{ waiting: string; due: boolean }>(
      `select count(*) as waiting,
         (select last_analyze is null and last_autoanalyze is null from pg_stat_user_tables where relname = 'entry_search') as due
       from entry_changes`,
    );
    const [{ waiting = "0", due = false } = {}] = rows;
    if (waiting === "0") {
      if (due) await client.query("vacuum analyze entry_search, entry_counts, entry_tick_counts");
      return;
    }
    if (waiting !== last) say(`indexing: ${waiting} pieces of a thousand left`);
    last = waiting;
    await delay(5000);
  }
}
