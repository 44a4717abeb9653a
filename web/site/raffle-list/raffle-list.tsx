import { useTranslation } from "react-i18next";
import type { RaffleSelection } from "#src/raffles/read.ts";
import type { FeedView } from "../../page/views/feed-view.ts";
import type { CardView } from "../../page/views/raffle-cards.ts";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageLinks } from "../../ui/page-links.tsx";
import { FeedLine } from "./feed-line.tsx";
import { RaffleCard } from "./raffle-card.tsx";
import { RaffleSearch } from "./raffle-search.tsx";
import { selectionQuery } from "./selection.ts";
import "./raffle-list.css";
import { Scene } from "../../ui/scene.tsx";

type RaffleListProps = {
  readonly raffles: readonly CardView[];
  readonly selection: RaffleSelection;
  /** Counted from 1. */
  readonly page: number;
  readonly more: boolean;
  readonly feeds: readonly FeedView[];
};

/** The public list: one ticket per raffle, the closed ones apart, and links to other pages if any. */
export function RaffleList({ raffles, selection, page, more, feeds }: RaffleListProps) {
  const { t } = useTranslation("raffles");
  const open = raffles.filter((raffle) => raffle.open);
  const closed = raffles.filter((raffle) => !raffle.open);
  return (
    <>
      <PageHeading title={t("list.heading")} lead={t("list.lead")} />
      <RaffleSearch selection={selection} />
      {raffles.length === 0 && (
        <div className="empty">
          <Scene name="rooster" />
          <p>{t("list.nothing")}</p>
          <ButtonLink label={t("list.clear")} look="secondary" href="/raffle-list" />
        </div>
      )}
      {open.length > 0 && (
        <section className="raffle-group" aria-labelledby="open">
          <h2 id="open">{t("list.open")}</h2>
          <Cards raffles={open} first={page === 1} />
        </section>
      )}
      {closed.length > 0 && (
        <section className="raffle-group" aria-labelledby="closed">
          <h2 id="closed">{t("list.closed")}</h2>
          <Cards raffles={closed} first={false} />
        </section>
      )}
      <PageLinks page={page} more={more} query={selectionQuery(selection)} />
      <p>
        <a href="/draws">{t("list.archive")}</a>
      </p>
      <FeedLine feeds={feeds} />
    </>
  );
}

/** @param first whether these begin with the raffle that closes next */
function Cards({ raffles, first }: { readonly raffles: readonly CardView[]; readonly first: boolean }) {
  return (
    <ul className="raffle-cards">
      {raffles.map((raffle, index) => (
        <li key={raffle.codeId}>
          <RaffleCard raffle={raffle} eager={index === 0} next={first && index === 0} />
        </li>
      ))}
    </ul>
  );
}
