import { type FormattedTimestamp, formatTimestamp } from "#src/i18n/format.ts";
import { usePageTexts } from "../page/page-texts.tsx";

/** Formats moments in the page's language and the site's time zone, such as for the parameters of a text. */
export function useTimestamps(): (at: Date) => FormattedTimestamp {
  const { language, timeZone } = usePageTexts();
  return (at) => formatTimestamp(at, language, timeZone);
}

/** The same as one text: the day, and the time of day. */
export function useWholeTimes(): (at: Date) => string {
  const timestamp = useTimestamps();
  return (at) => `${timestamp(at).date}, ${timestamp(at).time}`;
}

type WhenProps = { readonly at: Date; readonly only?: "date" };

/** A moment in words: its day, and the time of day. A browser may write it with other spaces than the server did. */
export function When({ at, only }: WhenProps) {
  const { iso, date, time } = useTimestamps()(at);
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {only ? date : `${date}, ${time}`}
    </time>
  );
}
