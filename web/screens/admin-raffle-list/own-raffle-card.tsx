import { useTranslation } from "react-i18next";
import { RaffleBanner } from "../../ui/raffle-banner.tsx";
import "../raffle-list/raffle-card.css";
import "./admin-raffle-card.css";
import type { OwnRaffleView } from "./admin-raffle-view.ts";
import { OrganiserFacts } from "./organiser-facts.tsx";

/** A raffle whose desk opens without a code: one button, and two short cuts. */
export function OwnRaffleCard({ raffle }: { readonly raffle: OwnRaffleView }) {
  const { t } = useTranslation(["desk", "raffles"]);
  return (
    <article className="ticket raffle-card">
      <div className="ticket-picture">
        <RaffleBanner raffle={raffle} decorative />
      </div>
      <div className="ticket-body">
        <p className={raffle.open ? "chip chip-open" : "chip chip-closed"}>
          {t(raffle.open ? "list.open" : "list.closed", { ns: "raffles" })}
        </p>
        <h2>{raffle.name}</h2>
        {raffle.role && <p className="chip">{raffle.role}</p>}
        <OrganiserFacts raffle={raffle} />
      </div>
      <div className="ticket-stub">
        <a className="raffle-card-link button button-primary" href={raffle.desk}>
          {t("open.heading")}
          <span className="visually-hidden"> {raffle.name}</span>
        </a>
        {raffle.hasEntries && raffle.entries && raffle.missing && (
          <p className="raffle-card-ways">
            <a href={raffle.entries}>
              {t("admin.entries")}
              <span className="visually-hidden"> {raffle.name}</span>
            </a>
            <a href={raffle.missing}>
              {t("admin.missing")}
              <span className="visually-hidden"> {raffle.name}</span>
            </a>
          </p>
        )}
      </div>
    </article>
  );
}
