import { useTranslation } from "react-i18next";
import type { SummaryView } from "../../page/raffle-view.ts";
import { RaffleBanner } from "../../ui/raffle-banner.tsx";
import { TimestampLine } from "../../ui/timestamp-line/timestamp-line.tsx";
import "./raffle-card.css";

type RaffleCardProps = {
  readonly raffle: SummaryView;
  readonly eager?: boolean;
  /** The heading level that fits the card's position in the page. */
  readonly heading?: "h2" | "h3";
};

/** A raffle as a ticket: the picture and the facts, and on the stub the link. */
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
          <TimestampLine label={t("list.dueDate")} moment={raffle.due} />
          <TimestampLine label={t("list.drawDate")} moment={raffle.draw} />
        </dl>
      </div>
      <div className="ticket-stub">
        <a className={`button button-${raffle.open ? "primary" : "secondary"}`} href={`/raffle/${raffle.codeId}`}>
          {raffle.open ? t("list.join") : t("list.see")}
          <span className="visually-hidden"> {raffle.name}</span>
        </a>
      </div>
    </article>
  );
}
