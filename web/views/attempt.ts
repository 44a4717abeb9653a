import type { RouterContextProvider } from "react-router";
import { logContext } from "#src/api/page-context.ts";
import { type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";

/**
 * Does a form's work so that even a failure of ours leaves the form on the screen, with all that was typed: it is
 * logged, and refused like anything else.
 */
export async function attempt<Value, Refused>(
  context: Readonly<RouterContextProvider>,
  work: () => Promise<Outcome<Value, Refused>>,
): Promise<Outcome<Value, Refused | Refusal<"failed">>> {
  try {
    return await work();
  } catch (err) {
    context.get(logContext).error({ err }, "a form could not be taken");
    return refuse({ reason: "failed" } as const);
  }
}
