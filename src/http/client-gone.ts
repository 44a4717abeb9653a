import type { IncomingMessage } from "node:http";
import type { Context } from "hono";

/** Whether the client disconnected in the middle of its request: then a failure is not our fault. */
export function senderLeft(c: Context): boolean {
  const incoming = (c.env as { incoming?: IncomingMessage } | undefined)?.incoming;
  return incoming?.destroyed === true && !incoming.complete;
}
