import { randomInt } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { networkOf, widerNetworksOf } from "#src/rate-limits/network.ts";
import type { RenderQueue } from "./render-queue.ts";

/** In seconds: spread, so that those who are turned away together do not come back together. */
const COME_AGAIN_AFTER = { least: 5, most: 12 };

type TurnParts = {
  readonly queue: RenderQueue;
  readonly addressOf: (c: Context) => string;
  /** The page that says that many people are here. */
  readonly busyPage: (c: Context<{ Bindings: HttpBindings }>) => Promise<Response>;
};

/**
 * Admits requests for pages one after the other, by network: rendering a page takes hundreds of times what sending a
 * cached one does. Without a turn the answer is 503 with Retry-After, and a page that opens itself again.
 */
export function pageTurns({ queue, addressOf, busyPage }: TurnParts): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) => {
    const address = addressOf(c);
    const network = widerNetworksOf(address).at(-1)?.network ?? networkOf(address);
    const gone = new AbortController();
    const abort = () => gone.abort();
    c.env.outgoing.once("close", abort);
    const endTurn = await queue.enter(network, gone.signal);
    c.env.outgoing.off("close", abort);
    if (!endTurn) return comeAgain(await busyPage(c));
    try {
      return await next();
    } finally {
      endTurn();
    }
  };
}

function comeAgain(page: Response): Response {
  const seconds = String(randomInt(COME_AGAIN_AFTER.least, COME_AGAIN_AFTER.most + 1));
  const answer = new Response(page.body, { status: 503, headers: page.headers });
  answer.headers.set("retry-after", seconds);
  // Without a script: the browser opens the same address again.
  answer.headers.set("refresh", seconds);
  answer.headers.set("cache-control", "no-store");
  answer.headers.delete("etag");
  return answer;
}
