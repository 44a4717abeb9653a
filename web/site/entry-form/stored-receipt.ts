import { attempt } from "../../inline/remembered-entries.ts";
import type { EntryFormResult } from "./entry-submission.ts";
import type { EntryFormValues } from "./read-entry-form.ts";

/** What the receipt of a sent entry shows. */
export type SentEntry = { readonly entryCode: string } & Pick<EntryFormValues, "email" | "rules" | "wishes"> &
  Pick<EntryFormResult, "dropCode" | "inviteLink">;

const keyOf = (raffleCode: string) => `receipt:${raffleCode}`;

/** The sent entry of a form's result; null for a form that was refused or not sent. */
export function sentEntryOf(result: EntryFormResult | null): SentEntry | null {
  if (!result?.entryCode) return null;
  const { entryCode, dropCode, inviteLink } = result;
  const { email, rules, wishes } = result.values;
  return { entryCode, dropCode, inviteLink, email, rules, wishes };
}

/** Stores the receipt of what this tab has sent. It ends with the tab, or when the form is opened anew. */
export function storeReceipt(raffleCode: string, sent: SentEntry): void {
  attempt(() => sessionStorage.setItem(keyOf(raffleCode), JSON.stringify(sent)));
}

/** What the receipt showed before this page was loaded again; null where the form was opened in another way. */
export function receiptAfterReload(raffleCode: string): SentEntry | null {
  const [opened] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const receipt = attempt(() => {
    const stored = sessionStorage.getItem(keyOf(raffleCode));
    if (opened?.type === "reload" && stored) return JSON.parse(stored) as SentEntry;
    sessionStorage.removeItem(keyOf(raffleCode));
    return null;
  });
  return receipt ?? null;
}
