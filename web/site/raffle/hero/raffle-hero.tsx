import { useTranslation } from "react-i18next";
import type { Outlook } from "#src/draws/outlook.ts";
import { useTimestamps } from "../../../page/page-texts.tsx";
import type { RaffleView } from "../../../page/views/raffle-view.ts";
import { useAnnouncement } from "../../../ui/announcement/announcement.ts";
import { Notice } from "../../../ui/notice.tsx";
import { RaffleBanner } from "../../../ui/raffle-banner.tsx";
import { ShopLine } from "../../../ui/shop-line/shop-line.tsx";
import { Countdown } from "./countdown.tsx";
import { ClosedActions, OpenActions } from "./raffle-actions.tsx";
import "./raffle-hero.css";

/** A name that is longer takes smaller letters, so that the first screen still has room for the button. */
const LONG_NAME = 60;

type RaffleHeroProps = {
  readonly raffle: RaffleView;
  /** How many entries there are. */
  readonly entered: number;
  readonly outlook: Outlook;
  /** Until when winners who wait for the show are announced. */
  readonly announceBy: Date | null;
};

/** What came of a raffle that was, or will be, drawn. */
const AFTER_DUE: ReadonlySet<Outlook> = new Set(["soon", "announcing", "drawn"]);

/**
 * One big ticket, on the first screen of every device: what can be won, until when, how many are in, and the button.
 */
export function RaffleHero({ raffle, entered, outlook, announceBy }: RaffleHeroProps) {
  const { t } = useTranslation("raffles");
  const announcement = useAnnouncement(raffle);
  const timestamp = useTimestamps();
  const waitsForShow = raffle.announce === "with-show" && (outlook === "open" || outlook === "soon");
  const whileClosed = { "data-while": "closed", hidden: raffle.open };
  // What an open page says once it closes. Whether somebody is in play by then, the page cannot know of an empty one.
  const after = outlook === "open" && entered > 0 ? "soon" : outlook;
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
          {raffle.open && (
            <time dateTime={raffle.due.toISOString()} data-while="open">
              {t("closes.on", { moment: raffle.closes })}
            </time>
          )}
          <time dateTime={raffle.due.toISOString()} {...whileClosed}>
            {t("closes.closed", { moment: raffle.closes })}
          </time>{" "}
          {AFTER_DUE.has(outlook) && (
            <>
              <br />
              <b>{t(outlook === "soon" ? "closes.draw" : "closes.drawn", { moment: raffle.draws })}</b>{" "}
            </>
          )}
          <small>{t("closes.zone", { place: raffle.place })}</small>
        </p>
        {waitsForShow && <p className="hint">{announcement}</p>}
        <div className="raffle-pulse">
          {raffle.open && <Countdown raffle={raffle} />}
          <Entered raffle={raffle} entered={entered} />
        </div>
        {raffle.open && <OpenActions codeId={raffle.codeId} />}
        <div className="raffle-closed" {...whileClosed}>
          {after === "soon" && (
            <>
              <Notice kind="info">{t("detail.tooLate")}</Notice>
              <p className="raffle-waits">{t(`waits.${raffle.waits}`, { lock: raffle.locks, draw: raffle.draws })}</p>
            </>
          )}
          {after === "announcing" && announceBy && (
            <Notice kind="info">{t("detail.announcing", timestamp(announceBy))}</Notice>
          )}
          {after === "over" && <Notice kind="info">{t("detail.over", timestamp(raffle.draw))}</Notice>}
          {(after === "empty" || after === "nobody-in-play") && (
            <Notice kind="info">{t(`detail.nothingToDraw.${after}`)}</Notice>
          )}
          <ClosedActions raffle={raffle} outlook={after} />
        </div>
      </div>
    </div>
  );
}

/** How many are in. Who joined in this browser is counted at once: a script of the page has the text with them. */
function Entered({ raffle, entered }: Pick<RaffleHeroProps, "raffle" | "entered">) {
  const { t } = useTranslation("raffles");
  if (!raffle.open) return <p className="raffle-entered">{t("entered.closed", { count: entered })}</p>;
  return (
    <p className="raffle-entered" data-entered={entered} data-with-own={t("entered.some", { count: entered + 1 })}>
      {entered === 0 ? t("entered.none") : t("entered.some", { count: entered })}
    </p>
  );
}
