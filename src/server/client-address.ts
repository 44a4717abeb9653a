import type { IncomingMessage } from "node:http";

/**
 * The IP address of the client, or "unknown" if the socket has none any more.
 *
 * @param trustedProxies how many of our proxies stand in front. Each appends the address it saw to X-Forwarded-For.
 *   So the entry that many places from the end is the first one that a client cannot forge.
 */
export function clientAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  // Node joins a header that comes several times, but its types say that it may not.
  const forwarded = String(headers["x-forwarded-for"] ?? "");
  const sent = trustedProxies > 0 ? forwarded.split(",").at(-trustedProxies)?.trim() : undefined;
  return sent || socket.remoteAddress || "unknown";
}
