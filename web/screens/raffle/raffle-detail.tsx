import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { RaffleField } from "#src/raffles/fields.ts";
import type { RaffleView } from "../../page/raffle-view.ts";
import { Notice } from "../../ui/notice.tsx";
import { PrizeText } from "../../ui/prize-text/prize-text.tsx";
import { RaffleBanner } from "../../ui/raffle-banner.tsx";
import { ShopContact } from "../../ui/shop-line/shop-contact.tsx";
import { ShopLine } from "../../ui/shop-line/shop-line.tsx";
import { TimestampLine } from "../../ui/timestamp-line/timestamp-line.tsx";
import { DrawPlan } from "./draw-plan.tsx";
import { type ByHourView, EntriesByHour } from "./entries-by-hour.tsx";
import type { PlanView } from "./plan-view.ts";
import { RaffleWinners } from "./raffle-winners.tsx";
import type { WinnersView } from "./winners-view.ts";
import "./raffle-detail.css";

/** Fields that are no line of the head: its title, a section and a hint below, and what only organisers choose. */
type PlanField = "drawRequires" | "drawWeight" | "prizesEach" | "reserves" | "claimDays" | "leadMinutes";
type ShopField = "shopName" | "shopPlace" | "shopContact" | "accentColor";
type ShownElsewhere =
  | ShopField
  | "name"
  | "details"
  | "retentionDays"
  | "sources"
  | "facebookLink"
  | "instagramLink"
  | PlanField;

type RaffleDetailProps = {
  readonly raffle: RaffleView;
  readonly winners: WinnersView;
  readonly plan: PlanView;
  readonly byHour: ByHourView;
};

/** A raffle's page: its description, prizes and rules, and links to enter and to find an entry. */
export function RaffleDetail({ raffle, winners, plan, byHour }: RaffleDetailProps) {
  const { t } = useTranslation("raffles");
  const facts: Readonly<Record<Exclude<RaffleField, ShownElsewhere>, ReactNode>> = {
    dueDate: <TimestampLine label={t("detail.dueDate")} moment={raffle.due} />,
    drawDate: <TimestampLine label={t("detail.drawDate")} moment={raffle.draw} />,
    status: <FactLine label={t("detail.status")} text={t(`status.${raffle.status}`)} />,
    permitNumber: <FactLine label={t("detail.permitNumber")} text={raffle.permitNumber} />,
  };
  return (
    <article className="raffle-detail" style={raffle.shop?.style}>
      <div className="ticket raffle-hero">
        <RaffleBanner codeId={raffle.codeId} name={raffle.name} eager />
        <div className="ticket-body">
          <h1>{raffle.name}</h1>
          <ShopLine shop={raffle.shop} />
          <dl className="raffle-moments">
            {Object.entries(facts).map(([name, line]) => (
              <Fragment key={name}>{line}</Fragment>
            ))}
            <FactLine label={t("detail.code")} text={raffle.codeId} className="raffle-code" />
          </dl>
          <ShopContact shop={raffle.shop} />
        </div>
        <div className="ticket-stub">
          {!raffle.open && (
            <Notice kind="info">
              {raffle.awaitsWinners ? t("detail.tooLate") : t("detail.over", { date: raffle.draw.date })}
            </Notice>
          )}
          <div className="actions">
            <WayOn open={raffle.open} kind="primary" href={`/raffle-entry/${raffle.codeId}`} label={t("detail.join")} />
            <WayOn
              open={raffle.open}
              kind="secondary"
              href={`/search-entry/${raffle.codeId}`}
              label={t("detail.search")}
            />
          </div>
          <p className="hint">
            {t("detail.keptUntil", { date: raffle.keptUntil.date })} <a href="/privacy">{t("detail.privacy")}</a>
          </p>
        </div>
      </div>
      {winners && <RaffleWinners winners={winners} codeId={raffle.codeId} />}
      <section aria-labelledby="details">
        <h2 id="details">{t("detail.details")}</h2>
        <p className="raffle-text">{raffle.details}</p>
      </section>
      <section aria-labelledby="prizes">
        <h2 id="prizes">{t("detail.prizes")}</h2>
        {raffle.prizes.length === 0 ? (
          <p>{t("detail.noPrizes")}</p>
        ) : (
          <ul className="prize-list">
            {raffle.prizes.map((prize) => (
              <li key={prize.id} className="ticket prize-ticket">
                <div className="ticket-body">
                  <h3>{prize.name}</h3>
                  <PrizeText prize={prize} />
                </div>
                <p className="ticket-stub prize-code">{prize.prizeCode}</p>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="rules">
        <h2 id="rules">{t("detail.rules")}</h2>
        {raffle.rules.length === 0 ? (
          <p>{t("detail.noRules")}</p>
        ) : (
          <ul className="rule-list">
            {raffle.rules.map((rule) => (
              <li key={rule.id}>
                <span className="rule-number">{rule.number}</span>
                <span>
                  {rule.details} <small>{t("detail.drops", { count: rule.drops })}</small>
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <DrawPlan plan={plan} codeId={raffle.codeId} />
      <EntriesByHour {...byHour} />
    </article>
  );
}

type FactLineProps = { readonly label: string; readonly text: string; readonly className?: string };

/** A labelled text like a date's line; nothing for an empty text. */
function FactLine({ label, text, className }: FactLineProps) {
  if (text === "") return null;
  return (
    <div className="moment-line">
      <dt>{label}</dt>
      <dd className={className}>{text}</dd>
    </div>
  );
}

type WayOnProps = {
  readonly open: boolean;
  readonly kind: "primary" | "secondary";
  readonly href: string;
  readonly label: string;
};

/** A link while the raffle is open, and a disabled button after that. */
function WayOn({ open, kind, href, label }: WayOnProps) {
  const className = `button button-${kind}`;
  if (!open) {
    return (
      <button type="button" className={className} disabled>
        {label}
      </button>
    );
  }
  return (
    <a className={className} href={href}>
      {label}
    </a>
  );
}
