import { startEmbeddedPostgres } from "#src/db/embedded.ts";

/** What this program prints: one line of JSON for each event. */
export type HoldNews = { readonly connectionString: string } | { readonly refusal: string } | { readonly line: string };

// Holds the bundled PostgreSQL in the given folder, as a site does, until a signal stops or kills it.
const [dataDir = ""] = process.argv.slice(2);
const report = (news: HoldNews) => console.log(JSON.stringify(news));
const started = await startEmbeddedPostgres({ dataDir, onNews: (line) => report({ line }) });
if (!started.ok) {
  report({ refusal: started.refusal });
  process.exit(1);
}
const staysAlive = setInterval(() => undefined, 60_000);
process.once("SIGTERM", async () => {
  clearInterval(staysAlive);
  await started.value.stop();
});
report({ connectionString: started.value.connectionString });
