import { useTranslation } from "react-i18next";
import type { LiveOdds } from "#src/entries/standing/live-odds.ts";
import { showDetails } from "../../page/markdown.ts";
import { useTimestamps } from "../../page/page-texts.tsx";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { usePoolText } from "../../ui/pool-text/pool-text.ts";
import { PrizeOdds, PrizePicture, WinnersText } from "../../ui/prize-text/prize-text.tsx";
import "./prize-shelf.css";

type PrizeShelfProps = {
  readonly raffle: RaffleView;
  /** Who is in the draw of each prize now; null where the organiser does not show it. */
  readonly odds: LiveOdds | null;
  /**
   * Whether its list is still to be locked, so that it says who is in a prize's draw. The page of the draw says it of a
   * locked list, which an earlier version may have made otherwise.
   */
  readonly hasDraw: boolean;
};

/** From so many prizes on, all but the first are a table: as cards, 24 of them were thirteen screens of a phone. */
const MANY_PRIZES = 7;
const CARDS_OF_MANY = 3;

/** The prizes as a shop shows them, the first one widest, each with a tag that says its worth. */
export function PrizeShelf({ raffle, odds, hasDraw }: PrizeShelfProps) {
  const { t } = useTranslation("raffles");
  const poolText = usePoolText(raffle);
  const timestamp = useTimestamps();
  const { prizes } = raffle;
  const cards = prizes.length < MANY_PRIZES ? prizes : prizes.slice(0, CARDS_OF_MANY);
  const pools = new Set(prizes.map(({ pool }) => pool));
  const [everyPool] = pools.size === 1 && prizes.length > 1 ? pools : [];
  return (
    <section className="raffle-band" aria-labelledby="prizes">
      <h2 id="prizes">{t("detail.prizes")}</h2>
      {prizes.length === 0 ? (
        <p>{t("detail.noPrizes")}</p>
      ) : (
        <>
          {hasDraw && everyPool && (
            <p>
              <b>{t("detail.everyPrize")}</b> {poolText.of(everyPool)}
            </p>
          )}
          {hasDraw && poolText.fallback !== "" && <p>{poolText.fallback}</p>}
          {odds && <p className="hint">{t("detail.live.counted", timestamp(odds.countedAt))}</p>}
          <ul className="prize-shelf">
            {cards.map((prize) => (
              <li key={prize.id} className="prize-on-shelf">
                <PrizePicture prize={prize} sizes="(width >= 60rem) 34rem, 90vw" />
                {prize.worth && (
                  <p className="price-tag">
                    <span className="visually-hidden">{t("detail.worth")} </span>
                    {prize.worth}
                  </p>
                )}
                <h3>{prize.name}</h3>
                {prize.details && <div className="raffle-text">{showDetails(prize.details)}</div>}
                <p className="chip chip-quiet">
                  <WinnersText prize={prize} />
                </p>
                <OddsLine odds={odds} prize={prize} weight={raffle.drawWeight} />
                {hasDraw && !everyPool && <p className="hint">{poolText.of(prize.pool)}</p>}
                <PrizeOdds prize={prize} />
              </li>
            ))}
          </ul>
          {cards.length < prizes.length && <PrizeTable raffle={raffle} odds={odds} />}
        </>
      )}
    </section>
  );
}

function PrizeTable({ raffle, odds }: Pick<PrizeShelfProps, "raffle" | "odds">) {
  const { t } = useTranslation("raffles");
  const { prizes } = raffle;
  return (
    <details className="prize-table">
      <summary>{t("detail.allPrizes", { total: prizes.length })}</summary>
      <table>
        <thead>
          <tr>
            {(["prize", "worth", "winners"] as const).map((column) => (
              <th key={column} scope="col">
                {t(`detail.table.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {prizes.map((prize) => (
            <tr key={prize.id}>
              <th scope="row">
                {prize.name}
                {prize.details && <div className="raffle-text hint">{showDetails(prize.details)}</div>}
                <OddsLine odds={odds} prize={prize} weight={raffle.drawWeight} />
                <PrizeOdds prize={prize} />
              </th>
              <td>{prize.worth}</td>
              <td>{prize.numberOfWinners}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

type OddsLineProps = Pick<PrizeShelfProps, "odds"> & {
  readonly prize: Pick<RaffleView["prizes"][number], "prizeCode" | "numberOfWinners" | "pool">;
  readonly weight: RaffleView["drawWeight"];
};

/** Who is in the draw of a prize, as a lock at that moment would list them. Where drops count, their chances too. */
function OddsLine({ odds, prize: { prizeCode, numberOfWinners, pool }, weight }: OddsLineProps) {
  const { t } = useTranslation("raffles");
  const own = odds?.prizes.find((one) => one.prizeCode === prizeCode);
  if (!own) return null;
  const { inDraw: count, chances, wished } = own;
  const winners = t("detail.winners", { count: numberOfWinners });
  return (
    <p className="prize-odds">
      {count === 0 ? t("detail.live.nobody") : t("detail.live.in", { count, winners })}
      {count > 0 && weight === "drops" && ` ${t("detail.live.chances", { count: chances })}`}
      {count > 0 && pool === "wished-first" && ` ${t("detail.live.first", { count: wished })}`}
      {count > 0 && pool === "wished" && wished === 0 && ` ${t("detail.live.unwished")}`}
    </p>
  );
}
