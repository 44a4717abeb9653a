import { useTranslation } from "react-i18next";
import type { Outlook } from "#src/draws/outlook.ts";
import { joinNeeds } from "../../page/join-needs.ts";
import { showDetails } from "../../page/markdown.ts";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { RememberedEntry } from "../../ui/remembered-entry/remembered-entry.tsx";
import { useRuleText } from "../../ui/rule-text/rule-text.ts";
import { RaffleBar } from "./hero/raffle-bar.tsx";
import { RaffleHero } from "./hero/raffle-hero.tsx";
import { DrawPlan } from "./plan/draw-plan.tsx";
import { type ByHourView, EntriesByHour } from "./plan/entries-by-hour.tsx";
import type { PlanView } from "./plan/plan-view.ts";
import { PrizeShelf } from "./prize-shelf.tsx";
import { RaffleFacts } from "./raffle-facts.tsx";
import { RaffleScript } from "./raffle-script.tsx";
import { RaffleShare } from "./raffle-share.tsx";
import { RaffleWinners } from "./raffle-winners.tsx";
import type { WinnersView } from "./winners-view.ts";
import "./raffle-detail.css";

type RaffleDetailProps = {
  readonly raffle: RaffleView;
  readonly outlook: Outlook;
  /** Until when winners who wait for the show are announced. */
  readonly announceBy: Date | null;
  readonly entered: number;
  /** The page's address, to pass on. */
  readonly link: string;
  readonly winners: WinnersView;
  readonly plan: PlanView;
  readonly byHour: ByHourView;
};

/** What may still be drawn. */
const TO_BE_DRAWN: ReadonlySet<Outlook> = new Set(["open", "soon", "nobody-in-play"]);

/** A raffle's page: what it is about and how to enter, its prizes and rules, and the small print. */
export function RaffleDetail({ raffle, outlook, announceBy, entered, link, winners, plan, byHour }: RaffleDetailProps) {
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
            <ul className="rule-list">
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
      <RaffleBar raffle={raffle} />
      <RaffleScript />
    </article>
  );
}
