import type { IncomingMessage, ServerResponse } from "node:http";
import { Hono } from "hono";
import { problem } from "#src/api/problem.ts";
import { SITE_BUSY, type SubmissionQueue } from "#src/entries/submission-queue.ts";
import { safeHeaders } from "./middleware/safe-headers/safe-headers.ts";

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
  const app = new Hono();
  app.use(safeHeaders(origin));
  app.all("*", () => problem(SITE_BUSY.refusal));
  let asked = false;
  let busy: { readonly status: number; readonly headers: string[]; readonly text: string } | undefined;

  async function prepare(): Promise<void> {
    asked = true;
    const answer = await app.request(origin);
    const text = await answer.text();
    const headers = [...answer.headers, ["content-length", String(Buffer.byteLength(text))]].flat();
    busy = { status: answer.status, headers, text };
  }

  return ({ method, url = "" }, response) => {
    if (!submissions.isFull() || method !== "POST" || !ENTRIES.test(url)) return false;
    // The few who come before it is made are told the same by the queue.
    if (!asked) void prepare();
    if (!busy) return false;
    response.writeHead(busy.status, busy.headers);
    response.end(busy.text);
    return true;
  };
}
