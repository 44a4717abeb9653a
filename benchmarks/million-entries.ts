import { constants, existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
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
  /** Creates a raffle without entries. */
  newRaffle(name: string): Promise<BenchRaffle>;
  /** Starts the site anew, on the same database: it forgets which networks entered. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

const DATA_DIR = join(import.meta.dirname, "data");
const ENTRIES = 1_000_000;
const ENTRIES_A_STATEMENT = 50_000;
const SMALL = 50;
const SETTINGS = { TRUST_PROXY: "1", LOG_LEVEL: "error" };

/**
 * Starts the site with a raffle of a million indexed entries, on a copy of their database: what a run adds ends with
 * it. Creating them takes minutes, so benchmarks/data stores them for the next run. To start from scratch, delete that
 * folder.
 */
export async function startBenchSite(
  say: (line: string) => void,
  env: Readonly<Record<string, string>> = {},
): Promise<BenchSite> {
  if (!existsSync(noteOf("small"))) await makeData(say);
  const dataDir = await mkdtemp(join(tmpdir(), "tambiolo-bench-"));
  await cp(DATA_DIR, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
  let site = await startSite({ dataDir, env: { ...SETTINGS, ...env } });
  let database = await openDatabaseOf(site);
  const [large, small] = [await storedRaffle(site.origin, "large"), await storedRaffle(site.origin, "small")];
  await indexed(database.client, say);
  const end = async () => {
    await database.close();
    await site.stop();
  };
  return {
    ...{ large, small },
    get site() {
      return site;
    },
    get connectionString() {
      return database.connectionString;
    },
    get client() {
      return database.client;
    },
    newRaffle: (name) => createRaffle(site.origin, name),
    async restart() {
      await end();
      site = await startSite({ dataDir, env: { ...SETTINGS, ...env } });
      database = await openDatabaseOf(site);
    },
    async stop() {
      await end();
      await rm(dataDir, { recursive: true });
    },
  };
}

async function makeData(say: (line: string) => void): Promise<void> {
  await rm(DATA_DIR, { recursive: true, force: true });
  await mkdir(DATA_DIR, { recursive: true });
  const site = await startSite({ dataDir: DATA_DIR, env: SETTINGS });
  const { client, close } = await openDatabaseOf(site);
  await makeRaffle(site, client, "large", ENTRIES, say);
  await indexed(client, say);
  await client.query("truncate receipt_requests, mails, log_queue");
  await makeRaffle(site, client, "small", SMALL, say);
  await close();
  await site.stop();
}

const noteOf = (name: string) => join(DATA_DIR, `${name}.json`);

async function storedRaffle(origin: string, name: string): Promise<BenchRaffle> {
  return withLists(origin, JSON.parse(await readFile(noteOf(name), "utf8")));
}

async function makeRaffle(
  site: SiteProcess,
  client: pg.Client,
  name: string,
  entries: number,
  say: (line: string) => void,
): Promise<void> {
  const raffle = await createRaffle(site.origin, name);
  const sql = await readFile(join(import.meta.dirname, "million-entries.sql"), "utf8");
  for (let from = 1; from <= entries; from += ENTRIES_A_STATEMENT) {
    await client.query(sql, [raffle.id, from, Math.min(entries, from + ENTRIES_A_STATEMENT - 1)]);
    if (entries > ENTRIES_A_STATEMENT) say(`making entries: ${from + ENTRIES_A_STATEMENT - 1} of ${entries}`);
  }
  await client.query("vacuum analyze entries");
  await writeFile(noteOf(name), JSON.stringify(raffle));
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
