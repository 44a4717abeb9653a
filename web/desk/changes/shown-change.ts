import type { RecordedChange } from "#src/access/audit/audit.ts";
import { changeSentences, shownSubject, type Teller } from "./change-sentences.ts";

/** A change of the audit log as a page shows it. */
export function showChange<Change extends RecordedChange>(change: Change, teller: Teller) {
  const { before, after, subject, ...rest } = change;
  return {
    ...rest,
    subject: shownSubject(subject),
    sentences: changeSentences({ before, after }, teller),
  };
}
