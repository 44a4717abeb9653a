import type { RefusalReason } from "#src/api/refusals.ts";
import type { FieldMessages } from "#src/base/refusal.ts";
import type { ChallengeRefusal } from "#src/entries/robot-check.ts";
import { type EntryFormValues, entryBody, type RobotFields } from "./entry-form.ts";
import { type RefusalView, refusalView } from "./refusal-view.ts";

/** What a submitted entry form comes back with: the entry's code, or why there is none and what to fill in again. */
export type EntryFormResult = {
  readonly entryCode: string | null;
  readonly values: EntryFormValues;
  /** Null when the site could not be reached: nobody knows then whether the entry was stored. */
  readonly refusal: RefusalView | null;
  /** Set when the entry waits for a puzzle to be solved, which is no refusal. */
  readonly puzzle?: RobotPuzzleView;
};

/** The puzzle that keeps robots out, and how long to wait where it cannot be solved. */
export type RobotPuzzleView = Pick<ChallengeRefusal, "challenge" | "seconds">;

type Answer = {
  entryCode?: string;
  code?: RefusalReason;
  reasons?: FieldMessages;
  challenge?: ChallengeRefusal["challenge"];
};

/** Sends the form's values as one JSON request, in the browser. */
export async function sendEntry(
  raffleCode: string,
  values: EntryFormValues,
  robotFields: RobotFields,
): Promise<EntryFormResult> {
  const unreachable = { entryCode: null, values, refusal: null };
  try {
    const answer = await post(raffleCode, values, robotFields);
    // A form left open in another tab, or gone back to, holds a used code: a fresh one costs the visitor nothing.
    const { entryCode, code, reasons, challenge } =
      answer.code === "entry-code-conflict"
        ? await post(raffleCode, { ...values, entryCode: "" }, robotFields)
        : answer;
    if (entryCode) return { entryCode, values, refusal: null };
    if (challenge) return { ...unreachable, puzzle: { challenge, seconds: null } };
    if (!code) return unreachable;
    return { entryCode: null, values, refusal: refusalView({ reason: code, ...(reasons && { fields: reasons }) }) };
  } catch {
    return unreachable;
  }
}

async function post(raffleCode: string, values: EntryFormValues, robotFields: RobotFields): Promise<Answer> {
  // The receipt is in the language of the page, however that was chosen.
  const language = encodeURIComponent(document.documentElement.lang);
  const response = await fetch(`/api/raffles/${encodeURIComponent(raffleCode)}/entries?lang=${language}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(entryBody(values, robotFields)),
  });
  return (await response.json()) as Answer;
}
