import { existsSync } from "node:fs";
import { join } from "node:path";
import { moveDatabase } from "#src/backup/move/move-database.ts";
import { claimTarget, connectForMove } from "#src/backup/move/move-target.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { type Config, isDatabaseUrl, readConfig } from "#src/config/config.ts";
import { tryHold } from "#src/db/embedded/hold.ts";
import { type Command, fail } from "../command.ts";
import { openDatabase, openUnchanged } from "../database.ts";
import { listenForStop } from "../stop-signal.ts";
import { noteMoved } from "./moved.ts";

/** Moves a stopped site into another database: from the bundled PostgreSQL, or from that of DATABASE_URL. */
export const moveCommand: Command = {
  summary: "move a stopped site into another, empty database",
  argument: "DATABASE_URL",
  details: [
    "Copies everything of the bundled PostgreSQL, or of the DATABASE_URL that is set, into the database of the address",
    "postgresql://user:password@host:5432/database, and compares both. Stop the site first. The old data stays in place.",
    "If it is interrupted, repeat it. A password in an address can be seen by other users of this machine while the",
    "command runs: leave it out and set PGPASSWORD, or use ~/.pgpass.",
  ],
  async run(env, address) {
    const config = readConfig(env);
    if (!config.ok) return fail(config.refusal);
    const { databaseSharded, databaseUrl, secret } = config.value;
    if (!isDatabaseUrl(address)) {
      return fail("The address of the new database must look like postgresql://user:password@host:5432/database.");
    }
    if (databaseSharded)
      return fail("The tables are spread by Citus (DATABASE_SHARDED), and move does not gather them.");
    const { signal } = listenForStop(env);
    const usable = await openUnchanged({ ...config.value, databaseUrl: address }, signal, "the new database");
    if (!usable.ok) return fail(usable.refusal);
    const moved = await moveFrom(config.value, address, signal);
    if (!moved.ok) return fail(moved.refusal);
    console.log(moved.value);
    // The move is done, whether a full disk takes the note or not.
    if (databaseUrl === undefined) await noteMoved(config.value.dataDir).catch(() => undefined);
    const keep = secret === undefined ? "DATA_DIR, whose secret it needs," : "SECRET and DATA_DIR";
    const old = databaseUrl === undefined ? "DATA_DIR/postgres" : "the old database";
    console.log(`The old data is still in ${old}: delete it when the site runs well without it.`);
    console.log(
      "Now set DATABASE_URL to the new address in the service's settings, before anything starts the site: systemd and " +
        `Docker do so by themselves, and it would run on the old data. Keep ${keep} and start the site: tambiolo serve`,
    );
    return 0;
  },
};

async function moveFrom(config: Config, address: string, signal: AbortSignal): Promise<Outcome<string, string>> {
  const { dataDir, databaseUrl } = config;
  if (databaseUrl === undefined) {
    if (!existsSync(join(dataDir, "postgres"))) return refuse(`There is no database in ${dataDir}: set DATA_DIR.`);
    const attempt = await tryHold(join(dataDir, "postgres"));
    if (attempt.found === "held") await attempt.hold.client.end();
    if (attempt.found === "taken") return refuse(`A site is running in ${dataDir}: stop it first.`);
  }
  const onNews = (line: string) => console.log(line);
  // The folder is held meanwhile, so that no site starts on it. A server of the operator's own is not waited for.
  const beside = databaseUrl !== undefined;
  const opened = await openDatabase(config, { beside, signal, onNews, sharded: false });
  if (!opened.ok) return opened;
  try {
    return await moveBetween(opened.value.connectionString, config, address, signal);
  } catch (error) {
    const why = signal.aborted ? "it was stopped" : (error as Error).message;
    return refuse(`The move failed and changed nothing of the site: ${why}. Repeat it with the same address.`);
  } finally {
    await opened.value.stop();
  }
}

async function moveBetween(
  present: string,
  config: Config,
  address: string,
  signal: AbortSignal,
): Promise<Outcome<string, string>> {
  const source = await connectForMove(present);
  const target = await connectForMove(address).catch(async (error: Error) => {
    await source.end().catch(() => undefined);
    throw error;
  });
  const end = () => Promise.all([source.end(), target.end()].map((ending) => ending.catch(() => undefined)));
  signal.addEventListener("abort", end);
  try {
    const claimed = await claimTarget(source, target);
    if (!claimed.ok) return claimed;
    const options = { beside: true, signal, sharded: false, of: "the new database" } as const;
    const migrated = await openDatabase({ ...config, databaseUrl: address }, options);
    if (!migrated.ok) return refuse(`The new database: ${migrated.refusal}`);
    console.log("Copying ...");
    const moved = await moveDatabase(source, target);
    if (!moved.ok) return moved;
    const { tables, rows } = moved.value;
    return accept(`Moved and compared: ${tables} tables, ${rows} rows.`);
  } finally {
    await end();
  }
}
