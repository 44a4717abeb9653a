import { readConfig } from "#src/config/config.ts";
import { type Command, fail } from "./command.ts";
import { openDatabase } from "./database.ts";
import { listenForStop } from "./stop-signal.ts";

/** Brings the database up to date and ends; `serve` does so too. */
export const migrateCommand: Command = {
  summary: "bring the database up to date (serve does so too)",
  async run(env) {
    const config = readConfig(env);
    if (!config.ok) return fail(config.refusal);
    let news = false;
    const onNews = (line: string) => {
      news = true;
      console.log(line);
    };
    const opened = await openDatabase(config.value, { beside: true, signal: listenForStop(env).signal, onNews });
    if (!opened.ok) return fail(opened.refusal);
    if (!news) console.log("The database is up to date.");
    await opened.value.stop();
    return 0;
  },
};
