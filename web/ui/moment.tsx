import type { FormattedTimestamp } from "#src/i18n/format.ts";

/** A moment in words: its day, and the time of day. */
export function Moment({ at }: { readonly at: FormattedTimestamp }) {
  return <time dateTime={at.iso}>{`${at.date}, ${at.time}`}</time>;
}
