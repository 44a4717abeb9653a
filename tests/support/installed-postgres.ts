import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { type Account, chooseAccount, spawnAs } from "#src/db/embedded/account.ts";
import { lastLine } from "#src/db/embedded/cluster.ts";
import { readPostmaster } from "#src/db/embedded/postmaster.ts";
import { endWithProcess } from "./end-with-process.ts";
import { freePort } from "./site.ts";

const run = promisify(execFile);

/** Where Debian installs the oldest PostgreSQL version that the site supports. */
const DEBIAN_15 = "/usr/lib/postgresql/15/bin";

const USER = "tester";
const POLL_MS = 25;
const MAX_START_MS = 60_000;

/** A PostgreSQL server started from the machine's own programs, on a port of 127.0.0.1. */
export type InstalledPostgres = {
  readonly port: number;
  readonly connectionString: string;
  /** Its data folder. The file postmaster.pid in it names the server's main process. */
  readonly data: string;
  /** Runs one of its programs under its account, and returns the output. */
  run(program: string, ...args: string[]): Promise<string>;
  /** Starts it again after `run("pg_ctl", "stop", …)` or a kill. */
  start(): Promise<void>;
  /** Stops it at once and removes its folder. */
  stop(): Promise<void>;
};

/** The folder of PostgreSQL 15's programs, if the machine has it. */
export function findPostgres15(): string | undefined {
  return existsSync(join(DEBIAN_15, "postgres")) ? DEBIAN_15 : undefined;
}

/**
 * Starts a new server with these programs, under an account that is not root.
 *
 * @param options.settings lines of its configuration, besides those of every test server
 * @param options.copyOf a running server: the new one becomes its standby under this name
 */
export async function startInstalledPostgres(
  bin: string,
  options: {
    readonly settings?: readonly string[];
    readonly copyOf?: { readonly primary: Pick<InstalledPostgres, "port">; readonly name: string };
  } = {},
): Promise<InstalledPostgres> {
  const folder = await mkdtemp(join(tmpdir(), "tambiolo-postgres-"));
  const chosen = await chooseAccount({ dataDir: folder, folder: join(folder, "data"), program: join(bin, "postgres") });
  if (!chosen.ok) throw new Error(chosen.refusal);
  const account = chosen.value;
  if (account.ids) await chown(folder, account.ids.uid, account.ids.gid);
  const data = join(folder, "data");
  const port = await freePort();
  const runIt = (program: string, ...args: string[]) => runAs(account, join(bin, program), args, folder);
  if (options.copyOf) {
    const { primary, name } = options.copyOf;
    const from = `host=127.0.0.1 port=${primary.port} user=${USER} application_name=${name}`;
    await runIt("pg_basebackup", "-D", data, "-R", "-X", "stream", "-c", "fast", "-d", from);
  } else {
    const form = ["-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"];
    await runIt("initdb", "-D", data, "-U", USER, "--no-sync", ...form);
  }
  const settings = [
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    `unix_socket_directories = '${folder}'`,
    "max_connections = 200",
    "jit = off",
    "timezone = 'UTC'",
    ...(options.settings ?? []),
  ];
  const file = join(data, "postgresql.conf");
  await writeFile(file, `${settings.join("\n")}\n`);
  const connectionString = `postgresql://${USER}@127.0.0.1:${port}/postgres`;
  const forget = endWithProcess(folder, data);
  const start = async () => {
    const child = spawnAs(account, join(bin, "postgres"), ["-D", data], {
      stdio: ["ignore", "ignore", "pipe"],
      cwd: folder,
      detached: true,
    });
    let said = "";
    child.stderr?.setEncoding("utf8").on("data", (part: string) => {
      said = (said + part).slice(-10_000);
    });
    const began = performance.now();
    while (!(await answers(connectionString))) {
      if (child.exitCode !== null || performance.now() - began > MAX_START_MS) {
        throw new Error(`PostgreSQL did not start: ${lastLine(said)}`);
      }
      await delay(POLL_MS);
    }
  };
  const stop = async () => {
    forget();
    const server = await readPostmaster(data);
    if (server) await runIt("pg_ctl", "stop", "-D", data, "-m", "immediate", "-w").catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, connectionString, data, run: runIt, start, stop };
}

async function runAs(account: Account, program: string, args: readonly string[], cwd: string): Promise<string> {
  const child = spawnAs(account, program, args, { stdio: ["ignore", "pipe", "pipe"], cwd });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (part: string) => {
      said += part;
    });
  }
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${lastLine(said)}`);
  return said;
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The version text of a server's programs, such as "postgres (PostgreSQL) 15.20 (Debian 15.20-0+deb12u1)". */
export async function versionOf(bin: string): Promise<string> {
  return (await run(join(bin, "postgres"), ["--version"])).stdout.trim();
}
