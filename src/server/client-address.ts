import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

/**
 * The address that a request comes from.
 *
 * @param trustedProxies how many proxies of ours stand in front: each appends the address it saw, so the entry
 *   that many places from the end is the last one that a stranger could not write
 */
export function clientAddress(c: Context, trustedProxies: number): string {
  const forwarded = (c.req.header("x-forwarded-for") ?? "").split(",").map((part) => part.trim());
  const told = trustedProxies > 0 ? forwarded.at(-trustedProxies) : undefined;
  return told || getConnInfo(c).remote.address || "unknown";
}
