import { useTranslation } from "react-i18next";
import { DeleteRaffle } from "../../ui/buttons/delete-raffle.tsx";
import { RaffleBanner } from "../../ui/raffle-banner.tsx";
import "../../site/raffle-list/raffle-card.css";
import "./admin-raffle-card.css";
import type { Route } from "./+types/admin-raffle-list.route.ts";
import type { AdminResult } from "./admin-raffle-form.ts";
import { OrganiserFacts } from "./organiser-facts.tsx";

type OwnRaffleCardProps = {
  readonly raffle: Route.ComponentProps["loaderData"]["own"][number];
  readonly result: AdminResult | null;
};

/** A raffle whose desk opens without a code: the way there, and the actions of its organiser. */
export function OwnRaffleCard({ raffle, result }: OwnRaffleCardProps) {
  const { t } = useTranslation(["desk", "raffles"]);
  const { ways } = raffle;
  const named = <span className="visually-hidden"> {raffle.name}</span>;
  return (
    <article className="ticket raffle-card">
      <div className="ticket-picture">
        <RaffleBanner raffle={raffle} decorative />
      </div>
      <div className="ticket-body">
        <p className={raffle.open ? "chip chip-open" : "chip"}>
          {t(raffle.open ? "list.open" : "list.closed", { ns: "raffles" })}
        </p>
        <h2>{raffle.name}</h2>
        {raffle.role && <p className="chip">{raffle.role}</p>}
        <p className="raffle-card-details">{raffle.details}</p>
        <OrganiserFacts raffle={raffle} />
      </div>
      <div className="ticket-stub">
        <a className="raffle-card-link button button-primary" href={raffle.desk}>
          {t("open.heading")}
          {named}
        </a>
        {ways && (
          <div className="admin-actions raffle-card-ways">
            <a className="button button-secondary" href={ways.update}>
              {t("admin.update")}
              {named}
            </a>
            <a className="button button-secondary" href={ways.entries}>
              {t("admin.entries")}
              {named}
            </a>
            <DeleteRaffle
              raffle={raffle}
              deletion={result && (result.done?.is === "asked" ? "asked" : result.refusal && "refused")}
            />
            <a className="button button-secondary" href={`/raffle/${raffle.codeId}`}>
              {t("admin.preview")}
              {named}
            </a>
            {raffle.hasEntries && (
              <a href={`${ways.entries}?state=invalid`}>
                {t("admin.missing")}
                {named}
              </a>
            )}
          </div>
        )}
      </div>
    </article>
  );
}
