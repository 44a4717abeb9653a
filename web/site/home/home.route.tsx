import type { ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import type { PageHandle } from "#src/http/page-handle.ts";
import { listPublishedRaffles } from "#src/raffles/read.ts";
import { useTimestamps } from "../../page/page-texts.tsx";
import { type SiteOperator, siteOperator } from "../../page/site-operator.ts";
import { type CardView, raffleCards } from "../../page/views/raffle-cards.ts";
import type { SummaryView } from "../../page/views/raffle-view.ts";
import { siteLoader } from "../../requests/screens.ts";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { DrumScene } from "../../ui/drum/drum-scene.tsx";
import { Notice } from "../../ui/page-parts.tsx";
import { Scene } from "../../ui/scene.tsx";
import { TicketStrip } from "../../ui/tickets/ticket-strip.tsx";
import { RaffleCard } from "../raffle-list/raffle-card.tsx";
import type { Route } from "./+types/home.route.ts";
import { Bunting } from "./bunting.tsx";
import "./home.css";

/** The most raffles shown: they fit on one line of a wide screen. */
const RAFFLES_SHOWN = 3;

export const handle: PageHandle = { cached: { shows: "raffles" } };

export const loader = siteLoader("pages:home.description", async ({ site, language, meta }) => {
  const { db, config } = site;
  // The list has open raffles first, ordered by closing date.
  const { raffles } = await listPublishedRaffles(db, 1);
  const open = raffles.filter((raffle) => raffle.open).slice(0, RAFFLES_SHOWN);
  return {
    raffles: await raffleCards(open, site, language),
    productName: config.productName,
    contact: contactOf(siteOperator(config)),
    meta: { ...meta, path: "" },
  };
});

/** How the operator is reached: by mail, by the legal notice, or in person. */
function contactOf({ email, hasImprint }: SiteOperator): string {
  if (email) return `mailto:${email}`;
  return hasImprint ? "/imprint" : "/how-it-works#host";
}

export default function Home({ loaderData: { raffles, productName, contact } }: Route.ComponentProps) {
  const { t } = useTranslation("site");
  return (
    <div className="home">
      {/* The page is the same for everybody. A cookie makes it show this to a person who has just signed in. */}
      <div className="for-new-members">
        <Notice kind="success">
          {t("welcome.done")} <a href="/profile">{t("welcome.profile")}</a>
        </Notice>
      </div>
      <Hero next={raffles[0]} contact={contact} />
      <TicketStrip />
      <OpenRaffles raffles={raffles} />
      <HowPoints />
      <WhyPennants productName={productName} />
    </div>
  );
}

type HeroProps = {
  /** The open raffle that closes next, if there is one. */
  readonly next: SummaryView | undefined;
  /** Where "Contact Us" leads. */
  readonly contact: string;
};

/** The site's introduction below a bunting, and links to the two main actions. */
function Hero({ next, contact }: HeroProps) {
  const { t } = useTranslation("pages");
  return (
    <section className="hero">
      <Bunting />
      <div className="hero-text">
        <NewsPill next={next} />
        <h1>
          <Trans
            t={t}
            i18nKey="home.heading"
            components={{ luck: <span className="hero-word" />, loyalty: <span className="hero-word" /> }}
          />
        </h1>
        <p className="lead">{t("home.lead")}</p>
        <div className="actions">
          <ButtonLink label={t("home.start")} look="primary" href="/raffle-list" />
          <ButtonLink label={t("home.contact")} href={contact} />
        </div>
        <p className="hint">{t("home.note")}</p>
        <p className="hint">
          <a href="/draw-from-list">{t("home.list")}</a>
        </p>
      </div>
      <DrumScene />
    </section>
  );
}

function NewsPill({ next }: { readonly next: SummaryView | undefined }) {
  const { t } = useTranslation("pages");
  const timestamp = useTimestamps();
  if (!next) {
    return (
      <a className="news-pill" href="/create-raffle">
        <strong>{t("home.newsCreate")}</strong> <span>{t("home.newsCreateText")}</span>
      </a>
    );
  }
  const { iso, date } = timestamp(next.due);
  return (
    <a className="news-pill" href={`/raffle/${next.codeId}`}>
      <strong>{t("home.newsClosing")}</strong>{" "}
      <span>
        <b>{next.name}</b> <time dateTime={iso}>{t("home.newsUntil", { date })}</time>
      </span>
    </a>
  );
}

/** A few raffles that can be joined now, or what to do when there is none. */
function OpenRaffles({ raffles }: { readonly raffles: readonly CardView[] }) {
  const { t } = useTranslation("pages");
  return (
    <section className="stack-3" aria-labelledby="open-now">
      <header className="home-head">
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
            <ButtonLink label={t("home.open.create")} href="/create-raffle" />
          </p>
        </div>
      )}
    </section>
  );
}

