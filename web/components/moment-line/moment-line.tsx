import type { ShownMoment } from "#src/i18n/format.ts";
import "./moment-line.css";

type MomentLineProps = { readonly label: string; readonly moment: ShownMoment };

/** A labelled date in the spec's long form, the time of day quietly after it. */
export function MomentLine({ label, moment }: MomentLineProps) {
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
