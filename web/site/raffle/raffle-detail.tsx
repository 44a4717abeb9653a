import { useTranslation } from "react-i18next";
import type { Outlook } from "#src/draws/outlook.ts";
import { joinNeeds } from "../../page/join-needs.ts";
import { showDetails } from "../../page/markdown.ts";
import { PageScript } from "../../page/page-script.tsx";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { usePoolText } from "../../ui/pool-text/pool-text.ts";
import { NobodyLeft } from "../../ui/prize-text/nobody-left.tsx";
import { PrizePicture } from "../../ui/prize-text/prize-text.tsx";
import { RememberedEntry } from "../../ui/remembered-entry/remembered-entry.tsx";
import { useRuleText } from "../../ui/rule-text/rule-text.ts";
import { ShareLinks } from "../../ui/share-links/share-links.tsx";
import { MoreOfShop } from "../../ui/shop-line/more-of-shop.tsx";
import type { Route } from "./+types/raffle.route.ts";
import script from "./drive-raffle.ts?inline-script";
import { RaffleBar } from "./hero/raffle-bar.tsx";
import { RaffleHero } from "./hero/raffle-hero.tsx";
import { DrawPlan } from "./plan/draw-plan.tsx";
import { EntriesByHour } from "./plan/entries-by-hour.tsx";
import { RaffleFacts } from "./raffle-facts.tsx";
import type { WinnersView } from "./winners-view.ts";
import "./raffle-detail.css";
import "./prize-shelf.css";

/** What may still be drawn. */
const TO_BE_DRAWN: ReadonlySet<Outlook> = new Set(["open", "soon", "nobody-in-play"]);

