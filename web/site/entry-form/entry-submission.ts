import type { FieldMessages, Message, Refusal } from "#src/base/refusal.ts";
import type { Given } from "#src/earning/redeem-typed.ts";
import { PUZZLE_READY } from "#src/entries/limits.ts";
import type { RefusalReason } from "#src/http/refusals.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { type RefusalView, refusalView } from "../../requests/refusals/refusal-view.ts";
import { type EntryFormValues, entryBody, type RobotFields } from "./read-entry-form.ts";

/** What became of the code from a receipt that was sent with an entry: its drops, or why it was not counted. */
export type SentDropCode = Partial<Pick<Given, "drops" | "stamp">> & { readonly failed?: Message };

/** The result of a submission: the entry code, or the reasons for a refusal and the values to fill in again. */
export type EntryFormResult = {
  readonly entryCode: string | null;
  readonly values: EntryFormValues;
  readonly dropCode?: SentDropCode | undefined;
  /** The entry's own link, by which others join; missing where that earns nothing. */
  readonly inviteLink?: string | undefined;
  /** Null when the site could not be reached: then it is unknown whether the entry was stored. */
  readonly refusal: RefusalView | null;
  /** Set when a puzzle has to be solved first, which is no refusal. */
  readonly puzzle?: RobotPuzzleView;
};

/** The puzzle against robots, and the wait in seconds for a browser that cannot solve it. */
export type RobotPuzzleView = Pick<ChallengeRefusal, "challenge" | "seconds">;

type Answer = {
  entryCode?: string;
  dropCode?: SentDropCode;
  inviteLink?: string;
  code?: RefusalReason;
  reasons?: FieldMessages;
  challenge?: ChallengeRefusal["challenge"];
};

/** A refused entry as its form shows it. A missing raffle gets the form's own message. */
export function entryRefusalView(refusal: Refusal<RefusalReason>): RefusalView {
  const view = refusalView(refusal);
  return refusal.reason === "raffle-not-found" ? { ...view, summary: [{ key: "invalidRaffle" }] } : view;
}

/** Tries per submission, which last longer than a crowd's minute. After each one the site says how long to wait. */
const MAX_TRIES = 20;
const AWAY_SECONDS = 3;
/** Statuses of an overloaded site, and of a proxy that cannot reach it. */
const BUSY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Sends the form's values as one JSON request from the browser. Retries while the site is too busy. If an answer was
 * lost, the retry finds the entry by its code.
 */
export async function sendEntry(
  raffleCode: string,
  values: EntryFormValues,
  robotFields: RobotFields,
): Promise<EntryFormResult> {
  const unreachable = { entryCode: null, values, refusal: null };
  try {
    const answer = await insist(raffleCode, values, robotFields);
    // A form that stayed open or came from the history may hold a used code. The retry without a code gets a fresh one.
    const { entryCode, dropCode, inviteLink, code, reasons, challenge } =
      answer.code === "entry-code-conflict"
        ? await insist(raffleCode, { ...values, entryCode: "" }, robotFields)
        : answer;
    if (entryCode) return { entryCode, values, dropCode, inviteLink, refusal: null };
    if (challenge) return { ...unreachable, puzzle: { challenge, seconds: null } };
    if (!code) return unreachable;
    return {
      entryCode: null,
      values,
      refusal: entryRefusalView({ reason: code, ...(reasons && { fields: reasons }) }),
    };
  } catch {
    return unreachable;
  }
}

async function insist(...entry: Parameters<typeof post>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const response = await post(...entry);
    if (!BUSY_STATUSES.has(response.status) || tries === MAX_TRIES) return (await response.json()) as Answer;
    const seconds = Number(response.headers.get("retry-after")) || AWAY_SECONDS;
    // Random delay, so that clients that arrived together do not retry together.
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000 * (0.5 + Math.random())));
  }
}

async function post(raffleCode: string, values: EntryFormValues, robotFields: RobotFields): Promise<Response> {
  // The receipt uses the page's language.
  const language = encodeURIComponent(document.documentElement.lang);
  return fetch(`/api/raffles/${encodeURIComponent(raffleCode)}/entries?lang=${language}`, {
    method: "POST",
    // The frame of another site gets no cookie.
    headers: { "content-type": "application/json", ...(self !== top && { "x-framed": "" }) },
    // Without Web Crypto, as over plain http, no puzzle is to be asked for.
    body: JSON.stringify({ ...(isSecureContext && { altcha: PUZZLE_READY }), ...entryBody(values, robotFields) }),
  });
}
