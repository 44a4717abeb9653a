import { CamelCasePlugin, Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { preparing } from "./prepared.ts";
import type { DB } from "./tables.ts";

/** The tables and columns, in camelCase; the SQL names are the same in snake_case. */
export type Schema = DB;

export type Database = Kysely<Schema>;

/** What read.ts files are given: they can ask, also with `sql`, and cannot insert, update or delete. */
export type Reader = Pick<Database, "selectFrom" | "selectNoFrom" | "getExecutor">;

export type DatabaseOptions = {
  readonly connectionString: string;
  /** Connections held at most; 10 keep two cores of PostgreSQL busy, more only wait for each other. */
  readonly maxConnections?: number;
  /** Told when a connection that nobody uses is lost; the next query opens another. */
  readonly onLostConnection?: (error: Error) => void;
};

export type DatabaseConnection = {
  readonly db: Database;
  readonly pool: pg.Pool;
  /** Opens every connection, so that none has to be opened while a crowd keeps the process busy: that takes seconds. */
  openAll(): Promise<void>;
  /** Waits for the queries under way and closes every connection. Once is enough; twice does no harm. */
  close(): Promise<void>;
};

/** No page or submission may hold its caller longer; exports stream in pages, far below it. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** A lock that is not had by then belongs to something stuck: an error is kinder than a growing queue. */
const LOCK_TIMEOUT_MS = 10_000;
/** A transaction of ours never waits for anything but the database. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
/** How long a request waits for a connection while the database is away or all connections are busy. */
const CONNECT_TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 10;

/** Makes the pool and the query builder on it. Opens no connection yet; the caller closes it. */
export function connectDatabase(options: DatabaseOptions): DatabaseConnection {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.maxConnections ?? MAX_CONNECTIONS,
    application_name: "tambiolo",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // Kept once they are open (see openAll).
    idleTimeoutMillis: 0,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    types: resultTypes(),
  });
  // Without a listener the loss of an idle connection would end the process.
  pool.on("error", (error) => options.onLostConnection?.(error));
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: preparing(pool) }),
    // Keys inside jsonb are data, not column names.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  let closing: Promise<void> | undefined;
  return {
    db,
    pool,
    async openAll() {
      const opening = Array.from({ length: pool.options.max }, () => pool.connect());
      for (const one of await Promise.allSettled(opening)) if (one.status === "fulfilled") one.value.release();
    },
    close() {
      closing ??= pool.end();
      return closing;
    },
  };
}

/** Timestamps become `Date`s as they do anyway; counts become numbers, dates stay text (a `Date` would shift them). */
function resultTypes(): pg.TypeOverrides {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, toSafeNumber);
  types.setTypeParser(pg.types.builtins.DATE, (text: string) => text);
  return types;
}

/** Throws where a number would silently be a different one. */
function toSafeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The bigint ${text} does not fit in a number.`);
  return value;
}
