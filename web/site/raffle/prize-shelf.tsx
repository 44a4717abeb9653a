import { useTranslation } from "react-i18next";
import { showDetails } from "../../page/markdown.ts";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { PrizePicture } from "../../ui/prize-text/prize-text.tsx";
import "./prize-shelf.css";

/** The prizes as a shop shows them, the first one widest, each with a tag that says its worth. */
export function PrizeShelf({ raffle: { prizes, ...raffle } }: { readonly raffle: RaffleView }) {
  const { t } = useTranslation("raffles");
  const requires = raffle.rules.length === 0 ? "none" : raffle.drawRequires;
  return (
    <section className="raffle-band" aria-labelledby="prizes">
      <h2 id="prizes">{t("detail.prizes")}</h2>
      {prizes.length === 0 ? (
        <p>{t("detail.noPrizes")}</p>
      ) : (
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
              {/* The page of the draw says it of a locked list, which an earlier version may have made otherwise. */}
              {!raffle.locked && (
                <p className="hint">{t(`detail.pool.${requires}.${prizes.length === 1 ? "everyone" : pool}`)}</p>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
