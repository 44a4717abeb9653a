import { useTranslation } from "react-i18next";
import { useTimestamps } from "../../page/page-texts.tsx";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { RaffleBanner } from "../raffle-banner.tsx";
import "./raffle-strip.css";

type RaffleStripProps = {
  readonly raffle: RaffleView;
  readonly fallback?: "/banner/default.png" | "/banner/banner.png";
};

/** One line that names the page's raffle and links back to it. */
export function RaffleStrip({ raffle, fallback = "/banner/default.png" }: RaffleStripProps) {
  const { t } = useTranslation("raffles");
  const { date, time } = useTimestamps()(raffle.due);
  return (
    <a className="raffle-strip" href={`/raffle/${raffle.codeId}`} style={raffle.shop?.style}>
      <RaffleBanner raffle={raffle} eager decorative fallback={fallback} sizes="8rem" />
      <span>
        <strong>{raffle.name}</strong>
        <small>
          {t("list.dueDate")} {date}, {time}
        </small>
      </span>
    </a>
  );
}
