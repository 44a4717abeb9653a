import { useTranslation } from "react-i18next";
import type { PrizeView } from "../../page/raffle-view.ts";
import "./prize-text.css";

/** A prize's details, its worth unless it is zero, and how many people can win it. */
export function PrizeText({ prize }: { readonly prize: PrizeView }) {
  const { t } = useTranslation("raffles");
  return (
    <div className="prize-text">
      {prize.details && <p className="prize-details">{prize.details}</p>}
      <p className="prize-facts">
        {prize.worth && (
          <span className="chip chip-quiet">
            {t("detail.worth")} {prize.worth}
          </span>
        )}
        <span className="chip chip-quiet">{t("detail.winners", { count: prize.numberOfWinners })}</span>
      </p>
    </div>
  );
}
