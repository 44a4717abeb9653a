import { useTranslation } from "react-i18next";
import type { Outlook } from "#src/draws/outlook.ts";
import { joinNeeds } from "../../page/join-needs.ts";
import { showDetails } from "../../page/markdown.ts";
import { PageScript } from "../../page/page-script.tsx";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { NobodyLeft } from "../../ui/prize-text/nobody-left.tsx";
import driverUrl from "../../ui/remembered-entry/drive-remembered.ts?worker&url";
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
import { PrizeShelf } from "./prize-shelf.tsx";
import { RaffleFacts } from "./raffle-facts.tsx";
import type { WinnersView } from "./winners-view.ts";
import "./raffle-detail.css";

/** What may still be drawn. */
const TO_BE_DRAWN: ReadonlySet<Outlook> = new Set(["open", "soon", "nobody-in-play"]);

/** A raffle's page: what it is about and how to enter, its prizes and rules, and the small print. */
export function RaffleDetail({ loaderData }: Route.ComponentProps) {
  const { raffle, shop, outlook, announceBy, entered, odds, link, winners, plan, byHour, stations } = loaderData;
  const { t } = useTranslation("raffles");
  return (
    <article className="raffle-detail" style={raffle.shop?.style}>
      <RaffleHero raffle={raffle} entered={entered} outlook={outlook} announceBy={announceBy} />
      <RememberedEntry raffle={raffle} driver={driverUrl} />
      {winners && <RaffleWinners winners={winners} codeId={raffle.codeId} announced={outlook === "drawn"} />}
      <section aria-labelledby="details">
        <h2 id="details">{t("detail.details")}</h2>
        <div className="raffle-text">{showDetails(raffle.details)}</div>
      </section>
      <PrizeShelf raffle={raffle} odds={odds} hasDraw={!raffle.locked && TO_BE_DRAWN.has(outlook)} />
      {(raffle.peopleCan.enter || raffle.rules.length > 0) && <RaffleRules raffle={raffle} stations={stations} />}
      <RaffleShare raffle={raffle} link={link} />
      {outlook !== "empty" && (
        <>
          <DrawPlan plan={plan} raffle={raffle} />
          {raffle.peopleCan.enter && <EntriesByHour {...byHour} />}
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

type RaffleRulesProps = Pick<Route.ComponentProps["loaderData"], "raffle" | "stations">;

/** What somebody does to be in the draw, and where. */
function RaffleRules({ raffle, stations }: RaffleRulesProps) {
  const { t } = useTranslation("raffles");
  const ruleText = useRuleText(raffle.ruleEffect, { count: raffle.rules.length, open: raffle.open });
  return (
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
                  {rule.details} <br />
                  <small>{ruleText.mark(rule.drops) + rule.proved}</small>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {stations.length > 0 && <RaffleStations rules={stations} />}
    </section>
  );
}

/** Where stamps are given. */
function RaffleStations({ rules }: { readonly rules: Route.ComponentProps["loaderData"]["stations"] }) {
  const { t } = useTranslation("stamps");
  return (
    <>
      <h3 id="stations">{t("list.heading")}</h3>
      {rules.map(({ id, text, stations }) => (
        <div key={id}>
          <p>{text}</p>
          <ul>
            {stations.map(({ number, name, place }) => (
              <li key={number}>{place === "" ? name : `${name} · ${place}`}</li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

/** Ways to pass an open raffle on, and to have its dates in one's own calendar. */
function RaffleShare({ raffle, link }: { readonly raffle: RaffleView; readonly link: string }) {
  const { t } = useTranslation("raffles");
  if (!raffle.open) return null;
  return (
    <section className="on-screen" aria-labelledby="share" data-while="open">
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
 * The result of a raffle, by ticket numbers: this page is cached for everybody, and a name must go at once with its
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
