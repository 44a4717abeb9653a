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
        <span className="chip chip-quiet">
          <WinnersText prize={prize} />
        </span>
      </p>
      <PrizeOdds prize={prize} />
    </div>
  );
}

type Odds = Pick<PrizeView, "oddsChances" | "oddsOf">;

/** How many people win a prize, or how many at most, where its odds decide whether it is given. */
export function WinnersText({ prize }: { readonly prize: Odds & Pick<PrizeView, "numberOfWinners"> }) {
  const { t } = useTranslation("raffles");
  const count = prize.numberOfWinners;
  return prize.oddsChances < prize.oddsOf ? t("detail.winnersAtMost", { count }) : t("detail.winners", { count });
}

/** Says that nobody may win a prize, and by which odds; nothing of one that is given for certain. */
export function PrizeOdds({ prize: { oddsChances: chances, oddsOf: of } }: { readonly prize: Odds }) {
  const { t } = useTranslation("raffles");
  return chances < of && <p className="hint">{t("detail.odds", { chances, of })}</p>;
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
