import { useTimestamps } from "../../page/page-texts.tsx";
import "./timestamp-line.css";

type TimestampLineProps = {
  readonly label: string;
  readonly moment: Date;
  /** The date, where it is to name the day of the week too. The server makes it, so that no script grows. */
  readonly day?: string;
};

/** A labelled date in the specification's long form, with the time of day in a quieter style. */
export function TimestampLine({ label, moment, day }: TimestampLineProps) {
  const { iso, date, time } = useTimestamps()(moment);
  return (
    <div className="moment-line">
      <dt>{label}</dt>
      <dd>
        <time dateTime={iso} suppressHydrationWarning>
          {day ?? date} <small>{time}</small>
        </time>
      </dd>
    </div>
  );
}
