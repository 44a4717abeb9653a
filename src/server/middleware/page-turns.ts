import { randomInt } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { isOfOrganiser } from "#src/http/signed-in-cookie.ts";
import { networkOf, widestNetworkOf } from "#src/rate-limits/network.ts";
import type { Asker, RenderQueue } from "./render-queue.ts";

/** Random, so that those who are turned away together do not come back together. */
const RETRY_AFTER_S = { min: 5, max: 12 };

type TurnParts = {
  readonly queue: RenderQueue;
  readonly addressOf: (c: Context) => string;
  /** Files are sent, not rendered, and no browser requests a picture again. */
  readonly isFile: (c: Context) => boolean;
  /** The page that says that many people are here, or for a form the sentence. */
  readonly busyPage: (c: Context<{ Bindings: HttpBindings }>) => Promise<Response>;
};

/**
 * Admits requests for pages, and forms, one after the other, by network: rendering a page takes hundreds of times what
 * sending a cached one does. Without a turn the answer is 503 with Retry-After, and a page that opens itself again.
 */
export function pageTurns(parts: TurnParts): MiddlewareHandler<{ Bindings: HttpBindings }> {
  const { queue, addressOf, isFile, busyPage } = parts;
  return async (c, next) => {
    if (isFile(c)) return next();
    const gone = new AbortController();
    const abort = () => gone.abort();
    const { outgoing } = c.env;
    if (outgoing.destroyed) return c.body(null, 503);
    outgoing.once("close", abort);
    const endTurn = await queue.enter(askerOf(addressOf(c), c.req.header("cookie")), gone.signal);
    outgoing.off("close", abort);
    if (gone.signal.aborted) {
      // The visitor may leave just as the turn begins.
      endTurn?.();
      return c.body(null, 503);
    }
    if (!endTurn) return busyAnswer(await busyPage(c), c.req.method === "POST");
    try {
      return await next();
    } finally {
      endTurn();
    }
  };
}

/** Organisers share a network with their audience, and must not wait behind it. */
function askerOf(address: string, cookies: string | undefined): Asker {
  const network = widestNetworkOf(address);
  return { network: isOfOrganiser(cookies) ? `${network} of organisers` : network, address: networkOf(address) };
}

function busyAnswer(page: Response, isForm: boolean): Response {
  const seconds = String(randomInt(RETRY_AFTER_S.min, RETRY_AFTER_S.max + 1));
  const answer = new Response(page.body, { status: 503, headers: page.headers });
  answer.headers.set("retry-after", seconds);
  // Without a script: the browser opens the same address again. What a form sent would be lost with that.
  if (!isForm) answer.headers.set("refresh", seconds);
  answer.headers.set("cache-control", "no-store");
  answer.headers.delete("etag");
  return answer;
}
