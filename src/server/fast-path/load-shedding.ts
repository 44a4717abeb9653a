import type { Presence } from "#src/db/presence.ts";
import { SITE_BUSY, type SubmissionQueue } from "#src/entries/submit/submission-queue.ts";
import { type Answer, problemAnswer } from "#src/http/problem.ts";
import { SITE_AWAY } from "#src/http/refusals.ts";
import { submissionUrl } from "#src/http/submission-url.ts";
import { type HeaderSettings, securityHeadersOfJson } from "../middleware/security-headers.ts";
import type { PlainRequest } from "./early-answer.ts";

/**
 * Load shedding: refuses entries while the queue is full or the database is away, before any other work. In a crowd
 * ten times too large, nine in ten entries must cost hardly more than reading their bytes.
 *
 * @returns a function that gives the refusal (site-busy, or the one of a database that is away), or undefined
 */
export function createLoadShedder(
  submissions: Pick<SubmissionQueue, "isFull">,
  presence: Pick<Presence, "isAway">,
  settings: HeaderSettings,
): (request: Pick<PlainRequest, "method" | "url">) => Answer | undefined {
  let busy: Answer | undefined;
  let away: Answer | undefined;

  async function prepare(): Promise<void> {
    const safe = await securityHeadersOfJson(settings);
    [busy, away] = [SITE_BUSY.refusal, SITE_AWAY].map((refusal) => {
      const { status, headers, body } = problemAnswer(refusal);
      const length = { "content-length": String(Buffer.byteLength(body)) };
      return { status, headers: { ...safe, ...headers, ...length }, body };
    });
  }
  void prepare();

  // Until both answers are prepared this returns undefined: the queue, or the failing query, then refuses the same way.
  return ({ method, url = "" }) => {
    // The form without JavaScript goes on: its answer is the filled-in page.
    if (method !== "POST" || !submissionUrl(url)) return undefined;
    if (presence.isAway()) return away;
    return submissions.isFull() ? busy : undefined;
  };
}
