import { startEmbeddedPostgres } from "#src/db/embedded.ts";

const { TEST_SITE_DATABASE_URL: url, TEST_SHARDED: sharded } = process.env;

/** The settings of the browser tests' site for a database of the developer's own, which may be sharded by Citus. */
export const SITE_DATABASE: Readonly<Record<string, string>> =
  url === undefined ? {} : { DATABASE_URL: url, DATABASE_SHARDED: sharded === "on" ? "on" : "off" };

/** Opens the database of the site that all browser tests share; its `stop` leaves a database of one's own alone. */
export async function openSiteDatabase(
  dataDir: string = process.env.SITE_DATA_DIR ?? "",
): Promise<{ readonly connectionString: string; readonly sharded: boolean; stop(): Promise<void> }> {
  if (url !== undefined) return { connectionString: url, sharded: sharded === "on", stop: () => Promise.resolve() };
  const opened = await startEmbeddedPostgres({ dataDir, beside: true });
  if (!opened.ok) throw new Error(opened.refusal);
  return { connectionString: opened.value.connectionString, sharded: false, stop: opened.value.stop };
}
