import type { RefusalReason } from "#src/api/refusals.ts";
import type { FieldMessages } from "#src/base/refusal.ts";
import { type EntryFormValues, entryBody } from "./entry-form.ts";
import { type RefusalView, refusalView } from "./refusal-view.ts";

/** What a submitted entry form comes back with: the entry's code, or why there is none and what to fill in again. */
export type EntryFormResult = {
  readonly entryCode: string | null;
  readonly values: EntryFormValues;
  /** Null when the site could not be reached: nobody knows then whether the entry was stored. */
  readonly refusal: RefusalView | null;
};

type Answer = { entryCode?: string; code?: RefusalReason; reasons?: FieldMessages };

/** Sends the form's values as one JSON request, in the browser. */
export async function sendEntry(raffleCode: string, values: EntryFormValues): Promise<EntryFormResult> {
  const unreachable = { entryCode: null, values, refusal: null };
  try {
    const answer = await post(raffleCode, values);
    // A form left open in another tab, or gone back to, holds a used code: a fresh one costs the visitor nothing.
    const { entryCode, code, reasons } =
      answer.code === "entry-code-conflict" ? await post(raffleCode, { ...values, entryCode: "" }) : answer;
    if (entryCode) return { entryCode, values, refusal: null };
    if (!code) return unreachable;
    return { entryCode: null, values, refusal: refusalView({ reason: code, ...(reasons && { fields: reasons }) }) };
  } catch {
    return unreachable;
  }
}

async function post(raffleCode: string, values: EntryFormValues): Promise<Answer> {
  // The receipt is in the language of the page, however that was chosen.
  const language = encodeURIComponent(document.documentElement.lang);
  const response = await fetch(`/api/raffles/${encodeURIComponent(raffleCode)}/entries?lang=${language}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(entryBody(values)),
  });
  return (await response.json()) as Answer;
}
