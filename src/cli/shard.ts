import pg from "pg";
import { readConfig } from "#src/config/config.ts";
import { distributeTables } from "#src/db/sharding/distribute.ts";
import { type Command, fail } from "./command.ts";
import { openDatabase } from "./database.ts";
import { listenForStop } from "./stop-signal.ts";

/** Spreads the tables over the workers of Citus: before the first start of a site, and after each upgrade. */
export const shardCommand: Command = {
  summary: "spread the tables over the workers of Citus (DATABASE_SHARDED)",
  async run(env) {
    const config = readConfig(env);
    if (!config.ok) return fail(config.refusal);
    const { databaseSharded, databaseUrl } = config.value;
    if (!databaseSharded) return fail("DATABASE_SHARDED is not on: set it for this command and for all sites.");
    if (databaseUrl === undefined) return fail("DATABASE_URL is missing: it names the coordinator of Citus.");
    const onNews = (line: string) => console.log(line);
    const opened = await openDatabase(config.value, { beside: true, signal: listenForStop(env).signal, onNews });
    if (!opened.ok) return fail(opened.refusal);
    const client = new pg.Client({ connectionString: databaseUrl, application_name: "tambiolo shard" });
    await client.connect();
    try {
      const done = await distributeTables(client);
      if (!done.ok) return fail(done.refusal);
      for (const line of done.value) console.log(line);
      return 0;
    } finally {
      await client.end();
    }
  },
};
