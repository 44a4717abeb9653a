import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { describeDiskFault, describeFolderFault } from "#src/config/disk-fault.ts";
import { type Account, chooseAccount } from "./embedded/account.ts";
import { type Binaries, findBinaries } from "./embedded/binaries.ts";
import { makeDataFolder, prepareCluster, writeSettings } from "./embedded/cluster.ts";
import { ensureDatabase, type Hold, tryHold } from "./embedded/hold.ts";
import { connectionString, removeStaleLock, type Starting, startServer, stopServer } from "./embedded/postmaster.ts";

export type EmbeddedOptions = {
  /** The folder that holds `postgres/`; made when absent. */
  readonly dataDir: string;
  /** True for a command that may run beside a running site; a site needs the folder for itself. */
  readonly beside?: boolean;
  /** How many connections the site may hold. The default is for one process, as a command beside a site is. */
  readonly connections?: number;
  /** Aborts a start that takes long, as a recovery may. */
  readonly signal?: AbortSignal;
  /** Called with a line for the operator: a server was lost and is started again. */
  readonly onNews?: (line: string) => void;
  /** Called when the folder is lost for good while the site runs: the site must exit. */
  readonly onLost?: (line: string) => void;
};

export type EmbeddedPostgres = {
  /** The address of the site's database. */
  readonly connectionString: string;
  /** Stops the server, unless another process holds it. Close all clients first. */
  stop(): Promise<void>;
};

const DATABASE = "tambiolo";

/** Enough for a single process, with some to spare. */
const CONNECTIONS = 15;
/** Recovery after a crash replays at most max_wal_size. A longer start has another problem. */
const MAX_START_MS = 10 * 60_000;
const POLL_MS = 25;
/** A killed process's lock is freed when its server notices, at once unless the machine is very busy. */
const GRACE_FOR_THE_KILLED_MS = 1_000;
/**
 * Errors of a server that ends at once although the folder is intact. Another process starts a server at the same
 * moment, or the last processes of a killed server are still ending: both pass soon. A server that ended without a
 * reason was stopped by another process, which took it for the server of a killed site.
 */
const BLOCKED = /^(?!.*No space left).*(lock file|shared memory block|^it ended;)/;
const MAX_SILENCE_MS = 10_000;
const RETRY_MS = 1_000;

type Place = { readonly folder: string; readonly account: Account; readonly binaries: Binaries };

/**
 * Starts the bundled PostgreSQL in `dataDir/postgres`, which the first start makes, and claims the folder.
 *
 * PostgreSQL recovers the data of a killed server. A server that a killed site left running is restarted, so that it
 * has this version's programs and settings. A server that dies while the site runs is started again.
 *
 * @returns the running server, or one line for the operator: another site has the folder, or why it cannot start
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<Outcome<EmbeddedPostgres, string>> {
  try {
    return await startInFolder(options);
  } catch (error) {
    const line = describeFolderFault(error, options.dataDir);
    if (line === undefined) throw error;
    return refuse(line);
  }
}

async function startInFolder(options: EmbeddedOptions): Promise<Outcome<EmbeddedPostgres, string>> {
  const place = await preparePlace(options.dataDir);
  if (!place.ok) return place;
  const acquired = await acquire(place.value, options, {});
  if (!acquired.ok) return acquired;
  const { at, hold } = acquired.value;
  await ensureDatabase(at, DATABASE);
  const address = connectionString(at.server, at.password, DATABASE);
  if (!hold) return accept({ connectionString: address, stop: () => Promise.resolve() });
  return accept({ connectionString: address, stop: keep(place.value, hold, options) });
}

async function preparePlace(dataDir: string): Promise<Outcome<Place, string>> {
  const binaries = findBinaries();
  if (!binaries.ok) return binaries;
  try {
    await makeDataFolder(dataDir);
  } catch (error) {
    return refuse(
      describeDiskFault(error) ?? `Cannot make the folder ${dataDir} (DATA_DIR): ${(error as Error).message}.`,
    );
  }
  const folder = join(dataDir, "postgres");
  const account = await chooseAccount({ dataDir, folder, program: binaries.value.postgres });
  if (!account.ok) return account;
  const prepared = await prepareCluster(folder, account.value, binaries.value);
  if (!prepared.ok) return prepared;
  return accept({ folder, account: account.value, binaries: binaries.value });
}

/** What the next acquisition of this process knows from the last one: the port, and that the server is its own. */
type Before = { readonly port?: number; readonly own?: boolean };
type Acquired = { readonly at: Pick<Hold, "server" | "password">; readonly hold: Hold | undefined };

