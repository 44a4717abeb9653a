import type { CheckNews, CheckTask } from "./check-run.ts";
import { runChecks } from "./run-checks.ts";
import { type Verdict, type VerdictPage, verdictOf } from "./verdict-lines.ts";

/** What the page gives the worker. */
export type WorkerTask = { readonly task: CheckTask; readonly page: VerdictPage };

/** What the worker tells the page, with the verdict in sentences. */
export type ShownNews =
  | Exclude<CheckNews, { readonly kind: "report" }>
  | { readonly kind: "verdict"; readonly verdict: Verdict };

// A bug ends in the worker's "error" event, which says to the page that nothing was checked.
addEventListener("message", ({ data: { task, page } }: MessageEvent<WorkerTask>) => {
  const now = Date.now() / 1000;
  runChecks(task, now, (news) => {
    const shown: ShownNews =
      news.kind === "report" ? { kind: "verdict", verdict: verdictOf(news.report, page, now) } : news;
    postMessage(shown);
  }).catch((error) => reportError(error));
});
