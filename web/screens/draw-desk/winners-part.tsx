import { useTranslation } from "react-i18next";
import type { DrawDeskView } from "./draw-desk-view.ts";

type WinnersPartProps = {
  readonly prizes: NonNullable<DrawDeskView["prizes"]>;
  /** While the show is under way: the desk may be seen by the audience too. */
  readonly folded: boolean;
};

/** Who won, with the names that only the organiser sees. */
export function WinnersPart({ prizes, folded }: WinnersPartProps) {
  const { t } = useTranslation("draws");
  if (folded) {
    return (
      <details>
        <summary>{t("desk.winnersFolded")}</summary>
        <WinnersPart prizes={prizes} folded={false} />
      </details>
    );
  }
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
