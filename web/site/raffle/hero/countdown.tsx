import { useTranslation } from "react-i18next";
import type { RaffleView } from "../../../page/views/raffle-view.ts";
import "./countdown.css";

const FIGURES = ["days", "hours", "minutes", "seconds"] as const;

/**
 * How long the raffle is open: a sentence, as of when the page was made. The page's script puts split-flap figures in
 * its place, in the last hour minutes and seconds; screen readers keep the sentence. At the end it says "Closed".
 */
export function Countdown({ raffle }: { readonly raffle: RaffleView }) {
  const { t } = useTranslation("raffles");
  return (
    <div
      className="countdown"
      data-closes={raffle.due.toISOString()}
      data-left={`${raffle.left.unit} ${raffle.left.count}`}
    >
      <p data-while="open">{t(`closes.left.${raffle.left.unit}`, { count: raffle.left.count })}</p>
      <p data-while="closed" role="status" hidden>
        {t("closes.left.over")}
      </p>
      <div className="countdown-flaps" aria-hidden="true">
        {FIGURES.map((figure) => (
          <span key={figure}>
            <b>–</b>
            <small>{t(`closes.${figure}`)}</small>
          </span>
        ))}
      </div>
    </div>
  );
}
