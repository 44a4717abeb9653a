import { access, constants } from "node:fs/promises";
import { dirname } from "node:path";
import { sql } from "kysely";
import { freeRoom } from "#src/app/free-room.ts";
import { readSiteKey } from "#src/app/own-secret.ts";
import { findLeftovers } from "#src/backup/leftovers.ts";
import { probe } from "#src/backup/probe.ts";
import { newestBackup } from "#src/backup/scheduled-backup.ts";
import { DAY_MS, systemClock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { type Config, SETTINGS } from "#src/config/config.ts";
import type { Environment } from "#src/config/env.ts";
import { lookAtSecret, type SecretState } from "#src/config/secret.ts";
import { findMisspelt } from "#src/config/setting-names.ts";
import { describeVersion, readVersion } from "#src/config/version.ts";
import { connectDatabase, type Database } from "#src/db/connect.ts";
import { newerMigrations, pendingMigrations } from "#src/db/migrate.ts";
import { siteKeyPair } from "#src/draws/lock/site-key.ts";
import { findMailFailures } from "#src/mail/read.ts";
import { tryMailServer } from "#src/mail/smtp.ts";
import { openUnchanged } from "../database.ts";
import type { Content, DatabaseFacts, Disk, Facts, SiteAnswer } from "./facts.ts";

/** A site or a relay that takes longer is as good as away. */
const LONGEST_MS = 5_000;
const MAILS_OF_MS = 7 * DAY_MS;

/** Gathers what the rules judge by, of a running or stopped site. It leaves nothing changed. */
export async function gatherFacts(
  config: Config,
  env: Environment,
  chainHash: string,
  signal: AbortSignal,
): Promise<Facts> {
  const { dataDir, backupDir, smtp } = config;
  // Before the database: a bundled server that is started only for us makes no site.
  const site = await askSite(config, signal);
  const secret = await lookAtSecret(config).then(accept, (error: Error) =>
    refuse(`The secret cannot be read: ${error.message}.`),
  );
  const [database, relayAheadMs, mailServer] = await Promise.all([
    lookAtDatabase(config, signal),
    askRelays(config.beaconRelays, chainHash, signal),
    smtp && tryMailServer(smtp, signal),
  ]);
  return {
    settings: config,
    misspelt: findMisspelt(env, SETTINGS),
    leftovers: await findLeftovers(dataDir),
    now: systemClock(),
    relayAheadMs,
    program: describeVersion(readVersion()),
    node: process.versions.node,
    dataDisk: await lookAtDisk(dataDir),
    backupDisk: backupDir === undefined ? undefined : await lookAtBackups(backupDir),
    newestBackup: backupDir === undefined ? undefined : await newestBackup(backupDir),
    secret,
    siteKey: keyOf(secret),
    mailServer,
    site,
    database,
  };
}

/** Asks the site whether it is ready. */
export async function askSite({ host, port }: Pick<Config, "host" | "port">, signal: AbortSignal): Promise<SiteAnswer> {
  const here = { "0.0.0.0": "127.0.0.1", "::": "::1" }[host] ?? host;
  const address = `http://${here.includes(":") ? `[${here}]` : here}:${port}/readyz`;
  try {
    const answer = await fetch(address, { redirect: "manual", signal: limited(signal) });
    const { status } = (await answer.json()) as { status?: unknown };
    if (answer.status === 200 && status === "ok") return "ready";
    if (answer.status !== 503) return "another program";
    return status === "full" ? "full" : "not ready";
  } catch (error) {
    if ((error as Error).name === "TimeoutError") return "not ready";
    // `fetch` says of every lost connection that it failed; only its cause has the code.
    const { code } = ((error as Error).cause ?? {}) as { code?: unknown };
    return code === "ECONNREFUSED" ? "nothing" : "another program";
  }
}

/** How far the time of the first relay that answers is ahead of ours. */
async function askRelays(relays: readonly string[], hash: string, signal: AbortSignal): Promise<number | undefined> {
  const ask = async (relay: string) => {
    const answer = await fetch(`${relay}/${hash}/info`, { redirect: "manual", signal: limited(signal) });
    await answer.body?.cancel();
    const relayTime = Date.parse(answer.headers.get("date") ?? "");
    if (answer.status !== 200 || Number.isNaN(relayTime)) throw new Error("It gives no time.");
    return relayTime - systemClock().getTime();
  };
  return Promise.any(relays.map(ask)).catch(() => undefined);
}

function limited(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
}

/** The disk of a folder; of one that is not there yet, that of the nearest above. */
async function lookAtDisk(folder: string): Promise<Disk> {
  try {
    const freeBytes = await freeRoom(folder);
    const writable = await access(folder, constants.W_OK).then(
      () => true,
      () => false,
    );
    return { folder, freeBytes, writable };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") return { folder, freeBytes: 0, writable: false };
    return lookAtDisk(dirname(folder));
  }
}

/** The disk of the nightly backups. Only writing says whether one can be written: a file system may be read-only. */
async function lookAtBackups(folder: string): Promise<Disk> {
  const disk = await lookAtDisk(folder);
  return { ...disk, writable: disk.writable && (await probe(disk.folder)).ok };
}

function keyOf(secret: Outcome<SecretState, string>): string | undefined {
  return secret.ok && secret.value.kind !== "absent" ? siteKeyPair(secret.value.bytes).siteKey : undefined;
}

async function lookAtDatabase(config: Config, signal: AbortSignal): Promise<Outcome<DatabaseFacts, string>> {
  const opened = await openUnchanged(config, signal);
  if (!opened.ok) return opened;
  const { db, close } = connectDatabase({ connectionString: opened.value.connectionString, maxConnections: 1 });
  try {
    return accept(await askDatabase(db));
  } catch (error) {
    return refuse(`The database does not answer: ${(error as Error).message}.`);
  } finally {
    await close();
    await opened.value.stop();
  }
}

/** Asks a database what the rules judge it by. */
export async function askDatabase(db: Database): Promise<DatabaseFacts> {
  const pending = await pendingMigrations(db);
  // The connection is open by now, so that the answer takes a moment only.
  const { rows } = await sql<{ version: string; time: Date; compiles: boolean; connections: number }>`
    select current_setting('server_version') as version, clock_timestamp() as time, pg_jit_available() as compiles,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true), '0')::int as connections`.execute(db);
  const now = systemClock().getTime();
  const [server] = rows;
  return {
    version: server?.version.split(" ")[0] ?? "unknown",
    compiles: server?.compiles ?? false,
    connections: server?.connections ?? 0,
    aheadMs: (server?.time.getTime() ?? now) - now,
    pending,
    newer: await newerMigrations(db),
    content: pending.ok && pending.value.length === 0 ? await readContent(db) : undefined,
  };
}

async function readContent(db: Database): Promise<Content> {
  const raffles = await db
    .selectFrom("raffles")
    .select(({ fn }) => fn.max("createdAt").as("newest"))
    .executeTakeFirst();
  return {
    newestRaffle: raffles?.newest ?? null,
    siteKey: await readSiteKey(db),
    witnesses: await db.selectFrom("logWitnesses").select(["url", "askedAt", "failure"]).execute(),
    mails: await findMailFailures(db, new Date(systemClock().getTime() - MAILS_OF_MS)),
  };
}
