import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  appendFile,
  chmod,
  chown,
  lchown,
  lstat,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
} from "node:fs/promises";
import { createServer } from "node:net";
import { totalmem } from "node:os";
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { makeFolder } from "#src/config/disk-fault.ts";
import { type Account, spawnAs } from "./account.ts";
import { type Binaries, BUNDLED_MAJOR } from "./binaries.ts";

export const USER = "tambiolo";

/** Inside PostgreSQL's folder, so that it is moved and backed up with the data that it opens. */
const PASSWORD_FILE = "tambiolo-password";
const SETTINGS_FILE = "tambiolo.conf";

/** An unfinished database has the folder's name, this and a random suffix. */
const DRAFT = ".new-";
/** Making one takes a second or two, so an older draft is left over from a killed start. */
const MAX_DRAFT_MS = 60 * 60_000;

/** A socket's address holds 108 bytes on Linux and 104 on macOS, the closing null included. */
const MAX_SOCKET_PATH_LENGTH = 103;
const SOCKET_PORT = 5432;

/**
 * Makes PostgreSQL's folder if there is none. It is made under a draft name and renamed: a crash leaves nothing that
 * looks like a database, and of two first starts one wins.
 *
 * @returns nothing, or one line for the operator: the folder has another version, is no database, or belongs to another
 *   user, or initdb failed
 */
export async function prepareCluster(
  folder: string,
  account: Account,
  binaries: Binaries,
): Promise<Outcome<void, string>> {
  const existing = await inspect(folder);
  if (!existing.ok) return existing;
  await removeOldDrafts(folder);
  if (existing.value === "nothing") return initialise(folder, account, binaries);
  await takeOver(folder, account);
  return accept(undefined);
}

/** Gives a folder that root restored from a backup to PostgreSQL's user. PostgreSQL never makes a folder as root. */
async function takeOver(folder: string, { ids }: Account): Promise<void> {
  if (!ids || (await lstat(folder)).uid !== 0) return;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) await lchown(join(entry.parentPath, entry.name), ids.uid, ids.gid);
  await chmod(folder, 0o700);
  // Last, so that the next start repeats an interrupted takeover.
  await lchown(folder, ids.uid, ids.gid);
}

async function inspect(folder: string): Promise<Outcome<"database" | "nothing", string>> {
  try {
    if ((await readdir(folder)).length === 0) return accept("nothing");
    const version = (await readFile(join(folder, "PG_VERSION"), "utf8")).trim();
    if (version === String(BUNDLED_MAJOR)) return accept("database");
    return refuse(
      `${folder} was made by PostgreSQL ${version}, and the bundled one is ${BUNDLED_MAJOR}: move the data over with pg_dump (docs/operations.md).`,
    );
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") {
      return path === folder ? accept("nothing") : refuse(`${folder} is not a PostgreSQL folder: move it away.`);
    }
    if (code === "EACCES" || code === "EPERM") {
      return refuse(
        `${folder} belongs to another user: start the site as that user, or give it the folder with chown -R.`,
      );
    }
    throw error;
  }
}

