import type { IncomingMessage, ServerResponse } from "node:http";
import { problemAnswer } from "#src/api/problem.ts";
import { SITE_BUSY, type SubmissionQueue } from "#src/entries/submission-queue.ts";
import { safeHeadersOfData } from "./middleware/safe-headers/safe-headers.ts";

/** Entries of the form and of programs. The form without JavaScript comes back filled in, which takes its page. */
const ENTRIES = /^\/api\/raffles\/[^/?]+\/entries(\?|$)/;

/** Answers a request by itself, before anything is made of it; where it does not (false) the app has to. */
export type TurnAway = (
  request: Pick<IncomingMessage, "method" | "url">,
  response: Pick<ServerResponse, "writeHead" | "end">,
) => boolean;

/**
 * Turns entries away while too many wait, as their queue would, before anything else is done for them: of a crowd that
 * is ten times too large, nine in ten must cost hardly more than their bytes. To make a Request and a Response of each
 * would cost as much again.
 *
 * @param origin under which people reach the site
 */
export function createTurnAway(submissions: Pick<SubmissionQueue, "isFull">, origin: string): TurnAway {
  let busy: { readonly status: number; readonly headers: Record<string, string>; readonly body: string } | undefined;

  async function prepare(): Promise<void> {
    const safe = await safeHeadersOfData(origin);
    const { status, headers, body } = problemAnswer(SITE_BUSY.refusal);
    const length = { "content-length": String(Buffer.byteLength(body)) };
    busy = { status, headers: { ...safe, ...headers, ...length }, body };
  }
  void prepare();

  return ({ method, url = "" }, response) => {
    if (!submissions.isFull() || method !== "POST" || !ENTRIES.test(url)) return false;
    // Whoever came before it is made would be told the same by the queue.
    if (!busy) return false;
    response.writeHead(busy.status, busy.headers);
    response.end(busy.body);
    return true;
  };
}
