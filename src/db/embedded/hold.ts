import pg from "pg";
import { LOCKS } from "../locks.ts";
import { readPassword } from "./cluster.ts";
import { connectionString, isAlive, type Postmaster, readPostmaster } from "./postmaster.ts";

/**
 * A site's claim on the folder: an advisory lock in the server, on its own connection. The lock ends with its process,
 * however that ends, so it is never stale and never mistaken for another process's.
 */
export type Hold = {
  readonly server: Postmaster;
  readonly password: string;
  readonly client: pg.Client;
};

export type Attempt =
  | { readonly found: "held"; readonly hold: Hold }
  /** Another site holds the folder; `process` is its process id, or "unknown". */
  | { readonly found: "taken"; readonly server: Postmaster; readonly password: string; readonly process: string }
  /** Nothing answers. */
  | { readonly found: "absent" }
  /** A server is starting, recovering or stopping. */
  | { readonly found: "busy" }
  /** A server answers but refuses our login. */
  | { readonly found: "closed"; readonly reason: string };

/** The database that always exists. Advisory locks are per database, so every site locks in this one. */
const MAINTENANCE_DATABASE = "postgres";
const APPLICATION = "tambiolo site, process ";
const CONNECT_TIMEOUT_MS = 5_000;

/** A running server accepts no connection now: cannot_connect_now, admin_shutdown, too_many_connections. */
const BUSY = new Set(["57P03", "57P01", "53300"]);
/** invalid_password, invalid_authorization_specification, and a missing database. */
const CLOSED = new Set(["28P01", "28000", "3D000"]);

/** Tries once to find the folder's server and to take its lock. The caller closes the hold's client. */
export async function tryHold(folder: string): Promise<Attempt> {
  const server = await readPostmaster(folder);
  if (!server) return { found: "absent" };
  // Another program may use the port by now. A socket inside the folder can only be this server's.
  if (!server.host.startsWith("/") && !isAlive(server.pid)) return { found: "absent" };
  const password = await readPassword(folder);
  if (password === undefined) return { found: "closed", reason: "its password file is missing" };
  const client = new pg.Client({
    connectionString: connectionString(server, password, MAINTENANCE_DATABASE),
    application_name: `${APPLICATION}${process.pid}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  // The "end" event handles a lost connection. Without an error listener the loss would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ held: boolean }>("select pg_try_advisory_lock($1) as held", [
      LOCKS.dataFolder,
    ]);
    if (rows[0]?.held) return { found: "held", hold: { server, password, client } };
    const holder = await findHolder(client);
    await client.end();
    return { found: "taken", server, password, process: holder };
  } catch (error) {
    await client.end().catch(() => undefined);
    return explain(error);
  }
}

async function findHolder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ application: string }>(
    `select application_name as application from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and granted and application_name like $1`,
    [`${APPLICATION}%`],
  );
  return rows[0]?.application.slice(APPLICATION.length) ?? "unknown";
}

function explain(error: unknown): Attempt {
  if (!(error instanceof Error)) throw error;
  const code = "code" in error ? String(error.code) : "";
  if (BUSY.has(code) || /timeout/i.test(error.message)) return { found: "busy" };
  if (CLOSED.has(code)) return { found: "closed", reason: error.message };
  return { found: "absent" };
}

/** Makes the site's own database if it is missing. Two processes may do so at once. */
export async function ensureDatabase(at: Pick<Hold, "server" | "password">, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: connectionString(at.server, at.password, MAINTENANCE_DATABASE) });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    const made = error instanceof pg.DatabaseError && ["42P04", "23505"].includes(error.code ?? "");
    if (!made) throw error;
  } finally {
    await client.end();
  }
}
