import type { IncomingMessage } from "node:http";

/**
 * The address that a request comes from.
 *
 * @param trustedProxies how many proxies of ours stand in front: each appends the address it saw, so the entry
 *   that many places from the end is the last one that a stranger could not write
 */
export function clientAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  // Node joins a header that comes several times, but its types say that it may not.
  const forwarded = String(headers["x-forwarded-for"] ?? "");
  const told = trustedProxies > 0 ? forwarded.split(",").at(-trustedProxies)?.trim() : undefined;
  return told || socket.remoteAddress || "unknown";
}
