import { spawn } from "node:child_process";
import { once } from "node:events";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import pg from "pg";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Environment } from "#src/config/env.ts";

/** The name of a dump in a backup, in pg_dump's custom format. */
export const DUMP = "database.dump";

/** Where Debian and PostgreSQL's own packages put the programs of each version. */
const VERSIONS = "/usr/lib/postgresql";

type Program = "pg_dump" | "pg_restore";

/** A server of the operator's own, and the variables that its programs get: PATH, and libpq's such as PGSSLROOTCERT. */
export type Server = { readonly databaseUrl: string; readonly env: Environment };

/**
 * Writes a database of the operator's own as a dump, with the pg_dump of this machine.
 *
 * @returns nothing; the refusal is one line for the operator: there is no pg_dump that is new enough, or why it failed
 */
export async function dumpDatabase(server: Server, file: string): Promise<Outcome<void, string>> {
  const asked = await askServer(server.databaseUrl);
  if (!asked.ok) return asked;
  const program = await findProgram("pg_dump", asked.value.major);
  if (!program.ok) return program;
  // Made by us, so that nobody else can read it at any moment.
  await (await open(file, "wx", 0o600)).close();
  return run(server, program.value, ["--format=custom", "--compress=0", `--file=${file}`]);
}

/**
 * Fills an empty database from a dump, whole or not at all.
 *
 * @param atLeast the oldest version of pg_restore that will do; by default, the server's
 * @returns nothing; the refusal is one line for the operator: the database is not empty, or why pg_restore failed
 */
export async function restoreDatabase(server: Server, file: string, atLeast?: number): Promise<Outcome<void, string>> {
  const asked = await askServer(server.databaseUrl);
  if (!asked.ok) return asked;
  if (asked.value.tables > 0) {
    return refuse("The database of DATABASE_URL has tables already: restore into a new, empty database.");
  }
  const program = await findProgram("pg_restore", atLeast ?? asked.value.major);
  if (!program.ok) return program;
  const whole = ["--no-owner", "--no-privileges", "--no-comments", "--single-transaction", "--exit-on-error"];
  return run(server, program.value, [...whole, file]);
}

async function askServer(databaseUrl: string): Promise<Outcome<{ major: number; tables: number }, string>> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ major: number; tables: number }>(
      `select current_setting('server_version_num')::int / 10000 as major,
         (select count(*)::int from pg_tables where schemaname not in ('pg_catalog', 'information_schema')) as tables`,
    );
    return accept(rows[0] ?? { major: 0, tables: 0 });
  } catch (error) {
    return refuse(`Cannot use the database of DATABASE_URL: ${(error as Error).message || "no answer"}.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The program of this machine that is of the server's version or newer: older ones refuse it. */
async function findProgram(program: Program, major: number): Promise<Outcome<string, string>> {
  const folders = (await readdir(VERSIONS).catch(() => [])).map((version) => join(VERSIONS, version, "bin", program));
  const found: number[] = [];
  for (const path of [program, ...folders]) {
    const version = await versionOf(path);
    if (version >= major) return accept(path);
    if (version > 0) found.push(version);
  }
  const instead = found.length > 0 ? `found version ${Math.max(...found)}` : "found none";
  return refuse(
    `The server of DATABASE_URL is PostgreSQL ${major}, which needs ${program} of version ${major} or newer; ${instead}. Install postgresql-client-${major}.`,
  );
}

async function versionOf(path: string): Promise<number> {
  const child = spawn(path, ["--version"], { stdio: ["ignore", "pipe", "ignore"] });
  child.on("error", () => undefined);
  return Number(/ (\d+)/.exec(await text(child.stdout))?.[1] ?? 0);
}

/** Runs one to its end. The password is in its environment, since everybody can read the arguments of a process. */
async function run(
  { databaseUrl, env }: Server,
  program: string,
  args: readonly string[],
): Promise<Outcome<void, string>> {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = "";
  const child = spawn(program, ["--no-password", `--dbname=${url.href}`, ...args], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...env, ...(password && { PGPASSWORD: password }) },
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  return code === 0 ? accept(undefined) : refuse(`${program} failed: ${said.trim().split("\n")[0] || code}`);
}
