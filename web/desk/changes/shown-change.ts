import type { RecordedChange } from "#src/access/audit/audit.ts";
import { formatTimestamp } from "#src/i18n/format.ts";
import { changeSentences, shownSubject, type Teller } from "./change-sentences.ts";

/** A change of the audit log as a page shows it. */
export function showChange<Change extends RecordedChange>(change: Change, teller: Teller) {
  const { before, after, at, erasedAt, subject, ...rest } = change;
  const { language, timeZone } = teller;
  return {
    ...rest,
    subject: shownSubject(subject),
    at: formatTimestamp(at, language, timeZone),
    sentences: changeSentences({ before, after }, teller),
    erasedOn: erasedAt && formatTimestamp(erasedAt, language, timeZone).date,
  };
}
