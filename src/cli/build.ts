import { PROJECT } from "#src/build/project.ts";
import { buildWhenStale } from "#src/build/web-build.ts";
import { type Command, fail } from "./command.ts";
import { listenForStop } from "./stop-signal.ts";

/** Builds the pages and ends. It is for a site whose own user may not write the project's folder. */
export const buildCommand: Command = {
  summary: "build the pages if they have changed (serve does so too)",
  async run(env) {
    const news: string[] = [];
    const onNews = (line: string) => {
      news.push(line);
      console.log(line);
    };
    const built = await buildWhenStale({ root: PROJECT, env, signal: listenForStop(env).signal, onNews });
    if (!built.ok) return fail(built.refusal);
    if (news.length === 0) console.log("The pages are up to date.");
    return 0;
  },
};