const POINTS = ["join", "drops", "fate"] as const;

/** Three facts about taking part, as three tickets of one strip. */
function HowPoints() {
  const { t } = useTranslation("pages");
  return (
    <section className="stack-3" aria-labelledby="how-it-works">
      <header className="home-head">
        <h2 id="how-it-works">{t("home.how.heading")}</h2>
        <a href="/how-it-works">{t("home.how.more")}</a>
      </header>
      <ol className="ticket-strip">
        {POINTS.map((point) => (
          <li key={point}>
            <h3>{t(`home.how.${point}Title`)}</h3>
            <p>{t(`home.how.${point}`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const REASONS = ["businesses", "winners", "loyalty"] as const;

const PICTURES: Record<(typeof REASONS)[number], ReactNode> = {
  // A shop under its awning.
  businesses: (
    <>
      <path className="drum-fill-surface" d="M9 18h30v25H9z" />
      <path className="drum-fill-teal" d="M19 29h10v14H19z" />
      <path className="drum-shade" d="M9 18h30v8H9z" />
      <path
        className="drum-fill-red"
        d="M10 6h28l5 13a3.8 4 0 0 1-7.6 0 3.8 4 0 0 1-7.6 0 3.8 4 0 0 1-7.6 0 3.8 4 0 0 1-7.6 0 3.8 4 0 0 1-7.6 0z"
      />
      <path className="drum-fill-surface" d="M15.6 6h5.6l-1 13a3.8 4 0 0 1-7.6 0zM26.8 6h5.6l3 13a3.8 4 0 0 1-7.6 0z" />
    </>
  ),
  // A cup with a star.
  winners: (
    <>
      <path className="drum-fill-mango" d="M14 8H4q0 13 13 15v-4q-8-2-8-7h5zM34 8h10q0 13-13 15v-4q8-2 8-7h-5z" />
      <path className="drum-fill-mango" d="M13 5h22v14a11 11 0 0 1-22 0z" />
      <path className="drum-shade" d="M30 5h5v14q0 9-9 11 4-3 4-11z" />
      <path className="drum-fill-red" d="M24 8l2 5 6 1-4 4 1 5-5-3-5 3 1-5-4-4 6-1z" />
      <path className="drum-fill-teal" d="M22 30h4v5h4q4 0 4 4v4H14v-4q0-4 4-4h4z" />
    </>
  ),
  // A card that gets a stamp on every visit.
  loyalty: (
    <>
      <path className="drum-fill-surface" d="M9 8h30q4 0 4 4v24q0 4-4 4H9q-4 0-4-4V12q0-4 4-4z" />
      <path className="drum-shade" d="M5 35h38v1q0 4-4 4H9q-4 0-4-4z" />
      <path className="drum-fill-teal" d="M9 8h30q4 0 4 4v5H5v-5q0-4 4-4z" />
      <circle className="drum-fill-red" cx="13" cy="26" r="4" />
      <circle className="drum-fill-red" cx="24" cy="26" r="4" />
      <circle cx="35" cy="26" r="4" strokeDasharray="2.5" />
    </>
  ),
};

/** Three reasons to take part, hung from a string like banderitas. */
function WhyPennants({ productName }: { readonly productName: string }) {
  const { t } = useTranslation("pages");
  return (
    <section className="stack-3" aria-labelledby="why">
      <header className="home-head">
        <h2 id="why">{t("home.why.heading", { productName })}</h2>
      </header>
      <ul className="pennants stack-3">
        {REASONS.map((reason) => (
          <li key={reason} className={`pennant pennant-${reason}`}>
            <svg viewBox="0 0 48 48" width={56} height={56} fill="none" aria-hidden="true" focusable="false">
              {PICTURES[reason]}
            </svg>
            <h3>{t(`home.why.${reason}Title`)}</h3>
            <p>{t(`home.why.${reason}`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
