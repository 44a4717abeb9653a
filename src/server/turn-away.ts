import { type Answer, problemAnswer } from "#src/api/problem.ts";
import { SITE_BUSY, type SubmissionQueue } from "#src/entries/submission-queue.ts";
import type { PlainRequest } from "./early-answer.ts";
import { safeHeadersOfData } from "./middleware/safe-headers/safe-headers.ts";

/** Entries of the form and of programs. The form without JavaScript comes back filled in, which takes its page. */
const ENTRIES = /^\/api\/raffles\/[^/?]+\/entries(\?|$)/;

/**
 * Turns entries away while too many wait, as their queue would, before anything else is done for them: of a crowd that
 * is ten times too large, nine in ten must cost hardly more than their bytes.
 *
 * @param origin under which people reach the site
 */
export function createTurnAway(
  submissions: Pick<SubmissionQueue, "isFull">,
  origin: string,
): (request: Pick<PlainRequest, "method" | "url">) => Answer | undefined {
  let busy: Answer | undefined;

  async function prepare(): Promise<void> {
    const safe = await safeHeadersOfData(origin);
    const { status, headers, body } = problemAnswer(SITE_BUSY.refusal);
    const length = { "content-length": String(Buffer.byteLength(body)) };
    busy = { status, headers: { ...safe, ...headers, ...length }, body };
  }
  void prepare();

  // Whoever came before it is made would be told the same by the queue.
  return ({ method, url = "" }) => (submissions.isFull() && method === "POST" && ENTRIES.test(url) ? busy : undefined);
}
