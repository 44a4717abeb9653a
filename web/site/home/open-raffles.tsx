import { useTranslation } from "react-i18next";
import type { CardView } from "../../page/views/raffle-cards.ts";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { Scene } from "../../ui/scene.tsx";
import { RaffleCard } from "../raffle-list/raffle-card.tsx";

/** A few raffles that can be joined now, or what to do when there is none. */
export function OpenRaffles({ raffles }: { readonly raffles: readonly CardView[] }) {
  const { t } = useTranslation("pages");
  return (
    <section className="home-section" aria-labelledby="open-now">
      <header className="home-section-heading">
        <h2 id="open-now">{t("home.open.heading")}</h2>
        {raffles.length > 0 && <a href="/raffle-list">{t("home.open.all")}</a>}
      </header>
      {raffles.length > 0 ? (
        <ul className="raffle-cards">
          {raffles.map((raffle, index) => (
            <li key={raffle.codeId}>
              <RaffleCard raffle={raffle} next={index === 0} />
            </li>
          ))}
        </ul>
      ) : (
        <div className="empty">
          <Scene name="rooster" />
          <p>{t("home.open.none")}</p>
          <p>
            <ButtonLink label={t("home.open.create")} look="secondary" href="/create-raffle" />
          </p>
        </div>
      )}
    </section>
  );
}
