import { setTimeout as delay } from "node:timers/promises";
import { LOCKS } from "#src/db/locks.ts";
import { startCeiling } from "./ceiling.ts";
import { type Load, type LoadResult, load } from "./load.ts";
import { type Figure, median } from "./measure.ts";
import { watchMemory } from "./memory.ts";
import type { BenchSite } from "./million-entries.ts";
import { makePeople } from "./people.ts";
import { type ProcessorUse, parentOf, watchProcessors } from "./processors.ts";
import type { BenchRaffle } from "./raffle.ts";

const ROUNDS = 5;
/** What the log costs is less than what single rounds differ by: it takes more of them. */
const LOG_ROUNDS = 10;
const SECONDS = 2;
/** One request in five is a duplicate, as after a double click or a retry by the phone. */
const DUPLICATES = 5;
const P99_TARGET_MS = 60;

/** The trigger's function as it would be on a site without a log. */
const NOTE_WITHOUT_LOG = `create or replace function note_entry_changes() returns trigger language plpgsql as $$
begin
  insert into entry_changes (raffle_id, entry_ids)
  select raffle_id, array_agg(id)
  from (select raffle_id, id, (row_number() over (partition by raffle_id) - 1) / 1000 as batch from changed) as numbered
  group by raffle_id, batch;
  return null;
end
$$`;

/** A run, and what it cost for each answer. */
type Measured = LoadResult & { readonly use: ProcessorUse };
type Way = { readonly name: string; run(): Promise<LoadResult> };

/**
 * Measures the accepted entries per second, each answered after its commit. The reference is a Hono site with the same
 * checks and no storage. All features are on as on an operator's site: indexes, rate limits, receipts, the search
 * index.
 */
export async function measureEntries(bench: BenchSite): Promise<Figure[]> {
  const ceiling = await startCeiling("hono");
  const canned = await startCeiling("canned");
  try {
    const people = makePeople();
    const raffle = await bench.newRaffle("entries");
    const ours = (connections: number, into: BenchRaffle, duplicates = 0): Way => ({
      name: `ours ${connections} ${into.codeId} ${duplicates}`,
      run: () => counted(bench, into, { connections, next: people.next(into, duplicates), seconds: SECONDS }),
    });
    const beside = (connections: number): Way => ({
      name: `ceiling ${connections}`,
      run: () => alone(bench, { port: ceiling.port, connections, seconds: SECONDS, next: people.next(raffle) }),
    });
    const generator: Way = {
      name: "generator",
      run: () => alone(bench, { port: canned.port, connections: 64, seconds: SECONDS, next: people.next(raffle) }),
    };
    const ways = {
      generator,
      ceiling64: beside(64),
      ours64: ours(64, raffle),
      duplicates: ours(64, raffle, DUPLICATES),
      large: ours(64, bench.large),
      unindexed: { name: "unindexed", run: () => withoutIndex(bench, ours(64, raffle).run) },
      ceiling256: beside(256),
      ours256: ours(256, raffle),
    };
    const logWays = {
      logged: { name: "logged", run: () => withEmptyQueue(bench, ours(64, raffle).run) },
      unlogged: { name: "unlogged", run: () => withEmptyQueue(bench, () => withoutLog(bench, ours(64, raffle).run)) },
    };
    const pids = async () => ({ site: bench.site.pid, database: await databasePid(bench) });
    const watched = await watchMemory(bench.site.pid, async () => interleave(ways, await pids(), ROUNDS));
    const { before, most } = watched;
    // All rounds together have more networks on a fast machine than the site counts (MAX_KEYS in robot-rates.ts).
    await bench.restart();
    const results = { ...watched.result, ...(await interleave(logWays, await pids(), LOG_ROUNDS)) };
    type WayName = keyof typeof results;
    const rate = (way: WayName) => median(results[way].map((one) => one.perSecond));
    const figure = (name: string, way: WayName, than: WayName, called: string, least: number) => {
      const ratio = rate(way) / rate(than);
      const worst = Math.min(...results[way].map((one) => one.perSecond));
      return {
        name,
        ours: rate(way),
        unit: "entries/s",
        worst,
        beside: { name: called, value: rate(than) },
        target: `ratio at least ${least}`,
        met: ratio >= least,
      } as const;
    };
    const latency = (way: "ours64" | "ours256", quantile: "p50" | "p99") =>
      median(results[way].map((one) => one[quantile]));
    return [
      figure("the load alone, 64 connections", "generator", "ceiling64", "Hono + zod, nothing stored", 1.5),
      figure("entries, 64 connections", "ours64", "ceiling64", "Hono + zod, nothing stored", 0.4),
      figure("entries, 256 connections", "ours256", "ceiling256", "Hono + zod, nothing stored", 0.45),
      figure("entries, one in five a duplicate", "duplicates", "ours64", "without duplicates", 0.85),
      figure("entries into a raffle of 1,000,000", "large", "ours64", "into a new raffle", 0.9),
      figure("entries of a rush, the log behind it", "logged", "unlogged", "without a log", 0.95),
      figure("entries while the log catches up", "ours64", "unlogged", "without a log", 0.5),
      figure("entries while the lists' index is fed", "ours64", "unindexed", "without any of it", 0.9),
      ...costs(64, results.ours64),
      ...costs(256, results.ours256),
      { name: "time to an entry's answer, 64 connections", ours: latency("ours64", "p50"), unit: "ms" },
      {
        name: "the slowest of a hundred answers, 64 connections",
        ours: latency("ours64", "p99"),
        unit: "ms",
        worst: Math.max(...results.ours64.map((one) => one.p99)),
        target: `under ${P99_TARGET_MS} ms`,
        met: latency("ours64", "p99") < P99_TARGET_MS,
      },
      { name: "memory of the site under this load", ours: most, unit: "MB", beside: { name: "before", value: before } },
    ];
  } finally {
    await Promise.all([ceiling.stop(), canned.stop()]);
  }
}

