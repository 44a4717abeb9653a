import { useTranslation } from "react-i18next";
import type { RaffleView } from "../../../page/views/raffle-view.ts";
import { ButtonLink } from "../../../ui/buttons/buttons.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RaffleBanner } from "../../../ui/raffle-banner.tsx";
import { ShopLine } from "../../../ui/shop-line/shop-line.tsx";
import { Countdown } from "./countdown.tsx";
import "./raffle-hero.css";

/** A name that is longer takes smaller letters, so that the first screen still has room for the button. */
const LONG_NAME = 60;

type RaffleHeroProps = {
  readonly raffle: RaffleView;
  /** How many entries there are. */
  readonly entered: number;
  readonly drawn: boolean;
};

/** One big ticket, on the first screen of every device: what can be won, until when, how many are in, and the button. */
export function RaffleHero({ raffle, entered, drawn }: RaffleHeroProps) {
  const { t } = useTranslation("raffles");
  return (
    <div className="ticket raffle-hero">
      <div className="ticket-body raffle-picture">
        <RaffleBanner raffle={raffle} eager />
      </div>
      <div className="ticket-stub raffle-stub">
        <ShopLine shop={raffle.shop} />
        <h1 data-long={raffle.name.length > LONG_NAME || undefined}>{raffle.name}</h1>
        {raffle.win !== "" && (
          <p className="raffle-win">
            <b>{t("win.lead")}</b> {raffle.win}
          </p>
        )}
        <p className="raffle-closes">
          <time dateTime={raffle.due.iso}>
            {t(raffle.open ? "closes.on" : "closes.closed", { moment: raffle.closes })}
          </time>{" "}
          {!raffle.open && (drawn || raffle.awaitsWinners) && (
            <>
              <br />
              <b>{t(drawn ? "closes.drawn" : "closes.draw", { moment: raffle.draws })}</b>{" "}
            </>
          )}
          <small>{t("closes.zone", { place: raffle.place })}</small>
        </p>
        <div className="raffle-pulse">
          {raffle.open && <Countdown raffle={raffle} />}
          <p className="raffle-entered">{enteredText()}</p>
        </div>
        {!raffle.open && !drawn && (
          <Notice kind="info">
            {raffle.awaitsWinners ? t("detail.tooLate") : t("detail.over", { date: raffle.draw.date })}
          </Notice>
        )}
        <div className="actions">
          {drawn && (
            <ButtonLink
              label={t("plan.drawn", { ns: "draws" })}
              look="primary"
              href={`/raffle/${raffle.codeId}/draw`}
            />
          )}
          {raffle.open && (
            <a className="button button-primary" href={`/raffle-entry/${raffle.codeId}`}>
              {t("detail.join")}
            </a>
          )}
          <a className={`button button-${raffle.open ? "quiet" : "secondary"}`} href={`/search-entry/${raffle.codeId}`}>
            {t(raffle.open ? "detail.search" : "detail.lookUp")}
          </a>
          {!raffle.open && (
            <a className="button button-quiet" href="/raffle-list">
              {t("detail.others")}
            </a>
          )}
        </div>
      </div>
    </div>
  );

  function enteredText(): string {
    if (!raffle.open) return t("entered.closed", { count: entered });
    return entered === 0 ? t("entered.none") : t("entered.some", { count: entered });
  }
}

/** On phones the way to the form stays in reach of the thumb; wider screens have it in the ticket alone. */
export function RaffleBar({ raffle }: { readonly raffle: RaffleView }) {
  const { t } = useTranslation("raffles");
  if (!raffle.open) return null;
  return (
    <div className="raffle-bar">
      <span>{t(`closes.left.${raffle.left.unit}`, { count: raffle.left.count })}</span>
      <ButtonLink label={t("detail.join")} look="primary" href={`/raffle-entry/${raffle.codeId}`} />
    </div>
  );
}

/** The buttons of an open raffle, which the specification keeps, disabled, on a closed one: after all that is of use. */
export function ClosedButtons() {
  const { t } = useTranslation("raffles");
  return (
    <div className="actions">
      {(["join", "search"] as const).map((deed) => (
        <button key={deed} type="button" className="button button-quiet" disabled>
          {t(`detail.${deed}`)}
        </button>
      ))}
    </div>
  );
}
