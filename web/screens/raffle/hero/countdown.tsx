import { useTranslation } from "react-i18next";
import type { RaffleView } from "../../../page/views/raffle-view.ts";
import "./countdown.css";

const FIGURES = ["days", "hours", "minutes"] as const;

/**
 * How long the raffle is open: a sentence, as of when the page was made. The page's script puts split-flap figures in
 * its place; screen readers keep the sentence.
 */
export function Countdown({ raffle }: { readonly raffle: RaffleView }) {
  const { t } = useTranslation("raffles");
  return (
    <div className="countdown" data-closes={raffle.due.iso}>
      <p>{t(`closes.left.${raffle.left.unit}`, { count: raffle.left.count })}</p>
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
