import { createHmac } from "node:crypto";
import { CODE_LENGTHS } from "#src/base/code-formats.ts";
import { CLEAR_LETTERS } from "#src/base/codes.ts";
import { TRAP_FIELD } from "../limits.ts";
import { countReported, type EntryOutcome, report, type SubmitEntryDeps, submitUncounted } from "./submit-entry.ts";

/** Length of a time span, in ms. A form sent again because no answer came falls in the same span or the next. */
const SENT_AGAIN_WITHIN_MS = 10 * 60_000;

export type SubmitFormDeps = SubmitEntryDeps & {
  /** Milliseconds, as Date.now() has them. */
  readonly now: number;
};

/**
 * Submits the entry form as a browser sends it natively. Without scripts it has no entry code.
 *
 * Then the code is derived from the content, so the same form sent again within ten minutes is the same entry. A form
 * left open in another tab, or returned to, holds a used code: it gets another one.
 *
 * @param body the form's fields, with those of the robot check
 * @returns the same as submitEntry
 */
export async function submitForm(
  deps: SubmitFormDeps,
  idOrCode: string,
  body: Record<string, unknown>,
): Promise<EntryOutcome> {
  const began = performance.now();
  const outcome = await submitSent(deps, idOrCode, body);
  report(deps, outcome, began);
  return outcome;
}

async function submitSent(
  deps: SubmitFormDeps,
  idOrCode: string,
  body: Record<string, unknown>,
): Promise<EntryOutcome> {
  const { entryCode, ...rest } = body;
  if (!entryCode) return submitWithoutCode(deps, idOrCode, rest);
  const outcome = await submitUncounted(deps, idOrCode, body);
  await countReported(deps, outcome);
  if (outcome.ok || outcome.refusal.reason !== "entry-code-conflict") return outcome;
  return submitWithoutCode(deps, idOrCode, rest);
}

async function submitWithoutCode(
  deps: SubmitFormDeps,
  idOrCode: string,
  rest: Record<string, unknown>,
): Promise<EntryOutcome> {
  const span = Math.floor(deps.now / SENT_AGAIN_WITHIN_MS);
  const submit = (inSpan: number) =>
    submitUncounted(deps, idOrCode, { ...rest, entryCode: codeOf(deps.secret, inSpan, idOrCode, rest) });
  const outcome = await submit(span);
  if (outcome.ok) return outcome;
  const { reason } = outcome.refusal;
  if (reason === "entry-code-conflict") return submitUncounted(deps, idOrCode, rest);
  if (reason !== "phone-taken" && reason !== "email-taken" && reason !== "submission-closed") return outcome;
  // This form may have been stored in the span before, and have taken the phone. Raffles often close as a span ends.
  const earlier = await submit(span - 1);
  if (earlier.ok) return earlier;
  await countReported(deps, outcome);
  return outcome;
}

/** Derives an entry code that nobody can predict without the secret and the form's exact content. */
function codeOf(secret: Uint8Array, span: number, idOrCode: string, body: Record<string, unknown>): string {
  const { altcha: _, [TRAP_FIELD]: __, ...said } = body;
  const digest = createHmac("sha256", secret)
    .update(`entry-form/1\0${span}\0${idOrCode}\0${JSON.stringify(said)}`)
    .digest("hex");
  const letters = BigInt(CLEAR_LETTERS.length);
  let [code, rest] = ["", BigInt(`0x${digest}`)];
  while (code.length < CODE_LENGTHS.entry) {
    code += CLEAR_LETTERS.charAt(Number(rest % letters));
    rest /= letters;
  }
  return code;
}
