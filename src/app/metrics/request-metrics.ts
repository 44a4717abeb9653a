import type pg from "pg";
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Registry } from "prom-client";
import type { Presence } from "#src/db/presence.ts";
import type { SubmissionQueue } from "#src/entries/submit/submission-queue.ts";
import type { SiteCounts } from "#src/http/site.ts";
import type { NoteLimit } from "#src/rate-limits/limit-report.ts";

/** From a page in memory to the limits of a statement. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export type RequestMetricsParts = {
  readonly pool: pg.Pool;
  readonly presence: Presence;
};

/** The counts of a process that answers requests. */
export type RequestMetrics = {
  readonly counts: SiteCounts;
  /** Counts what limits did, too. */
  readonly note: NoteLimit;
  /** Has the length of the queue read at each scrape. */
  watch(submissions: SubmissionQueue): void;
};

/**
 * Makes the metrics of requests. On the way of an entry they are additions to plain numbers; labels are made when
 * somebody reads them.
 */
export function createRequestMetrics(registry: Registry, { pool, presence }: RequestMetricsParts): RequestMetrics {
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const entries = tally(registry, "tambiolo_entries_total", "Entries sent, by their outcome", ["outcome"]);
  const pages = tally(registry, "tambiolo_public_pages_total", "Pages for everybody, cached or rendered", ["how"]);
  const turnedAway = new Counter({
    name: "tambiolo_pages_turned_away_total",
    help: "Pages of one visitor that had no turn to be rendered",
    registers,
  });
  const requests = tally(registry, "tambiolo_requests_total", "Requests that took the ordinary way", ["status"]);
  const limits = tally(registry, "tambiolo_limits_total", "What limits on strangers did", ["action", "what"]);
  const entrySeconds = new Histogram({
    name: "tambiolo_entry_seconds",
    help: "How long an entry took, from its fields to its commit",
    buckets: SECONDS,
    registers,
  });
  const requestSeconds = new Histogram({
    name: "tambiolo_request_seconds",
    help: "How long a request took that took the ordinary way",
    buckets: SECONDS,
    registers,
  });
  let queue: SubmissionQueue | undefined;
  gauge("tambiolo_entries_waiting", "Entries that wait for the database", () => queue?.waiting() ?? 0);
  gauge("tambiolo_database_away", "Whether the database is away", () => Number(presence.isAway()), "max");
  gauge("tambiolo_database_full", "Whether the disk of the database is full", () => Number(presence.isFull()), "max");
  gauge("tambiolo_database_connections", "Connections to the database that are open", () => pool.totalCount);
  gauge("tambiolo_database_connections_idle", "Open connections that nobody uses", () => pool.idleCount);
  gauge("tambiolo_database_waiting", "Queries that wait for a connection", () => pool.waitingCount);

  /** @param aggregator what is made of the values of several processes */
  function gauge(name: string, help: string, read: () => number, aggregator: "sum" | "max" = "sum"): void {
    new Gauge({
      name,
      help,
      aggregator,
      registers,
      collect() {
        this.set(read());
      },
    });
  }

  return {
    counts: {
      entry(outcome, milliseconds) {
        entries(outcome);
        entrySeconds.observe(milliseconds / 1000);
      },
      page: (how) => pages(how),
      turnedAway: () => turnedAway.inc(),
      request(status, milliseconds) {
        requests(`${Math.trunc(status / 100)}xx`);
        requestSeconds.observe(milliseconds / 1000);
      },
    },
    note: (action, what) => limits(action, what),
    watch(submissions) {
      queue = submissions;
    },
  };
}

/** A counter that is stored as plain numbers, by its labels' values, which are few and ours. */
function tally(registry: Registry, name: string, help: string, labelNames: readonly string[]) {
  const counts = new Map<string, number>();
  new Counter({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      this.reset();
      for (const [key, count] of counts) {
        const values = key.split("\n");
        this.inc(Object.fromEntries(labelNames.map((label, place) => [label, values[place] ?? ""])), count);
      }
    },
  });
  return (...values: readonly string[]) => {
    const key = values.length === 1 ? (values[0] ?? "") : values.join("\n");
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
}
