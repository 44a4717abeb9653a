import { createReadStream, existsSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Config } from "#src/config/config.ts";
import type { Environment } from "#src/config/env.ts";
import { startEmbeddedPostgres } from "#src/db/embedded.ts";
import { PLANS, writeArchive } from "./archive.ts";
import { baseBackup } from "./base-backup.ts";
import { DUMP, dumpDatabase } from "./dump.ts";
import { type Part, partsOf } from "./tar.ts";

/**
 * What a server makes anew, or holds on to while it runs: its socket, the socket's lock, and its log of the last week.
 */
const OF_THE_RUNNING = /^(\.s\.PGSQL\..*|log\/.+)$/;

/** A site: its settings, and the variables that pg_dump gets. */
export type BackupSource = Pick<Config, "dataDir" | "databaseUrl" | "secret"> & { readonly env: Environment };

export type BackupTarget = {
  readonly file: string;
  /** For a name that ends with .age. */
  readonly passphrase: string | undefined;
  readonly signal?: AbortSignal;
};

/**
 * Writes a backup of a running or stopped site: its database as of one moment, its secret, pages and plans. A site
 * goes on meanwhile. The database is taken as it is: no migration is applied.
 *
 * @returns nothing; the refusal is one line for the operator
 */
export async function makeBackup(source: BackupSource, to: BackupTarget): Promise<Outcome<void, string>> {
  const refusal = whyNot(source, to.file);
  if (refusal !== undefined) return refuse(refusal);
  return source.databaseUrl === undefined ? backUpBundled(source, to) : backUpServer(source, source.databaseUrl, to);
}

/** Why no backup can be made: its name is taken, or something that it needs is not there. */
function whyNot({ dataDir, databaseUrl, secret }: BackupSource, file: string): string | undefined {
  if (existsSync(file)) return `${file} is there already: give the backup another name.`;
  if (!existsSync(dirname(file))) return `There is no folder ${dirname(file)}: make it, or name another.`;
  if (databaseUrl === undefined && !existsSync(join(dataDir, "postgres"))) {
    return `There is no database in ${dataDir}: set DATA_DIR to the folder of the site, or DATABASE_URL.`;
  }
  if (secret === undefined && !existsSync(join(dataDir, "secret"))) {
    return `There is no secret in ${dataDir}: put the file back, or set SECRET to what it was.`;
  }
  return undefined;
}

async function backUpBundled({ dataDir, secret }: BackupSource, to: BackupTarget): Promise<Outcome<void, string>> {
  const opened = await startEmbeddedPostgres({ dataDir, beside: true, signal: to.signal });
  if (!opened.ok) return opened;
  try {
    return await write(to, async function* parts() {
      yield* besideDatabase(dataDir, secret);
      yield* databaseFiles(opened.value.connectionString);
    });
  } finally {
    await opened.value.stop();
  }
}

async function backUpServer(
  { dataDir, secret, env }: BackupSource,
  databaseUrl: string,
  to: BackupTarget,
): Promise<Outcome<void, string>> {
  // Beside the backup, where its owner has given it room.
  const draft = `${to.file}.dump.part`;
  try {
    const dumped = await dumpDatabase({ databaseUrl, env }, draft);
    if (!dumped.ok) return dumped;
    return await write(to, async function* parts() {
      yield* besideDatabase(dataDir, secret);
      yield await fileAs(DUMP, draft);
    });
  } finally {
    await rm(draft, { force: true });
  }
}

async function write(to: BackupTarget, parts: () => AsyncIterable<Part>): Promise<Outcome<void, string>> {
  try {
    await writeArchive(to.file, parts(), to);
    return accept(undefined);
  } catch (error) {
    return refuse(`The backup could not be written: ${(error as Error).message}.`);
  }
}

/** The secret, unless it is a setting, and the operator's own pages and plans. */
async function* besideDatabase(dataDir: string, secret: string | undefined): AsyncGenerator<Part> {
  if (secret === undefined) yield fileAs("secret", join(dataDir, "secret"));
  const plans = join(dataDir, PLANS);
  if (existsSync(plans)) yield fileAs(PLANS, plans);
  const pages = await readdir(join(dataDir, "pages"), { withFileTypes: true }).catch(() => []);
  for (const page of pages) {
    if (page.isFile()) yield fileAs(`pages/${page.name}`, join(dataDir, "pages", page.name));
  }
}

async function fileAs(name: string, path: string): Promise<Part> {
  const { size } = await stat(path);
  return { name, size, content: createReadStream(path) };
}

/** All files of the bundled PostgreSQL's folder. */
async function* databaseFiles(connectionString: string): AsyncGenerator<Part> {
  for await (const { name, type, size, content } of partsOf(baseBackup(connectionString))) {
    if (type === "directory") yield { name: join("postgres", name) };
    else if (!OF_THE_RUNNING.test(name)) yield { name: `postgres/${name}`, size, content };
  }
}