async function initialise(folder: string, account: Account, binaries: Binaries): Promise<Outcome<void, string>> {
  const draft = await mkdtemp(`${folder}${DRAFT}`);
  try {
    const password = randomBytes(24).toString("base64url");
    // initdb requires an empty folder, so the password file is beside it.
    const passwordFile = `${draft}.password`;
    if (account.ids) await chown(draft, account.ids.uid, account.ids.gid);
    await writeFor(account, passwordFile, password);
    const failure = await runInitdb(draft, passwordFile, account, binaries).finally(() => rm(passwordFile));
    if (failure !== undefined) return refuse(`PostgreSQL could not make ${folder}: ${failure}`);
    await writeFor(account, join(draft, PASSWORD_FILE), password);
    await appendFile(join(draft, "postgresql.conf"), `\ninclude_if_exists = '${SETTINGS_FILE}'\n`);
    await rename(draft, folder);
    return accept(undefined);
  } catch (error) {
    // Another process made the folder meanwhile.
    if (["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) return accept(undefined);
    throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Removes the drafts of killed first starts. A younger draft may belong to another process. */
async function removeOldDrafts(folder: string): Promise<void> {
  const start = `${basename(folder)}${DRAFT}`;
  for (const name of await readdir(dirname(folder))) {
    const path = join(dirname(folder), name);
    if (!name.startsWith(start)) continue;
    const made = await lstat(path).catch(() => undefined);
    if (made && Date.now() - made.mtimeMs > MAX_DRAFT_MS) await rm(path, { recursive: true, force: true });
  }
}

async function runInitdb(
  draft: string,
  passwordFile: string,
  account: Account,
  binaries: Binaries,
): Promise<string | undefined> {
  const args = [
    `--pgdata=${draft}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // Built in, so that no update of the system's collations can break an index.
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--data-checksums",
  ];
  const child = spawnAs(account, binaries.initdb, args, { stdio: ["ignore", "ignore", "pipe"], cwd: draft });
  const said = child.stderr ? text(child.stderr) : Promise.resolve("");
  const [code] = await Promise.race([once(child, "close"), once(child, "error").then(([error]) => [error])]);
  if (code === 0) return undefined;
  return code instanceof Error ? code.message : lastLine(await said);
}

/**
 * Of the machine's memory, PostgreSQL may keep this part of the data at hand: it takes it as it reads, and keeps it.
 */
const BUFFERS_PART = 8;
const BUFFERS_MB = { least: 128, most: 1024 };

/** For commands beside the site, an operator's psql, and connections of a dead process, which are noticed late. */
const SPARE_CONNECTIONS = 35;

/**
 * Writes the settings of this start: where to listen, and values for a small machine that must lose no data.
 * `ALTER SYSTEM` overrides them.
 *
 * @param given.lastPort the port to reuse when our own server restarts, because clients know it
 * @param given.connections how many connections the site may hold
 */
export async function writeSettings(
  folder: string,
  account: Account,
  { lastPort, connections }: { readonly lastPort: number | undefined; readonly connections: number },
): Promise<void> {
  const listening = fitsSocket(folder)
    ? [`unix_socket_directories = ${quote(folder)}`, "listen_addresses = ''", `port = ${SOCKET_PORT}`]
    : ["unix_socket_directories = ''", "listen_addresses = '127.0.0.1'", `port = ${lastPort ?? (await freePort())}`];
  const lines = [
    "# Written at every start of the site: edit nothing here, use ALTER SYSTEM.",
    ...listening,
    "unix_socket_permissions = 0700",
    "fsync = on",
    "synchronous_commit = on",
    "full_page_writes = on",
    `max_connections = ${connections + SPARE_CONNECTIONS}`,
    `shared_buffers = ${buffersMb()}MB`,
    // What is read is mostly in the system's memory: handing each page to another process took three times as long.
    "io_method = sync",
    "effective_cache_size = 512MB",
    "maintenance_work_mem = 64MB",
    "max_wal_size = 1GB",
    "checkpoint_timeout = 15min",
    "jit = off",
    "timezone = 'UTC'",
    "log_timezone = 'UTC'",
    // A week of logs, without the rows and statements of errors: those hold personal data.
    "logging_collector = on",
    "log_directory = 'log'",
    "log_filename = 'postgresql-%a.log'",
    "log_truncate_on_rotation = on",
    "log_rotation_age = 1d",
    "log_rotation_size = 0",
    "log_error_verbosity = terse",
    "log_min_error_statement = panic",
    "log_statement = 'none'",
  ];
  await writeFor(account, join(folder, SETTINGS_FILE), `${lines.join("\n")}\n`);
}

/**
 * A search among a million entries reads 200 MB all over the index: from the system's memory it takes twice as long.
 */
function buffersMb(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  const part = Math.floor(memory / 2 ** 20 / BUFFERS_PART);
  return Math.min(BUFFERS_MB.most, Math.max(BUFFERS_MB.least, part));
}

/** The last error line of PostgreSQL's output, else its last line, for a message of one line. */
export function lastLine(said: string): string {
  const lines = said.split("\n").filter((line) => line.trim() !== "");
  return lines.findLast((line) => /(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1) ?? "it said nothing";
}

/** The password of the database's only user, or nothing when the file is gone. */
export async function readPassword(folder: string): Promise<string | undefined> {
  return readFile(join(folder, PASSWORD_FILE), "utf8").catch(() => undefined);
}

function fitsSocket(folder: string): boolean {
  const path = join(folder, `.s.PGSQL.${SOCKET_PORT}`);
  return process.platform !== "win32" && Buffer.byteLength(path) <= MAX_SOCKET_PATH_LENGTH && !path.includes(",");
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("A listening socket has a port.");
  return address.port;
}

function quote(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** Writes a file, owned by the account, to a draft that replaces the old file: no partial reads, no followed links. */
async function writeFor({ ids }: Account, path: string, content: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(content);
    if (ids) await file.chown(ids.uid, ids.gid);
    await file.sync();
    await file.close();
    await rename(draft, path);
  } catch (error) {
    // A full disk would otherwise get one more draft with each try.
    await file.close().catch(() => undefined);
    await rm(draft, { force: true });
    // What fails in an open file names none.
    throw Object.assign(error as NodeJS.ErrnoException, { path });
  }
}

/** Makes the data folder. If root makes it, PostgreSQL's user can traverse it but not list it. */
export async function makeDataFolder(dataDir: string): Promise<void> {
  await makeFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
}
