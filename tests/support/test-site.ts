import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { CHEAP_PASSWORDS, type SiteOptions, type SiteProcess, startSite } from "./site.ts";

export type TestSite = SiteProcess & { readonly database: TestDatabase };

/**
 * Starts a site on a database of its own in the run's PostgreSQL. Creating a server takes longer than the tests of a
 * site's pages. stop() drops the database too.
 */
export async function startTestSite(
  env: Readonly<Record<string, string>> = {},
  folder: Pick<SiteOptions, "dataDir"> = {},
): Promise<TestSite> {
  const database = await createTestDatabase();
  const site = await startSite({
    env: { DATABASE_URL: database.connectionString, ...CHEAP_PASSWORDS, ...env },
    ...folder,
  });
  return {
    ...site,
    database,
    async stop(signal) {
      const ended = await site.stop(signal);
      await database.close();
      return ended;
    },
  };
}

let shared: Promise<TestSite> | undefined;

/**
 * The site that the files of a worker share, with limits for strangers off. Each file makes the raffles it looks at.
 * A file that counts what a site has, reads its log, or asks for a limit starts its own. It ends with the worker.
 */
export function sharedSite(): Promise<Omit<TestSite, "stop" | "log">> {
  shared ??= mkdtemp(join(inject("testServer").folder, "site-")).then((dataDir) =>
    startTestSite({ RATE_LIMITS: "off" }, { dataDir }),
  );
  return shared;
}
