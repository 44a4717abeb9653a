import type { CheckNews, CheckTask } from "./check-run.ts";
import { runChecks } from "./run-checks.ts";
import { type Verdict, type VerdictPage, verdictOf } from "./verdict-lines.ts";

/** What the page gives the worker. */
export type WorkerTask = { readonly task: CheckTask; readonly page: VerdictPage };

/**
 * What the worker sends the page, in words: numbers are formatted here, since the first use of Intl stops the page for
 * a moment.
 */
export type ShownNews =
  | Exclude<CheckNews, { readonly kind: "report" | "tickets" }>
  | { readonly kind: "tickets"; readonly count: string }
  | { readonly kind: "verdict"; readonly verdict: Verdict };

// A bug ends in the worker's "error" event, which says to the page that nothing was checked.
addEventListener("message", ({ data: { task, page } }: MessageEvent<WorkerTask>) => {
  const now = Date.now() / 1000;
  const numbers = new Intl.NumberFormat(page.language);
  const inWords = (news: CheckNews): ShownNews => {
    if (news.kind === "report") return { kind: "verdict", verdict: verdictOf(news.report, page, now) };
    return news.kind === "tickets" ? { kind: "tickets", count: numbers.format(news.count) } : news;
  };
  runChecks(task, now, (news) => postMessage(inWords(news))).catch((error) => reportError(error));
});
