import type { CheckTask } from "./check-run.ts";
import { runChecks } from "./run-checks.ts";

// A bug ends in the worker's "error" event, which says to the page that nothing was checked.
addEventListener("message", ({ data: task }: MessageEvent<CheckTask>) => {
  runChecks(task, Date.now() / 1000, (news) => postMessage(news)).catch((error) => reportError(error));
});
