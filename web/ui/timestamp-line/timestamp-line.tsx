import { formatDay } from "#src/i18n/timestamp.ts";
import { usePageTexts, useTimestamps } from "../../page/page-texts.tsx";
import "./timestamp-line.css";

type TimestampLineProps = {
  readonly label: string;
  readonly moment: Date;
  /** Whether it names the day of the week too. */
  readonly weekday?: boolean;
};

/** A labelled date in the specification's long form, with the time of day in a quieter style. */
export function TimestampLine({ label, moment, weekday = false }: TimestampLineProps) {
  const { language, timeZone } = usePageTexts();
  const { iso, date, time } = useTimestamps()(moment);
  return (
    <div className="moment-line">
      <dt>{label}</dt>
      <dd>
        <time dateTime={iso} suppressHydrationWarning>
          {weekday ? formatDay(moment, language, timeZone) : date} <small>{time}</small>
        </time>
      </dd>
    </div>
  );
}
