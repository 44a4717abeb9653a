import { useTranslation } from "react-i18next";
import { showDetails } from "../../page/markdown.ts";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { usePoolText } from "../../ui/pool-text/pool-text.ts";
import { PrizePicture } from "../../ui/prize-text/prize-text.tsx";
import "./prize-shelf.css";

type PrizeShelfProps = {
  readonly raffle: RaffleView;
  /**
   * Whether its list is still to be locked, so that it says who is in a prize's draw. The page of the draw says it of a
   * locked list, which an earlier version may have made otherwise.
   */
  readonly hasDraw: boolean;
};

/** The prizes as a shop shows them, the first one widest, each with a tag that says its worth. */
export function PrizeShelf({ raffle, hasDraw }: PrizeShelfProps) {
  const { t } = useTranslation("raffles");
  const poolText = usePoolText(raffle);
  const { prizes } = raffle;
  return (
    <section className="raffle-band" aria-labelledby="prizes">
      <h2 id="prizes">{t("detail.prizes")}</h2>
      {prizes.length === 0 ? (
        <p>{t("detail.noPrizes")}</p>
      ) : (
        <>
          {hasDraw && poolText.fallback !== "" && <p>{poolText.fallback}</p>}
          <ul className="prize-shelf">
            {prizes.map(({ id, name, details, worth, numberOfWinners, pool, ...looks }) => (
              <li key={id} className="prize-on-shelf">
                <PrizePicture prize={looks} sizes="(width >= 60rem) 34rem, 90vw" />
                {worth && (
                  <p className="price-tag">
                    <span className="visually-hidden">{t("detail.worth")} </span>
                    {worth}
                  </p>
                )}
                <h3>{name}</h3>
                {details && <div className="raffle-text">{showDetails(details)}</div>}
                <p className="chip chip-quiet">{t("detail.winners", { count: numberOfWinners })}</p>
                {hasDraw && <p className="hint">{poolText.of(pool)}</p>}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
