import type { Context } from "hono";

const IF_MATCH = /^\s*"(\d{1,9})"\s*$/;

/** The version in a request's If-Match; undefined if it has none in our format. */
export function matchedVersion(c: Context): string | undefined {
  return IF_MATCH.exec(c.req.header("if-match") ?? "")?.[1];
}
