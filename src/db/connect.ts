import { CamelCasePlugin, Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { DatabaseAwayError } from "./database-away.ts";
import { NEWEST, SITE_CONNECTION } from "./migrate.ts";
import { guarding } from "./pool/guarded-pool.ts";
import { preparing } from "./prepared.ts";
import type { Presence } from "./presence.ts";
import { SHARDED_OPTIONS, ShardedDialect } from "./sharding/dialect.ts";
import type { DB } from "./tables.ts";

/** The tables and columns, in camelCase; the SQL names are the same in snake_case. */
export type Schema = DB;

export type Database = Kysely<Schema>;

/** The type that read.ts functions take: it allows queries, also with `sql`, but no insert, update or delete. */
export type Reader = Pick<Database, "selectFrom" | "selectNoFrom" | "getExecutor" | "isTransaction">;

export type DatabaseOptions = {
  readonly connectionString: string;
  /** Maximum number of connections. 10 keep two cores of PostgreSQL busy; more only wait for each other. */
  readonly maxConnections?: number;
  /** Whether the tables are sharded by raffle (DATABASE_SHARDED). */
  readonly sharded?: boolean;
  /** Called when an idle connection is lost; the next query opens another. */
  readonly onLostConnection?: (error: Error) => void;
  /** Called with the reason when the database is away, and with null when it is back. */
  readonly onPresence?: (why: DatabaseAwayError | null) => void;
  /** Called with true when the database's disk is full, and with false when it has room again. */
  readonly onFull?: (full: boolean) => void;
};

export type DatabaseConnection = {
  readonly db: Database;
  readonly pool: pg.Pool;
  /** Whether the database is usable. While it is not, every query fails at once. */
  readonly presence: Presence;
  /** Opens all connections in advance: opening one takes seconds while the process is busy. Ignores failures. */
  openAll(): Promise<void>;
  /** Waits for pending queries and closes every connection. Safe to call twice. */
  close(): Promise<void>;
};

/** Limit of one statement: no page or submission may take longer. Exports stream in pages, far below it. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** A server that enforces STATEMENT_TIMEOUT_MS has answered by then. If not, it is gone: its connection is closed. */
const SILENCE_LIMIT_MS = STATEMENT_TIMEOUT_MS + 3_000;

/** What every connection asks of the server, in milliseconds. */
export const SESSION_LIMITS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  /** A lock that is not free by then belongs to a stuck transaction: an error is better than a growing queue. */
  lock_timeout: 10_000,
  /** Our transactions wait for nothing but the database, so one that is idle for this long is stuck. */
  idle_in_transaction_session_timeout: 30_000,
} as const;

/** How long a request waits for a connection while the database is away or all connections are busy. */
const CONNECT_TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 10;

/** Makes the pool and the query builder on it. Opens no connection yet; the caller closes it. */
export function connectDatabase(options: DatabaseOptions): DatabaseConnection {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.maxConnections ?? MAX_CONNECTIONS,
    application_name: `${SITE_CONNECTION} ${NEWEST}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // 0: idle connections stay open (see openAll).
    idleTimeoutMillis: 0,
    ...SESSION_LIMITS,
    query_timeout: SILENCE_LIMIT_MS,
    types: resultTypes(),
    ...(options.sharded && { options: SHARDED_OPTIONS }),
  });
  // Without a listener, a lost connection would end the process. The pool reports idle connections. The loss of a used
  // one also fails its query, and that failure is handled.
  pool.on("error", (error) => options.onLostConnection?.(error));
  pool.on("connect", (client) => client.on("error", () => undefined));
  const guarded = guarding(pool, options.connectionString, {
    presence: (why) => options.onPresence?.(why),
    full: (full) => options.onFull?.(full),
  });
  const Dialect = options.sharded ? ShardedDialect : PostgresDialect;
  const db = new Kysely<Schema>({
    dialect: new Dialect({ pool: preparing(guarded.pool) }),
    // Keys inside jsonb are data, not column names.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  let closing: Promise<void> | undefined;
  return {
    db,
    pool,
    presence: guarded.presence,
    async openAll() {
      const opening = Array.from({ length: pool.options.max }, () => pool.connect());
      for (const one of await Promise.allSettled(opening)) if (one.status === "fulfilled") one.value.release();
    },
    close() {
      closing ??= guarded.pool.end();
      return closing;
    },
  };
}

/** Timestamps become `Date`s (pg's default). Counts become numbers. Dates stay text: a `Date` would shift them. */
function resultTypes(): pg.TypeOverrides {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, toSafeNumber);
  types.setTypeParser(pg.types.builtins.DATE, (text: string) => text);
  return types;
}

/** @throws a RangeError where the conversion would silently change the number */
function toSafeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The bigint ${text} does not fit in a number.`);
  return value;
}
