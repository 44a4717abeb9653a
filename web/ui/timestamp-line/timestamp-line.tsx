import { useTimestamps } from "../../page/page-texts.tsx";
import "./timestamp-line.css";

/** A labelled date in the specification's long form, with the time of day in a quieter style. */
export function TimestampLine({ label, moment }: { readonly label: string; readonly moment: Date }) {
  const { iso, date, time } = useTimestamps()(moment);
  return (
    <div className="moment-line">
      <dt>{label}</dt>
      <dd>
        <time dateTime={iso} suppressHydrationWarning>
          {date} <small>{time}</small>
        </time>
      </dd>
    </div>
  );
}
