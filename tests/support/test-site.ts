import { createTestDatabase, type TestDatabase } from "./database.ts";
import { type SiteProcess, startSite } from "./site.ts";

export type TestSite = SiteProcess & { readonly database: TestDatabase };

/**
 * Starts a site on a database of its own in the run's PostgreSQL. Creating a server takes longer than the tests of a
 * site's pages. stop() drops the database too.
 */
export async function startTestSite(env: Readonly<Record<string, string>> = {}): Promise<TestSite> {
  const database = await createTestDatabase();
  const site = await startSite({ env: { DATABASE_URL: database.connectionString, ...env } });
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
