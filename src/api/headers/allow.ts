import type { Hono } from "hono";
import { problem } from "#src/http/problem.ts";

/**
 * Answers a request for which the API has no handler: 405 with the methods that this path takes, or 404 where it takes
 * none.
 *
 * @param path the path below /api
 */
export function refuseMethod(api: Hono, path: string): Response {
  const methods = api.routes
    .filter((route) => route.method !== "ALL" && matches(route.path, path))
    .map((one) => one.method);
  if (methods.length === 0) return problem({ reason: "not-found" });
  const allow = new Set(methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])));
  return problem({ reason: "method-not-allowed" }, { allow: [...allow].join(", ") });
}

/** Whether a path fits a route's pattern, as "/raffles/:code/entries". */
function matches(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  if (wanted.length !== given.length) return false;
  return wanted.every((part, index) => (part.startsWith(":") ? given[index] !== "" : part === given[index]));
}