/**
 * Alternates the ways, so that a slow minute of the machine affects all. Every second round runs backwards, so that no
 * way always follows the same one. The first round warms up and is not counted.
 */
async function interleave<Ways extends Record<string, Way>>(
  ways: Ways,
  pids: Parameters<typeof watchProcessors>[0],
  rounds: number,
): Promise<Record<keyof Ways, Measured[]>> {
  const results = Object.fromEntries(Object.keys(ways).map((key) => [key, [] as Measured[]]));
  for (let round = -1; round < rounds; round++) {
    const order = Object.entries(ways);
    for (const [key, way] of round % 2 === 0 ? order : order.toReversed()) {
      const { result, use } = await watchProcessors(pids, () => way.run());
      if (round >= 0) results[key]?.push({ ...result, use });
    }
  }
  return results as Record<keyof Ways, Measured[]>;
}

/** PostgreSQL's first process: the parent of the one that serves our connection. */
async function databasePid({ client }: BenchSite): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return parentOf(rows[0]?.pid ?? 0);
}

/** Where the time of an entry goes, so that a rate that is missed says what it lacks. */
function costs(connections: number, results: readonly Measured[]): Figure[] {
  const each = (of: (use: ProcessorUse) => number) =>
    median(results.map(({ use, perSecond }) => of(use) / (perSecond * SECONDS)));
  return [
    {
      name: `processor time of the site for an entry, ${connections} connections`,
      ours: each((use) => use.siteUs),
      unit: "µs",
    },
    {
      name: `processor time of PostgreSQL, ${connections} connections`,
      ours: each((use) => use.databaseUs),
      unit: "µs",
    },
    { name: `processor time of the load, ${connections} connections`, ours: each((use) => use.loadUs), unit: "µs" },
    {
      name: `idle, of all cores, ${connections} connections`,
      ours: 100 * median(results.map(({ use }) => use.idle)),
      unit: "%",
    },
  ];
}

/** Runs a load on another server and pauses our site's deferred work, which would use half of the machine. */
async function alone({ client }: BenchSite, what: Load): Promise<LoadResult> {
  await client.query("begin");
  await client.query("lock table entry_changes, receipt_requests, log_queue in access exclusive mode");
  try {
    return await load(what);
  } finally {
    await client.query("commit");
  }
}

/** Runs a load while nothing is queued for the search index, and no worker updates it. */
async function withoutIndex<Result>({ client }: BenchSite, run: () => Promise<Result>): Promise<Result> {
  await client.query("select pg_advisory_lock($1)", [LOCKS.searchIndex]);
  await client.query("alter table entries disable trigger entries_note_insert");
  try {
    return await run();
  } finally {
    await client.query("alter table entries enable trigger entries_note_insert");
    await client.query("select pg_advisory_unlock($1)", [LOCKS.searchIndex]);
  }
}

/** Runs a load once the log is written: what other runs left would be caught up with at the expense of this one. */
async function withEmptyQueue<Result>({ client }: BenchSite, run: () => Promise<Result>): Promise<Result> {
  while ((await client.query("select from log_queue limit 1")).rowCount) await delay(500);
  return run();
}

/** Runs a load while nothing is queued for the log, and no worker writes it. */
async function withoutLog<Result>({ client }: BenchSite, run: () => Promise<Result>): Promise<Result> {
  const { rows } = await client.query<{ definition: string }>(
    "select pg_get_functiondef('note_entry_changes'::regproc) as definition",
  );
  await client.query("select pg_advisory_lock($1)", [LOCKS.log]);
  await client.query(NOTE_WITHOUT_LOG);
  try {
    return await run();
  } finally {
    await client.query(rows[0]?.definition ?? "");
    await client.query("select pg_advisory_unlock($1)", [LOCKS.log]);
  }
}

/** Runs a load, and throws unless the database has gained exactly the number of accepted entries. */
async function counted(bench: BenchSite, raffle: BenchRaffle, run: Omit<Load, "port">): Promise<LoadResult> {
  const count = async () => {
    const sql = "select count(*)::int as entries from entries where raffle_id = $1 and created_at > $2";
    const { rows } = await bench.client.query<{ entries: number }>(sql, [raffle.id, began]);
    return rows[0]?.entries ?? 0;
  };
  const began = new Date(Date.now() - 1);
  const before = await count();
  const result = await load({ ...run, port: bench.site.port });
  const stored = (await count()) - before;
  const accepted = result.statuses.get(201) ?? 0;
  const others = [...result.statuses].filter(([status]) => status !== 201 && status !== 409);
  if (stored !== accepted || others.length > 0) {
    throw new Error(`${accepted} entries were accepted, ${stored} are stored; other answers: ${others.join("; ")}`);
  }
  return result;
}
