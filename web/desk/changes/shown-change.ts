import type { RecordedChange } from "#src/access/audit/audit.ts";
import { changeSentences, type SentenceContext, shownSubject } from "./change-sentences.ts";

/** A change of the audit log as a page shows it. */
export function showChange<Change extends RecordedChange>(change: Change, context: SentenceContext) {
  const { before, after, subject, ...rest } = change;
  return {
    ...rest,
    subject: shownSubject(subject),
    sentences: changeSentences({ before, after }, context),
  };
}
