import { randomBytes } from "node:crypto";
import pg from "pg";
import { SESSION_LIMITS } from "../connect.ts";

/** Word on a quiet server arrives in milliseconds, on a busy one in a second. */
const WORD_LIMIT_MS = 5_000;

const NEXT = "name the server itself, or a pool in session mode (see docs/operations.md)";

/**
 * Asks whether what answers at the address is good for a site: a server, or a pool that leaves each client its own
 * connection. A pool in transaction mode looks well for a while, and then loses notifications and prepared statements.
 *
 * @param of whose address it is: the name of the setting, or of the database
 * @returns one line for the operator if it is not
 */
export async function poolFault(connectionString: string, of = "DATABASE_URL"): Promise<string | undefined> {
  const [listener, speaker] = [connectionTo(connectionString), connectionTo(connectionString)];
  try {
    // As the site's own connections do, with its limits.
    await Promise.all([listener.connect(), speaker.connect()]);
    if (!(await isHeard(listener, speaker))) {
      return `The address of ${of} leads through a pool in transaction mode, which loses notifications: ${NEXT}.`;
    }
    const dropped = await droppedLimit(listener);
    if (dropped === undefined) return undefined;
    return `The pool of ${of} drops what the site asks of each connection (${dropped} is 0): ${NEXT}.`;
  } catch (error) {
    const { message } = error as Error;
    if (!message.includes("unsupported startup parameter")) throw error;
    return `The pool of ${of} refuses what the site asks of each connection (${message}): ${NEXT}.`;
  } finally {
    for (const client of [listener, speaker]) client.end().catch(() => undefined);
  }
}

function connectionTo(connectionString: string): pg.Client {
  const limits = { connectionTimeoutMillis: 2 * WORD_LIMIT_MS, query_timeout: 2 * WORD_LIMIT_MS };
  const client = new pg.Client({ connectionString, application_name: "tambiolo check", ...SESSION_LIMITS, ...limits });
  return client.on("error", () => undefined);
}

/** Whether one connection hears what another one notifies. */
async function isHeard(listener: pg.Client, speaker: pg.Client): Promise<boolean> {
  const channel = `tambiolo_check_${randomBytes(8).toString("hex")}`;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  listener.once("notification", () => resolve(true));
  await listener.query(`listen ${channel}`);
  await speaker.query("select pg_notify($1, '')", [channel]);
  const timer = setTimeout(() => resolve(false), WORD_LIMIT_MS);
  return promise.finally(() => clearTimeout(timer));
}

/** The first limit that the server does not know of. */
async function droppedLimit(client: pg.Client): Promise<string | undefined> {
  const names = Object.keys(SESSION_LIMITS);
  const { rows } = await client.query<{ name: string; limit: string }>(
    `select name, setting as limit from pg_settings where name = any($1)`,
    [names],
  );
  return rows.find(({ limit }) => limit === "0")?.name;
}
