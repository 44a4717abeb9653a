import type { RecordedChange } from "#src/access/audit/audit.ts";
import { formatTimestamp } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import { changedParts } from "./changed-parts.ts";

/** A change of the audit log as a page shows it. */
export function showChange<Change extends RecordedChange>(change: Change, language: Language, timeZone: string) {
  const { before, after, at, erasedAt, ...rest } = change;
  return {
    ...rest,
    at: formatTimestamp(at, language, timeZone),
    parts: changedParts(before, after),
    erasedOn: erasedAt && formatTimestamp(erasedAt, language, timeZone).date,
  };
}
