import { createHmac } from "node:crypto";
import { UPPERCASE_LETTERS } from "#src/base/codes.ts";
import { ENTRY_CODE_LENGTH, TRAP_FIELD } from "./limits.ts";
import { type SubmitEntryGiven, submitEntry } from "./submit-entry.ts";

/** Whoever presses the button again because no answer came does so by then, or within as long again. */
const SENT_AGAIN_WITHIN_MS = 10 * 60_000;

export type SubmitFormGiven = SubmitEntryGiven & {
  readonly secret: Uint8Array;
  /** Milliseconds, as Date.now() has them. */
  readonly now: number;
};

/**
 * Takes the entry form as a browser sends it by itself, which also works without scripts: then it has no entry code.
 *
 * Its code is made of what it says, so that the same form sent again within ten minutes is the same entry. A form left
 * open in another tab, or gone back to, holds a used code: another one costs the visitor nothing.
 *
 * @param body what was filled in, with what tells people from robots
 * @returns as submitEntry does
 */
export async function submitForm(
  given: SubmitFormGiven,
  idOrCode: string,
  body: Record<string, unknown>,
): ReturnType<typeof submitEntry> {
  const { entryCode, ...rest } = body;
  if (entryCode) {
    const outcome = await submitEntry(given, idOrCode, body);
    if (outcome.ok || outcome.refusal.reason !== "entry-code-conflict") return outcome;
  }
  const span = Math.floor(given.now / SENT_AGAIN_WITHIN_MS);
  const submit = (inSpan: number) =>
    submitEntry(given, idOrCode, { ...rest, entryCode: codeOf(given.secret, inSpan, idOrCode, rest) });
  const outcome = await submit(span);
  if (outcome.ok) return outcome;
  const { reason } = outcome.refusal;
  if (reason === "entry-code-conflict") return submitEntry(given, idOrCode, rest);
  if (reason !== "phone-taken" && reason !== "email-taken" && reason !== "submission-closed") return outcome;
  // Perhaps this very form was in time, and is what they are taken by. Raffles like to close when a span ends.
  const earlier = await submit(span - 1);
  return earlier.ok ? earlier : outcome;
}

/** Letters that nobody can tell who does not know the secret and, to the last letter, what the form says. */
function codeOf(secret: Uint8Array, span: number, idOrCode: string, body: Record<string, unknown>): string {
  const { altcha: _, [TRAP_FIELD]: __, ...said } = body;
  const digest = createHmac("sha256", secret)
    .update(`entry-form/1\0${span}\0${idOrCode}\0${JSON.stringify(said)}`)
    .digest("hex");
  const letters = BigInt(UPPERCASE_LETTERS.length);
  let [code, rest] = ["", BigInt(`0x${digest}`)];
  while (code.length < ENTRY_CODE_LENGTH) {
    code += UPPERCASE_LETTERS.charAt(Number(rest % letters));
    rest /= letters;
  }
  return code;
}
