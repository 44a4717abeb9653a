import type { Context } from "hono";

const IF_MATCH = /^\s*"(\d{1,9})"\s*$/;

/** The version that a request's If-Match names; undefined where there is none that could be ours. */
export function matchedVersion(c: Context): string | undefined {
  return IF_MATCH.exec(c.req.header("if-match") ?? "")?.[1];
}
