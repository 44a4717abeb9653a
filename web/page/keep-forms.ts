import { type DataStrategyResult, data, isRouteErrorResponse, type MiddlewareFunction } from "react-router";
import { announce, asksWho, type FormFault, faultOf } from "../inline/form-faults.ts";
import { routerState } from "../inline/router-state.ts";
import { challengeOf } from "../requests/refusals/challenge-view.ts";

type Results = Record<string, DataStrategyResult>;

/**
 * Middleware around every router request in the browser. Whatever the result, the page and all typed text stay. The
 * page's script shows the result beside the button.
 */
export const keepForms: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next();
  // The person pressed something else meanwhile, and the answer of that counts.
  if (request.signal.aborted) return results;
  return request.method === "GET" ? keepPage(results, request.url) : keepForm(results);
};

/** A form that gets no readable answer leaves the page as it is, with the answer to the form before it. */
function keepForm(results: Results): Results {
  const shown = routerState()?.actionData;
  for (const [route, result] of Object.entries(results)) {
    const fault = faultOfAction(result);
    if (!fault) continue;
    announce("unsent", fault);
    return { [route]: { type: "data", result: data(shown?.[route], { status: 503 }) } };
  }
  if (Object.values(results).every(isDone)) announce("sent");
  return results;
}

/** Drops results that failed to load, so the page keeps its earlier data. */
function keepPage(results: Results, shownAt: string): Results {
  const loaded = Object.entries(results).filter(
    ([, { type, result }]) => type === "data" || result instanceof Response || challengeOf(result),
  );
  if (loaded.length === Object.keys(results).length) return results;
  announce("unsent", { kind: "stale", shownAt });
  return Object.fromEntries(loaded);
}

function faultOfAction({ type, result }: DataStrategyResult): FormFault | null {
  // A page of another build gets an empty answer. No action of ours answers with nothing.
  if (type === "data") return unwrap(result).value === undefined ? { kind: "renewed" } : null;
  // A redirect, or a puzzle page that later sends what was typed.
  if (result instanceof Response || challengeOf(result)) return null;
  if (isRouteErrorResponse(result)) {
    const text = typeof result.data === "string" ? result.data : JSON.stringify(result.data);
    return faultOf(result.status, text);
  }
  const { value: error } = unwrap(result);
  if (error instanceof TypeError) return { kind: "offline" };
  // Either this page cannot decode the answer, as after an upgrade, or the site failed and sent a bare error.
  return { kind: String(error).includes("decode") ? "renewed" : "broken" };
}

function isDone({ type, result }: DataStrategyResult): boolean {
  if (type === "data") return (unwrap(result).status ?? 200) < 400;
  return result instanceof Response && !asksWho(result.headers.get("location") ?? "");
}

function unwrap(result: unknown): { value: unknown; status?: number | undefined } {
  const isWrapped = typeof result === "object" && result !== null && "type" in result && "init" in result;
  if (!isWrapped) return { value: result };
  const { data: value, init } = result as ReturnType<typeof data>;
  return { value, status: init?.status };
}
