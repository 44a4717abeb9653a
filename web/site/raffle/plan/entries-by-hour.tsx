import { useTranslation } from "react-i18next";
import type { byHourView } from "./by-hour-view.ts";
import "./entries-by-hour.css";

/** From so many entries a day, columns have a shape. With fewer, the sentence says as much. */
const DAY_WITH_SHAPE = 50;

/** How many entries there are, and how many came in each of the last 24 hours: so that a late flood is visible. */
export function EntriesByHour({ total, open, counts, inAll, most, mostFrom }: ReturnType<typeof byHourView>) {
  const { t } = useTranslation("raffles");
  const top = Math.max(...counts);
  const lastDay = t(open ? "byHour.lastDay" : "byHour.lastDayBeforeDue", { entries: inAll });
  const hasShape = counts.reduce((sum, entries) => sum + entries, 0) >= DAY_WITH_SHAPE;
  return (
    <section aria-labelledby="entries">
      <h2 id="entries">{t("byHour.title", { total })}</h2>
      {hasShape ? (
        <figure className="by-hour">
          <svg viewBox="0 0 24 6" preserveAspectRatio="none" aria-hidden="true">
            {counts.map((entries, hour) => {
              const height = (6 * entries) / top;
              // The hours have no names of their own, and stay in their order.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              return <rect key={hour} x={hour + 0.1} y={6 - height} width="0.8" height={height} />;
            })}
          </svg>
          <figcaption className="hint">
            {lastDay} {t("byHour.most", { entries: most, from: mostFrom })}
          </figcaption>
        </figure>
      ) : (
        <p className="hint">
          {lastDay} {t("byHour.public")}
        </p>
      )}
    </section>
  );
}
