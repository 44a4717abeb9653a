import { useTranslation } from "react-i18next";
import type { DrawDeskView } from "./draw-desk-view.ts";

/** Who won, with the names that only the organiser sees. */
export function WinnersPart({ prizes }: { readonly prizes: NonNullable<DrawDeskView["prizes"]> }) {
  const { t } = useTranslation("draws");
  return (
    <section className="form-section" aria-labelledby="winners">
      <h2 id="winners">{t("result.winners")}</h2>
      {prizes.map(({ prizeCode, name, winners, more, reserves }) => (
        <div key={prizeCode}>
          <h3>{name}</h3>
          {winners.length === 0 && <p>{t("result.nobody")}</p>}
          <ul>
            {winners.map(({ ticket, holder }) => (
              <li key={ticket}>
                #{ticket} {holder ? <a href={`/update-entry/${holder.entryCode}`}>{holder.name}</a> : t("desk.erased")}
              </li>
            ))}
          </ul>
          {more > 0 && <p className="hint">{t("result.more", { count: more })}</p>}
          {reserves.length > 0 && (
            <p className="hint">{t("result.reserves", { tickets: reserves.map((one) => `#${one}`).join(", ") })}</p>
          )}
        </div>
      ))}
    </section>
  );
}
