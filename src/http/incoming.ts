import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Context } from "hono";
import type { Config } from "#src/config/config.ts";

/** UUIDs, ULIDs and hex numbers, as proxies make them. Anything else could be a text of a visitor. */
const PROXYS_ID = /^[A-Za-z0-9-]{16,64}$/;

/** How many proxies are believed. */
export type Trust = Pick<Config, "trustProxy">;

const ids = new WeakMap<IncomingMessage, string>();

/** Whether the client disconnected in the middle of its request: then a failure is not our fault. */
export function senderLeft(c: Context): boolean {
  const incoming = incomingOf(c);
  return incoming?.destroyed === true && !incoming.complete;
}

/**
 * The id of a request, which all its log lines have: X-Request-Id of a trusted proxy, else one that is made. Ask for it
 * only where a line is written, so that a request without lines costs nothing.
 */
export function requestIdOf(request: Context | IncomingMessage, { trustProxy }: Trust): string {
  const incoming = "req" in request ? incomingOf(request) : request;
  const known = incoming && ids.get(incoming);
  if (known !== undefined) return known;
  const sent = trustProxy > 0 ? String(incoming?.headers["x-request-id"] ?? "") : "";
  const id = PROXYS_ID.test(sent) ? sent : randomUUID();
  if (incoming) ids.set(incoming, id);
  return id;
}

/** Node's request; there is none of a page that is rendered for everybody. */
function incomingOf(c: Context): IncomingMessage | undefined {
  return (c.env as { incoming?: IncomingMessage } | undefined)?.incoming;
}