/** Retries until this process holds the folder, or certainly cannot. */
async function acquire(place: Place, options: EmbeddedOptions, before: Before): Promise<Outcome<Acquired, string>> {
  const began = performance.now();
  let starting: Starting | undefined;
  let own = before.own ?? false;
  let takenSince: number | undefined;
  let blockedSince: number | undefined;
  while (performance.now() - began < MAX_START_MS) {
    if (options.signal?.aborted) return giveUp(place, starting);
    const attempt = await tryHold(place.folder);
    if (attempt.found === "held") {
      if (own) return accept({ at: attempt.hold, hold: attempt.hold });
      // Left running by a site that was killed.
      await stopServer(place.folder, place.account, place.binaries);
      await attempt.hold.client.end().catch(() => undefined);
      own = true;
      continue;
    }
    if (attempt.found === "taken") {
      if (options.beside) return accept({ at: attempt, hold: undefined });
      takenSince ??= performance.now();
      if (performance.now() - takenSince > GRACE_FOR_THE_KILLED_MS) {
        return refuse(
          `Another Tambiolo (process ${attempt.process}) is using ${options.dataDir}: stop it, or give this one another DATA_DIR.`,
        );
      }
    }
    if (attempt.found === "closed") {
      return refuse(`PostgreSQL in ${place.folder} does not let the site in: ${attempt.reason}.`);
    }
    if (attempt.found === "absent") {
      const failure = starting?.failure();
      if (failure !== undefined) {
        blockedSince ??= performance.now();
        if (!BLOCKED.test(failure) || performance.now() - blockedSince > MAX_SILENCE_MS) {
          return refuse(`PostgreSQL did not start in ${place.folder}: ${failure}`);
        }
      }
      if (!starting || failure !== undefined) {
        await removeStaleLock(place.folder);
        const connections = options.connections ?? CONNECTIONS;
        await writeSettings(place.folder, place.account, { lastPort: before.port, connections });
        starting = startServer(place.folder, place.account, place.binaries);
        own = true;
      }
    }
    await delay(POLL_MS);
  }
  return refuse(`PostgreSQL in ${place.folder} does not answer; ${join(place.folder, "log")} may say why.`);
}

async function giveUp(place: Place, starting: Starting | undefined): Promise<Outcome<never, string>> {
  if (starting && starting.failure() === undefined) await stopServer(place.folder, place.account, place.binaries);
  return refuse("Stopped before PostgreSQL was ready.");
}

/** Watches a held server and restarts it when it is lost, until the returned function stops it. */
function keep(place: Place, first: Hold, options: EmbeddedOptions): () => Promise<void> {
  const stopping = new AbortController();
  const { promise: stopped, resolve: endWatch } = Promise.withResolvers<void>();
  const watch = async (): Promise<void> => {
    let hold = first;
    for (;;) {
      await Promise.race([new Promise((resolve) => hold.client.once("end", resolve)), stopped]);
      if (stopping.signal.aborted) return;
      options.onNews?.("The connection to PostgreSQL was lost; starting it again where needed.");
      const again = await acquireAgain(place, hold, { ...options, signal: stopping.signal });
      if (!again) return;
      hold = again;
    }
  };
  const watching = watch();
  let ending: Promise<void> | undefined;
  return () => {
    ending ??= (async () => {
      stopping.abort();
      endWatch();
      await watching;
      await stopServer(place.folder, place.account, place.binaries);
    })();
    return ending;
  };
}

async function acquireAgain(place: Place, lost: Hold, options: EmbeddedOptions): Promise<Hold | undefined> {
  let reported = "";
  while (!options.signal?.aborted) {
    // A disk that is full, or gone, throws. It may have room again in a second, and nobody else starts the server.
    const acquired = await acquire(place, { ...options, beside: false }, { port: lost.server.port, own: true }).catch(
      (error: Error) => refuse(`PostgreSQL cannot be started in ${place.folder}: ${error.message}`),
    );
    if (acquired.ok && acquired.value.hold) {
      options.onNews?.("PostgreSQL is back.");
      return acquired.value.hold;
    }
    if (options.signal?.aborted) return undefined;
    const line = acquired.ok ? "The folder was lost." : acquired.refusal;
    if (line.startsWith("Another ")) {
      options.onLost?.(line);
      return undefined;
    }
    // Once, and not each second for as long as it lasts.
    if (line !== reported) options.onNews?.(`${line} Trying again each second ...`);
    reported = line;
    await delay(RETRY_MS, undefined, { signal: options.signal }).catch(() => undefined);
  }
  return undefined;
}
