import type { RouterContextProvider } from "react-router";
import { type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { logContext, siteContext } from "#src/http/page-context.ts";
import { failureOf } from "#src/http/refusals.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { challengePage } from "./refusals/challenge-page.ts";

/** The type of React Router's `data()` result. */
function isDataWithStatus(thrown: unknown): boolean {
  return typeof thrown === "object" && thrown !== null && "type" in thrown && thrown.type === "DataWithResponseInit";
}

function isChallenge(refusal: unknown): refusal is ChallengeRefusal {
  return typeof refusal === "object" && refusal !== null && "challenge" in refusal;
}

/**
 * Runs a form's work. Even an error of the site leaves the form on the screen, with everything that was typed: the
 * error is logged and becomes a refusal.
 *
 * @param form the typed values, for work that may cost a puzzle
 * @throws for a puzzle: the page that solves it and sends the form again
 */
export async function attempt<Value, Refused>(
  context: Readonly<RouterContextProvider>,
  work: () => Promise<Outcome<Value, Refused>>,
  form?: FormData,
): Promise<Outcome<Value, Refused | Refusal<"failed" | "site-away">>> {
  try {
    const outcome = await work();
    if (form && !outcome.ok && isChallenge(outcome.refusal)) throw challengePage(context, outcome.refusal, { form });
    return outcome;
  } catch (err) {
    // A thrown response, such as the redirect to the login page, is an answer and no error.
    if (err instanceof Response || isDataWithStatus(err)) throw err;
    context.get(logContext).error({ err }, "a form could not be taken");
    return refuse(failureOf(err, context.get(siteContext).presence));
  }
}
