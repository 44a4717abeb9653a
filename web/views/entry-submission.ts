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

/** A crowd's minute is over by then; until then the site says how long to stay away each time. */
const MOST_TRIES = 20;
const AWAY_SECONDS = 3;
/** What the site says when too many people come at once, and proxies when they cannot reach it. */
const BUSY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Sends the form's values as one JSON request, in the browser; again, by itself, where the site is too busy to take it.
 * An entry whose answer was lost is found by its code.
 */
export async function sendEntry(
  raffleCode: string,
  values: EntryFormValues,
  robotFields: RobotFields,
): Promise<EntryFormResult> {
  const unreachable = { entryCode: null, values, refusal: null };
  try {
    const answer = await insist(raffleCode, values, robotFields);
    // A form left open in another tab, or gone back to, holds a used code: a fresh one costs the visitor nothing.
    const { entryCode, code, reasons, challenge } =
      answer.code === "entry-code-conflict"
        ? await insist(raffleCode, { ...values, entryCode: "" }, robotFields)
        : answer;
    if (entryCode) return { entryCode, values, refusal: null };
    if (challenge) return { ...unreachable, puzzle: { challenge, seconds: null } };
    if (!code) return unreachable;
    return { entryCode: null, values, refusal: refusalView({ reason: code, ...(reasons && { fields: reasons }) }) };
  } catch {
    return unreachable;
  }
}

async function insist(...entry: Parameters<typeof post>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const response = await post(...entry);
    if (!BUSY_STATUSES.has(response.status) || tries === MOST_TRIES) return (await response.json()) as Answer;
    const seconds = Number(response.headers.get("retry-after")) || AWAY_SECONDS;
    // Those who came together must not come back together.
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000 * (0.5 + Math.random())));
  }
}

async function post(raffleCode: string, values: EntryFormValues, robotFields: RobotFields): Promise<Response> {
  // The receipt is in the language of the page, however that was chosen.
  const language = encodeURIComponent(document.documentElement.lang);
  return fetch(`/api/raffles/${encodeURIComponent(raffleCode)}/entries?lang=${language}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(entryBody(values, robotFields)),
  });
}
