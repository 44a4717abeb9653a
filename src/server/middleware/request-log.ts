import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { Logger } from "pino";
import { requestIdOf, type Trust } from "#src/http/incoming.ts";
import type { Answer } from "#src/http/problem.ts";
import type { SiteCounts } from "#src/http/site.ts";
import type { EarlyAnswer } from "../fast-path/early-answer.ts";

type Counted = { readonly counts: SiteCounts; readonly config: Trust };

/**
 * Counts each request, and logs one line. Addresses of pages hold entry codes and access codes. So the log gets only
 * the first part of the path, never the rest or the query.
 */
export function requestLog(log: Logger, { counts, config }: Counted): MiddlewareHandler {
  const isLogged = log.isLevelEnabled("debug");
  return async (c, next) => {
    const began = performance.now();
    await next();
    counts.request(c.res.status, performance.now() - began);
    if (!isLogged) return;
    const { method, path } = c.req;
    const request = requestIdOf(c, config);
    writeLine(log, began, { request, method, path: firstPart(path), route: routePath(c, -1), status: c.res.status });
  };
}

/**
 * Logs the same line for requests that the fast path answers before the app sees them. Above the level "debug" it
 * returns the fast path unchanged, so that logging costs nothing.
 */
export function logEarlyAnswers(log: Logger, config: Trust, early: EarlyAnswer): EarlyAnswer {
  if (!log.isLevelEnabled("debug")) return early;
  return (request) => {
    const began = performance.now();
    const answer = early(request);
    if (!answer) return undefined;
    const logged = (answer: Answer): Answer => {
      const path = firstPart((request.url ?? "/").replace(/\?.*/s, ""));
      const id = requestIdOf(request, config);
      writeLine(log, began, { request: id, method: request.method, path, route: "early", status: answer.status });
      return answer;
    };
    return answer instanceof Promise ? answer.then(logged) : logged(answer);
  };
}

function writeLine(log: Logger, began: number, line: Readonly<Record<string, unknown>>): void {
  log.debug({ ...line, milliseconds: Math.round(performance.now() - began) }, "request");
}

function firstPart(path: string): string {
  const [, first = "", more] = path.split("/");
  // A visitor may type a code in place of a page's name. Codes have capitals; our own addresses have none.
  const name = /^([a-z][a-z._-]*)?$/.test(first) ? first : "…";
  return more === undefined ? `/${name}` : `/${name}/…`;
}
