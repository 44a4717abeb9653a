import { useTranslation } from "react-i18next";
import type { SummaryView } from "../../views/raffle-view.ts";
import { MomentLine } from "../moment-line/moment-line.tsx";
import { RaffleBanner } from "../raffle-banner.tsx";
import "./raffle-card.css";

type RaffleCardProps = {
  readonly raffle: SummaryView;
  readonly eager?: boolean;
  /** The level of heading that fits where the card stands. */
  readonly heading?: "h2" | "h3";
};

/** A raffle as a ticket: the picture and the facts, and on the stub the way in. */
export function RaffleCard({ raffle, eager = false, heading: Heading = "h2" }: RaffleCardProps) {
  const { t } = useTranslation("raffles");
  return (
    <article className="ticket raffle-card">
      <RaffleBanner codeId={raffle.codeId} name={raffle.name} eager={eager} decorative />
      <div className="ticket-body">
        <p className={raffle.open ? "chip chip-open" : "chip chip-closed"}>
          {raffle.open ? t("list.open") : t("list.closed")}
        </p>
        <Heading>{raffle.name}</Heading>
        <p className="raffle-card-details">{raffle.details}</p>
        <dl>
          <MomentLine label={t("list.dueDate")} moment={raffle.due} />
          <MomentLine label={t("list.drawDate")} moment={raffle.draw} />
        </dl>
      </div>
      <div className="ticket-stub">
        <a className="button button-primary" href={`/raffle/${raffle.codeId}`}>
          {t("list.join")}
          <span className="visually-hidden"> {raffle.name}</span>
        </a>
      </div>
    </article>
  );
}
