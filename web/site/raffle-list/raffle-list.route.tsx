import { useTranslation } from "react-i18next";
import { redirectDocument } from "react-router";
import type { PageHandle } from "#src/http/page-handle.ts";
import { pageNumber } from "#src/http/page-number.ts";
import { SHOWN_STATES } from "#src/raffles/limits.ts";
import { listPublishedRaffles, type RaffleSelection } from "#src/raffles/read.ts";
import { type FeedView, feedView } from "../../page/views/feed-view.ts";
import { type CardView, raffleCards } from "../../page/views/raffle-cards.ts";
import { siteLoader } from "../../requests/screens.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { NotFoundScreen } from "../../ui/not-found/not-found-screen.tsx";
import { PageLinks } from "../../ui/page-links.tsx";
import { PageHeading } from "../../ui/page-parts.tsx";
import { Scene } from "../../ui/scene.tsx";
import { TicketStrip } from "../../ui/tickets/ticket-strip.tsx";
import type { Route } from "./+types/raffle-list.route.ts";
import { RaffleCard } from "./raffle-card.tsx";
import { FRAGMENT_LENGTH, readSelection, selectionQuery } from "./selection.ts";
import "./raffle-list.css";

// What somebody looks for is rendered for them alone: strangers could fill the memory with searches.
export const handle: PageHandle = { cached: { shows: "raffles", pages: true, except: ["q", "show"] } };

export const loader = siteLoader(
  "raffles:list.description",
  async ({ url: { searchParams }, site, language, meta }) => {
    const page = pageNumber(searchParams.get("page"));
    const selection = readSelection(searchParams);
    const isSearch = Object.keys(selectionQuery(selection)).length > 0;
    const { raffles, more } = await listPublishedRaffles(site.db, page, selection);
    // The list got shorter, or the visitor typed the page number. That does not mean that there are no raffles.
    if (raffles.length === 0 && page > 1 && !isSearch) throw redirectDocument("/raffle-list");
    return {
      raffles: await raffleCards(raffles, site, language),
      selection,
      isSearch,
      page,
      more,
      meta: {
        ...meta,
        canonicalPath: page === 1 ? "/raffle-list" : `/raffle-list?page=${page}`,
        listed: !isSearch,
        feeds: [feedView("raffles", language), feedView("dates", language), feedView("draws", language)],
      },
    };
  },
);

/** The public list: one ticket per raffle, the closed ones apart, and links to other pages if any. */
export default function RaffleList({ loaderData }: Route.ComponentProps) {
  const { raffles, isSearch, selection, page, more, meta } = loaderData;
  const { t } = useTranslation("raffles");
  if (raffles.length === 0 && !isSearch) return <EmptyRaffleList />;
  const open = raffles.filter((raffle) => raffle.open);
  const closed = raffles.filter((raffle) => !raffle.open);
  return (
    <>
      <PageHeading title={t("list.heading")} lead={t("list.lead")} />
      <TicketStrip />
      <RaffleSearch selection={selection} />
      {raffles.length === 0 && (
        <div className="empty">
          <Scene name="rooster" />
          <p>{t("list.nothing")}</p>
          <ButtonLink label={t("list.clear")} href="/raffle-list" />
        </div>
      )}
      {open.length > 0 && (
        <section className="stack-3" aria-labelledby="open">
          <h2 id="open">{t("list.open")}</h2>
          <Cards raffles={open} first={page === 1} />
        </section>
      )}
      {closed.length > 0 && (
        <section className="stack-3" aria-labelledby="closed">
          <h2 id="closed">{t("list.closed")}</h2>
          <Cards raffles={closed} first={false} />
        </section>
      )}
      <PageLinks page={page} more={more} query={selectionQuery(selection)} />
      <p>
        <a href="/draws">{t("list.archive")}</a>
      </p>
      <FeedLine feeds={meta.feeds} />
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

const LABELS = { all: "list.all", open: "list.onlyOpen", closed: "list.onlyClosed" } as const;

/** Finds raffles by their name or a prize. It works without scripts, because the address holds the search. */
function RaffleSearch({ selection }: { readonly selection: RaffleSelection }) {
  const { t } = useTranslation("raffles");
  return (
    <search>
      <form method="get" className="raffle-search">
        <label>
          {t("list.search")}
          <input
            className="input"
            type="search"
            name="q"
            defaultValue={selection.fragment}
            maxLength={FRAGMENT_LENGTH}
            autoComplete="off"
          />
        </label>
        <label>
          {t("list.show")}
          <select className="input" name="show" defaultValue={selection.state}>
            {SHOWN_STATES.map((state) => (
              <option key={state} value={state}>
                {t(LABELS[state])}
              </option>
            ))}
          </select>
        </label>
        <Submit label={t("list.find")} />
      </form>
    </search>
  );
}

/** The site's feeds, for people who follow it in their own apps. */
function FeedLine({ feeds }: { readonly feeds: readonly FeedView[] }) {
  const { t } = useTranslation("raffles");
  return (
    <p>
      {t("feeds.lead")}{" "}
      {feeds.map(({ href, type, title }, index) => (
        <span key={href}>
          {index > 0 && " · "}
          <a href={href} type={type}>
            {title}
          </a>
        </span>
      ))}
    </p>
  );
}

/** The content of an empty list: the not-found screen, with next steps. */
function EmptyRaffleList() {
  const { t } = useTranslation("raffles");
  return (
    <NotFoundScreen>
      <p>{t("list.empty")}</p>
      <p>
        <a href="/create-raffle">{t("list.create")}</a>
      </p>
    </NotFoundScreen>
  );
}
