import { useTranslation } from "react-i18next";
import type { CardView } from "../../page/views/raffle-cards.ts";
import { RaffleBanner } from "../../ui/raffle-banner.tsx";
import { ShopLine } from "../../ui/shop-line/shop-line.tsx";
import { TimestampLine } from "../../ui/timestamp-line/timestamp-line.tsx";
import "./raffle-card.css";

type RaffleCardProps = {
  readonly raffle: CardView;
  readonly eager?: boolean;
  /** The raffle that closes next: its button is the red one. */
  readonly next?: boolean;
  /** The heading level that fits the card's position in the page. */
  readonly heading?: "h1" | "h2" | "h3";
};

/** A raffle as a ticket, which is a link as a whole: what can be won, whose it is, and how long one can join. */
export function RaffleCard({ raffle, eager = false, next = false, heading: Heading = "h3" }: RaffleCardProps) {
  const { t } = useTranslation("raffles");
  return (
    <article className="ticket raffle-card" data-closed={!raffle.open || undefined}>
      <div className="ticket-picture">
        <RaffleBanner raffle={raffle} eager={eager} decorative />
        <p className="raffle-pennant">{t(`closes.left.${raffle.left.unit}`, { count: raffle.left.count })}</p>
      </div>
      <div className="ticket-body">
        <Heading>{raffle.name}</Heading>
        {raffle.win !== "" && (
          <p className="raffle-card-win">
            <b>{t("win.lead")}</b> {raffle.win}
          </p>
        )}
        <ShopLine shop={raffle.shop} />
        <p className="raffle-card-details">{raffle.details}</p>
        <Stamp raffle={raffle} />
        <dl>
          <TimestampLine label={t("list.dueDate")} moment={raffle.due} />
          <TimestampLine label={t("list.drawDate")} moment={raffle.draw} />
        </dl>
      </div>
      <div className="ticket-stub">
        <a
          className={`raffle-card-link button ${next ? "button-primary" : "button-quiet"}`}
          href={`/raffle/${raffle.codeId}`}
        >
          {raffle.open ? t("list.join") : t("list.see")}
          <span className="visually-hidden"> {raffle.name}</span>
        </a>
        {raffle.open && raffle.win !== "" && <span className="hint">{t("list.joinPlain")}</span>}
      </div>
    </article>
  );
}

/** Who won a closed raffle, or what else came of it, stamped on its ticket. */
function Stamp({ raffle: { winners, outlook } }: Pick<RaffleCardProps, "raffle">) {
  const { t } = useTranslation("raffles");
  const texts = { soon: t("list.awaits"), announcing: t("list.announcing"), empty: t("list.nobody"), drawn: winners };
  const text = outlook in texts ? texts[outlook as keyof typeof texts] : "";
  return text !== "" && <p className="raffle-stamp">{text}</p>;
}
