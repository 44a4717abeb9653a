import { join } from "node:path";
import pg from "pg";
import { afterEach, expect } from "vitest";
import { readPassword } from "#src/db/embedded/cluster.ts";
import { connectionString, readPostmaster } from "#src/db/embedded/postmaster.ts";
import { signalServer } from "./server-processes.ts";
import type { SiteProcess } from "./site.ts";
import { waitingForLocks } from "./waiting-for-locks.ts";

/** Connects to a database whose server may be killed. */
export async function connectMortal(to: string | pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(to);
  // A killed server ends its connections.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Closes what the tests of a file open, the last first, after each of them. To be called outside of the tests. */
export function closeAfterEach() {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });
  /** Closes a connection with the test. */
  const opened = (client: pg.Client): pg.Client => {
    closing.push(() => client.end().catch(() => undefined));
    return client;
  };
  const connect = async (to: string | pg.ClientConfig): Promise<pg.Client> => opened(await connectMortal(to));
  return { closing, opened, connect };
}

/** Kills a site with -9. */
export async function killSite(site: SiteProcess): Promise<void> {
  process.kill(site.pid, "SIGKILL");
  expect(await site.ended).toBe("SIGKILL");
}

/** The bundled database of a site, to connect to and to kill. */
export function bundledDatabase({ dataDir, origin = "" }: Pick<SiteProcess, "dataDir"> & Partial<SiteProcess>) {
  const folder = join(dataDir, "postgres");
  return {
    async open(): Promise<pg.Client> {
      const server = await readPostmaster(folder);
      if (!server) throw new Error("PostgreSQL does not run.");
      return connectMortal(connectionString(server, (await readPassword(folder)) ?? "", "tambiolo"));
    },
    /** Kills it with -9, and waits until the site has another one. */
    async kill(): Promise<void> {
      await signalServer(folder, "SIGKILL");
      await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(200);
    },
  };
}

/** Waits until so many statements wait for locks, or more. */
export async function untilHeldUp(watcher: pg.Client, count = 1): Promise<void> {
  await expect.poll(() => waitingForLocks(watcher)).toBeGreaterThanOrEqual(count);
}
