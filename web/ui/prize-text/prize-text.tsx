import { useTranslation } from "react-i18next";
import type { PrizeView } from "../../page/views/raffle-view.ts";
import "./prize-text.css";

/** A prize's details, its worth unless it is zero, and how many people can win it. */
export function PrizeText({ prize }: { readonly prize: PrizeView }) {
  const { t } = useTranslation("raffles");
  return (
    <div className="stack-1">
      {prize.details && <p className="prize-details">{prize.details}</p>}
      <p className="prize-facts">
        {prize.worth && (
          <span className="chip chip-quiet">
            <span className="visually-hidden">{t("detail.worth")} </span>
            {prize.worth}
          </span>
        )}
        <span className="chip chip-quiet">{t("detail.winners", { count: prize.numberOfWinners })}</span>
      </p>
      {prize.oddsChances < prize.oddsOf && (
        <p className="hint">{t("detail.odds", { chances: prize.oddsChances, of: prize.oddsOf })}</p>
      )}
    </div>
  );
}

type PrizePictureProps = {
  readonly prize: Pick<PrizeView, "picture" | "icon">;
  /** The width at which a page shows it, as the attribute `sizes` of an image. */
  readonly sizes: string;
};

/** What a prize looks like, beside its written name: its picture, or else the drawing that stands for it. */
export function PrizePicture({ prize, sizes }: PrizePictureProps) {
  if (prize.picture) {
    return <img {...prize.picture} sizes={sizes} alt="" className="prize-picture" loading="lazy" decoding="async" />;
  }
  return (
    <svg className="prize-picture prize-icon" viewBox="0 0 48 48" aria-hidden="true">
      <use href={`/prize-icons.svg#${prize.icon}`} />
    </svg>
  );
}

/** A prize as a list shows it, below its name: a small picture beside its text. */
export function PrizeGlance({ prize }: { readonly prize: PrizeView }) {
  return (
    <div className="prize-glance">
      <PrizePicture prize={prize} sizes="5.5rem" />
      <PrizeText prize={prize} />
    </div>
  );
}
