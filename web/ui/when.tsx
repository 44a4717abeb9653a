import { useTimestamps } from "../page/page-texts.tsx";

/** A moment in words: its day, and the time of day. A browser may write it with other spaces than the server did. */
export function When({ at, only }: { readonly at: Date; readonly only?: "date" }) {
  const { iso, date, time } = useTimestamps()(at);
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {only ? date : `${date}, ${time}`}
    </time>
  );
}
