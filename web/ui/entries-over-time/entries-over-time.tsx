import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { EntryOverview } from "#src/entries/stats/overview.ts";
import { stepFormat } from "#src/i18n/format.ts";
import { formatCount } from "#src/i18n/numbers.ts";
import { usePageTexts } from "../../page/page-texts.tsx";
import { SideScroll } from "../side-scroll.tsx";
import { TableHead } from "../table-head.tsx";
import { scaleTop } from "./plot-scale.ts";
import "./entries-over-time.css";

type EntriesOverTimeProps = { readonly overTime: EntryOverview["overTime"]; readonly timeZone: string };

/** Up to this many columns each get a label. With more, only the first, middle and last do. */
const FEW = 3;

export function EntriesOverTime({ overTime, timeZone }: EntriesOverTimeProps) {
  const { t } = useTranslation("desk");
  const { language } = usePageTexts();
  const heading = useId();
  const format = stepFormat(overTime.step, language, timeZone);
  const points = overTime.points.map(({ from, entries }) => ({
    from,
    entries,
    name: format(new Date(from)),
    count: formatCount(entries, language),
  }));
  const most = Math.max(...points.map((point) => point.entries));
  const top = scaleTop(most);
  const middle = Math.floor((points.length - 1) / 2);
  const named = points.filter((_, index) => points.length <= FEW || [0, middle, points.length - 1].includes(index));
  const summary = { first: points[0]?.name, last: points.at(-1)?.name, most: formatCount(most, language) };
  return (
    <section className="form-section" aria-labelledby={heading}>
      <header className="over-time-heading">
        <h2 id={heading}>{t("overview.overTime")}</h2>
        <p className="hint">{t(`overview.each.${overTime.step}`, { count: overTime.every })}</p>
      </header>
      <div className="plot" role="img" aria-label={t("overview.plot", summary)}>
        <div className="plot-scale">
          {[top, top / 2, 0].map((tick) => (
            <span key={tick}>{formatCount(tick, language)}</span>
          ))}
        </div>
        <div className="plot-columns" data-dense={points.length > 40 || undefined}>
          {points.map(({ from, entries, name, count }) => (
            <span key={from} data-named={`${name}: ${count}`}>
              <i style={{ blockSize: `${(100 * entries) / top}%` }} />
            </span>
          ))}
        </div>
        <div className="plot-names" data-few={points.length <= FEW || undefined}>
          {named.map(({ from, name }) => (
            <span key={from}>{name}</span>
          ))}
        </div>
      </div>
      <details className="plot-table">
        <summary>{t("overview.asTable")}</summary>
        <SideScroll className="plot-table-rows" label={t("overview.table")}>
          <table>
            <TableHead labels={[t("overview.from"), t("overview.entries")]} />
            <tbody>
              {points.map(({ from, name, count }) => (
                <tr key={from}>
                  <th scope="row">
                    <time dateTime={from}>{name}</time>
                  </th>
                  <td>{count}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </SideScroll>
      </details>
    </section>
  );
}
