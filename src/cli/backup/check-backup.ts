import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ownsDatabase } from "#src/app/own-secret.ts";
import { readArchive } from "#src/backup/archive.ts";
import { DUMP, restoreDatabase } from "#src/backup/dump.ts";
import { checkKind } from "#src/backup/restore-backup.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { type Config, readConfig } from "#src/config/config.ts";
import type { Environment } from "#src/config/env.ts";
import { lookAtSecret } from "#src/config/secret.ts";
import { connectDatabase, type Database } from "#src/db/connect.ts";
import { startEmbeddedPostgres } from "#src/db/embedded.ts";
import { type Command, fail } from "../command.ts";
import { openDatabase } from "../database.ts";
import { listenForStop } from "../stop-signal.ts";
import { passphraseOf } from "./passphrase.ts";
import { whyUnreadable } from "./restore.ts";

/** Restores a backup where no site is, starts its database, and prints what is in it. Nothing is sent. */
export const checkBackupCommand: Command = {
  summary: "restore a backup into a folder that is deleted again, and say what is in it",
  argument: "FILE",
  details: [
    "Reads every byte, starts the database in a new folder of the system for temporary files (TMPDIR), brings it up to",
    "date and counts its raffles and entries. The site may run meanwhile: neither its data nor its database is touched,",
    "and no mail is sent. The folder has everything in plain text while the command runs, and needs room for all of it.",
  ],
  async run(env, name) {
    const config = readConfig(env);
    if (!config.ok) return fail(config.refusal);
    const file = resolve(name);
    const unreadable = await whyUnreadable(file);
    if (unreadable !== undefined) return fail(unreadable);
    const passphrase = await passphraseOf(file, config.value);
    if (!passphrase.ok) return fail(passphrase.refusal);
    const folder = await mkdtemp(join(tmpdir(), "tambiolo-check-"));
    try {
      const found = await lookInto({ file, passphrase: passphrase.value, folder }, config.value, env);
      if (!found.ok) return fail(found.refusal);
      const { raffles, entries, newest, opens } = found.value;
      console.log(`${file} can be restored: ${raffles} raffles and ${entries} entries.`);
      if (newest) console.log(`Its newest entry was sent at ${newest.toISOString()}.`);
      if (opens) return 0;
      return fail("Its secret is not the one of its database: set SECRET to what it was, or no access code opens.");
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** What a restored database holds. */
type Found = {
  readonly raffles: number;
  readonly entries: number;
  /** When its newest entry was sent; null without entries. */
  readonly newest: Date | null;
  /** Whether the access codes open with the secret of the backup, or that of SECRET. */
  readonly opens: boolean;
};

async function lookInto(
  {
    file,
    passphrase,
    folder,
  }: { readonly file: string; readonly passphrase: string | undefined; readonly folder: string },
  config: Config,
  env: Environment,
): Promise<Outcome<Found, string>> {
  const { signal } = listenForStop(env);
  const read = await readArchive(file, folder, passphrase);
  if (!read.ok) return read;
  const isDump = read.value.has(DUMP);
  const fits = await checkKind(read.value, folder, isDump);
  if (!fits.ok) return fits;
  // A backup is a tar of a DATA_DIR. A dump gets a new bundled server in the same place.
  const server = await startEmbeddedPostgres({ dataDir: folder, signal });
  if (!server.ok) return server;
  const { connectionString, stop } = server.value;
  try {
    // The new server can be newer than the dump, whose own pg_restore is the one that is there.
    const filled = isDump
      ? await restoreDatabase({ databaseUrl: connectionString, env }, join(folder, DUMP), 1)
      : accept(undefined);
    if (!filled.ok) return filled;
    const copy = { ...config, dataDir: folder, databaseUrl: connectionString };
    const opened = await openDatabase(copy, { beside: true, signal });
    if (!opened.ok) return opened;
    const { db, close } = connectDatabase({ connectionString });
    const found = count(db, await lookAtSecret({ dataDir: folder, secret: config.secret }));
    return accept(await found.finally(close));
  } catch (error) {
    if (!signal.aborted) throw error;
    return refuse("Stopped before all of it was checked.");
  } finally {
    await stop();
  }
}

async function count(db: Database, secret: Awaited<ReturnType<typeof lookAtSecret>>): Promise<Found> {
  const { raffles } = await db
    .selectFrom("raffles")
    .select(({ fn }) => fn.countAll<number>().as("raffles"))
    .executeTakeFirstOrThrow();
  const entries = await db
    .selectFrom("entries")
    .select(({ fn }) => [fn.countAll<number>().as("entries"), fn.max("createdAt").as("newest")])
    .executeTakeFirstOrThrow();
  const opens = secret.kind !== "absent" && (await ownsDatabase(db, secret.bytes, false));
  return { raffles: Number(raffles), entries: Number(entries.entries), newest: entries.newest, opens };
}
