import type { FormattedTimestamp } from "#src/i18n/format.ts";
import "./timestamp-line.css";

type TimestampLineProps = { readonly label: string; readonly moment: FormattedTimestamp };

/** A labelled date in the specification's long form, with the time of day in a quieter style. */
export function TimestampLine({ label, moment }: TimestampLineProps) {
  return (
    <div className="moment-line">
      <dt>{label}</dt>
      <dd>
        <time dateTime={moment.iso}>
          {moment.date} <small>{moment.time}</small>
        </time>
      </dd>
    </div>
  );
}