/** A raffle's page: what it is about and how to enter, its prizes and rules, and the small print. */
export function RaffleDetail({ loaderData }: Route.ComponentProps) {
  const { raffle, shop, outlook, announceBy, entered, link, winners, plan, byHour } = loaderData;
  const { t } = useTranslation("raffles");
  const ruleText = useRuleText(raffle.ruleEffect, { count: raffle.rules.length, open: raffle.open });
  return (
    <article className="raffle-detail" style={raffle.shop?.style}>
      <RaffleHero raffle={raffle} entered={entered} outlook={outlook} announceBy={announceBy} />
      <RememberedEntry raffle={raffle} />
      {winners && <RaffleWinners winners={winners} codeId={raffle.codeId} announced={outlook === "drawn"} />}
      <section aria-labelledby="details">
        <h2 id="details">{t("detail.details")}</h2>
        <div className="raffle-text">{showDetails(raffle.details)}</div>
      </section>
      <PrizeShelf raffle={raffle} hasDraw={!raffle.locked && TO_BE_DRAWN.has(outlook)} />
      <section className="raffle-band" aria-labelledby="rules">
        <h2 id="rules">{t("detail.rules")}</h2>
        {raffle.open && <p>{t(`detail.needs.${joinNeeds(raffle)}`)}</p>}
        {raffle.rules.length === 0 ? (
          <p>{t("detail.noRules")}</p>
        ) : (
          <>
            {/* Nobody can do a rule any more once it is closed; what drops are worth is still so. */}
            {(raffle.open || raffle.ruleEffect.drops) && <p>{ruleText.lead}</p>}
            <ul className="rule-list stack-2">
              {raffle.rules.map((rule) => (
                <li key={rule.id}>
                  <span className="rule-number">{rule.number}</span>
                  <span>
                    {rule.details} <small>{ruleText.mark(rule.drops)}</small>
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      <RaffleShare raffle={raffle} link={link} />
      {outlook !== "empty" && (
        <>
          <DrawPlan plan={plan} raffle={raffle} />
          <EntriesByHour {...byHour} />
        </>
      )}
      <RaffleFacts
        raffle={raffle}
        state={raffle.open ? "open" : winners ? "drawn" : "closed"}
        hasEntries={outlook !== "empty"}
      />
      <MoreOfShop shop={shop} />
      <RaffleBar raffle={raffle} />
      <PageScript text={script} />
    </article>
  );
}

/** Ways to pass an open raffle on, and to have its dates in one's own calendar. */
function RaffleShare({ raffle, link }: { readonly raffle: RaffleView; readonly link: string }) {
  const { t } = useTranslation("raffles");
  if (!raffle.open) return null;
  return (
    <section aria-labelledby="share" data-while="open">
      <h2 id="share">{t("share.heading")}</h2>
      <ShareLinks link={link} text={t("share.text", { name: raffle.name })} />
      <p>
        <a href={`/raffle/${raffle.codeId}/calendar.ics`} download>
          {t("share.calendar")}
        </a>
      </p>
    </section>
  );
}

type RaffleWinnersProps = {
  readonly winners: NonNullable<WinnersView>;
  readonly codeId: string;
  /** Whether all winners are announced. Before that nobody's name is public. */
  readonly announced: boolean;
};

/**
 * The result of a raffle, by ticket numbers: this page is kept for everybody, and a name must go at once with its
 * entry. The page of the draw has the names.
 */
function RaffleWinners({ winners: { prizes, thanks }, codeId, announced }: RaffleWinnersProps) {
  const { t } = useTranslation("draws");
  // A show that has not begun has shown nobody.
  if (!announced && prizes.length === 0) return null;
  return (
    <section aria-labelledby="winners" className="raffle-winners">
      <h2 id="winners">{t("result.winners")}</h2>
      {thanks !== "" && <p className="raffle-text">{thanks}</p>}
      <ul>
        {prizes
          .filter(({ tickets }) => tickets.length > 0)
          .map(({ prizeCode, name, tickets, more }) => (
            <li key={prizeCode}>
              {name}: {tickets.map((ticket) => `#${ticket}`).join(", ")}
              {more > 0 && ` ${t("past.others", { count: more })}`}
            </li>
          ))}
        <NobodyLeft prizes={prizes.map(({ name, given, tickets }) => ({ name, given, won: tickets.length }))} />
      </ul>
      <p>
        <a href={`/raffle/${codeId}/draw`}>{t(announced ? "past.check" : "plan.announcing")}</a>
      </p>
    </section>
  );
}

type PrizeShelfProps = {
  readonly raffle: RaffleView;
  /**
   * Whether its list is still to be locked, so that it says who is in a prize's draw. The page of the draw says it of a
   * locked list, which an earlier version may have made otherwise.
   */
  readonly hasDraw: boolean;
};

/** From so many prizes on, all but the first are a table: as cards, 24 of them were thirteen screens of a phone. */
const MANY_PRIZES = 7;
const CARDS_OF_MANY = 3;

/** The prizes as a shop shows them, the first one widest, each with a tag that says its worth. */
function PrizeShelf({ raffle, hasDraw }: PrizeShelfProps) {
  const { t } = useTranslation("raffles");
  const poolText = usePoolText(raffle);
  const { prizes } = raffle;
  const cards = prizes.length < MANY_PRIZES ? prizes : prizes.slice(0, CARDS_OF_MANY);
  return (
    <section className="raffle-band" aria-labelledby="prizes">
      <h2 id="prizes">{t("detail.prizes")}</h2>
      {prizes.length === 0 ? (
        <p>{t("detail.noPrizes")}</p>
      ) : (
        <>
          {hasDraw && poolText.fallback !== "" && <p>{poolText.fallback}</p>}
          <ul className="prize-shelf">
            {cards.map(
              ({ id, name, details, worth, numberOfWinners, pool, oddsChances: chances, oddsOf: of, ...looks }) => (
                <li key={id} className="prize-on-shelf">
                  <PrizePicture prize={looks} sizes="(width >= 60rem) 34rem, 90vw" />
                  {worth && (
                    <p className="price-tag">
                      <span className="visually-hidden">{t("detail.worth")} </span>
                      {worth}
                    </p>
                  )}
                  <h3>{name}</h3>
                  {details && <div className="raffle-text">{showDetails(details)}</div>}
                  <p className="chip chip-quiet">{t("detail.winners", { count: numberOfWinners })}</p>
                  {hasDraw && <p className="hint">{poolText.of(pool)}</p>}
                  {chances < of && <p className="hint">{t("detail.odds", { chances, of })}</p>}
                </li>
              ),
            )}
          </ul>
          {cards.length < prizes.length && <PrizeTable prizes={prizes} />}
        </>
      )}
    </section>
  );
}

function PrizeTable({ prizes }: { readonly prizes: RaffleView["prizes"] }) {
  const { t } = useTranslation("raffles");
  return (
    <details className="prize-table">
      <summary>{t("detail.allPrizes", { total: prizes.length })}</summary>
      <table>
        <thead>
          <tr>
            {(["prize", "worth", "winners"] as const).map((column) => (
              <th key={column} scope="col">
                {t(`detail.table.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {prizes.map(({ id, name, details, worth, numberOfWinners, oddsChances: chances, oddsOf: of }) => (
            <tr key={id}>
              <th scope="row">
                {name}
                {details && <div className="raffle-text hint">{showDetails(details)}</div>}
                {chances < of && <p className="hint">{t("detail.odds", { chances, of })}</p>}
              </th>
              <td>{worth}</td>
              <td>{numberOfWinners}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
