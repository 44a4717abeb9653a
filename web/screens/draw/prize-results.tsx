import { useTranslation } from "react-i18next";
import type { DrawView } from "./draw-view.ts";

type Prizes = NonNullable<DrawView["prizes"]>;

/** Who won which prize, by ticket number and the public form of a name. */
export function PrizeResults({ prizes }: { readonly prizes: Prizes }) {
  const { t } = useTranslation("draws");
  return (
    <section aria-labelledby="winners">
      <h2 id="winners">{t("result.winners")}</h2>
      <ul className="prize-results">
        {prizes.map((prize) => (
          <li key={prize.prizeCode} className="ticket">
            <div className="ticket-body">
              <h3>{prize.name}</h3>
              {prize.winners.length === 0 ? <p>{t("result.nobody")}</p> : <Winners winners={prize.winners} />}
              {prize.more > 0 && <p className="hint">{t("result.more", { count: prize.more })}</p>}
              {prize.reserves.length > 0 && (
                <p className="hint">
                  {t("result.reserves", { tickets: prize.reserves.map((ticket) => `#${ticket}`).join(", ") })}
                </p>
              )}
            </div>
            <p className="ticket-stub hint">{t(`result.pool.${prize.pool}`, { eligible: prize.eligible })}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Winners({ winners }: Pick<Prizes[number], "winners">) {
  const { t } = useTranslation("draws");
  return (
    <ol className="winners">
      {winners.map(({ ticket, name }) => (
        <li key={ticket}>
          <span className="winner-ticket">#{ticket}</span> {name ?? <span className="hint">{t("result.noName")}</span>}
        </li>
      ))}
    </ol>
  );
}
