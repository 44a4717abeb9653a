import { useTranslation } from "react-i18next";
import "./entries-by-hour.css";

/** How fast entries come, with the most in one hour; hours are texts in the site's zone and the page's language. */
export type ByHourView = {
  readonly total: string;
  readonly open: boolean;
  /** Of the last 24 hours, the oldest first. */
  readonly counts: readonly number[];
  readonly inAll: string;
  readonly most: string;
  readonly mostFrom: string;
};

/** How many entries there are, and how many came in each of the last 24 hours: so that a late flood is visible. */
export function EntriesByHour({ total, open, counts, inAll, most, mostFrom }: ByHourView) {
  const { t } = useTranslation("raffles");
  const top = Math.max(...counts);
  const summary = `${t(open ? "byHour.lastDay" : "byHour.lastDayBeforeDue", { entries: inAll })} ${
    top > 0 ? t("byHour.most", { entries: most, from: mostFrom }) : ""
  }`;
  return (
    <section aria-labelledby="entries">
      <h2 id="entries">{t("byHour.title", { total })}</h2>
      <figure className="by-hour">
        <svg viewBox="0 0 24 6" preserveAspectRatio="none" aria-hidden="true">
          {counts.map((entries, hour) => {
            const height = top === 0 ? 0 : (6 * entries) / top;
            // The hours have no names of their own, and stay in their order.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            return <rect key={hour} x={hour + 0.1} y={6 - height} width="0.8" height={height} />;
          })}
        </svg>
        <figcaption className="hint">{summary}</figcaption>
      </figure>
    </section>
  );
}
