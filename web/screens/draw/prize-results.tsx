import { useTranslation } from "react-i18next";
import type { DrawView } from "./draw-view.ts";

type Prizes = NonNullable<DrawView["prizes"]>;

type PrizeResultsProps = {
  readonly prizes: Prizes;
  /** The first prizes, which are shown; the others are folded away, and nobody's secret. */
  readonly unfolded: number;
  readonly codeId: string;
};

/** Who won which prize, by ticket number and the public form of a name. */
export function PrizeResults({ prizes, unfolded, codeId }: PrizeResultsProps) {
  const { t } = useTranslation("draws");
  const isFolded = unfolded < prizes.length;
  return (
    <section aria-labelledby="winners">
      <h2 id="winners">{t("result.winners")}</h2>
      {isFolded && (
        <p className="notice">
          {t("result.showUnderWay")} <a href={`/raffle/${codeId}/live`}>{t("result.toShow")}</a>
        </p>
      )}
      <PrizeList prizes={prizes.slice(0, unfolded)} />
      {isFolded && (
        <details className="folded-winners">
          <summary>{t("result.showAllNow")}</summary>
          <PrizeList prizes={prizes.slice(unfolded)} />
        </details>
      )}
    </section>
  );
}

function PrizeList({ prizes }: Pick<PrizeResultsProps, "prizes">) {
  const { t } = useTranslation("draws");
  return (
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
