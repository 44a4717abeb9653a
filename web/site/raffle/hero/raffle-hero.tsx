import { useTranslation } from "react-i18next";
import type { Outlook } from "#src/draws/outlook.ts";
import { useTimestamps } from "../../../page/page-texts.tsx";
import type { RaffleView } from "../../../page/views/raffle-view.ts";
import { useAnnouncement } from "../../../ui/announcement/announcement.ts";
import { ButtonLink } from "../../../ui/buttons/buttons.tsx";
import { Notice } from "../../../ui/page-parts.tsx";
import { RaffleBanner } from "../../../ui/raffle-banner.tsx";
import { ShopLine } from "../../../ui/shop-line/shop-line.tsx";
import "./raffle-hero.css";
import "./countdown.css";

/** A name that is longer takes smaller letters, so that the first screen still has room for the button. */
const LONG_NAME = 60;

type RaffleHeroProps = {
  readonly raffle: RaffleView;
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
              {raffle.peopleCan.enter && <Notice kind="info">{t("detail.tooLate")}</Notice>}
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

const FIGURES = ["days", "hours", "minutes", "seconds"] as const;

/**
 * How long the raffle is open: a sentence, as of when the page was made. The page's script puts split-flap figures in
 * its place, in the last hour minutes and seconds; screen readers keep the sentence. At the end it says "Closed".
 */
function Countdown({ raffle }: { readonly raffle: RaffleView }) {
  const { t } = useTranslation("raffles");
  return (
    <div
      className="countdown"
      data-closes={raffle.due.toISOString()}
      data-left={`${raffle.left.unit} ${raffle.left.count}`}
    >
      <p data-while="open">{t(`closes.left.${raffle.left.unit}`, { count: raffle.left.count })}</p>
      <p data-while="closed" role="status" hidden>
        {t("closes.left.over")}
      </p>
      <div className="countdown-flaps" aria-hidden="true">
        {FIGURES.map((figure) => (
          <span key={figure}>
            <b>–</b>
            <small>{t(`closes.${figure}`)}</small>
          </span>
        ))}
      </div>
    </div>
  );
}

/** The ways of an open raffle. A script leads who has joined in this browser to their entry first. */
function OpenActions({ codeId }: { readonly codeId: string }) {
  const { t } = useTranslation("raffles");
  const form = `/raffle-entry/${codeId}`;
  return (
    <div className="actions" data-while="open">
      <ButtonLink label={t("detail.join")} look="primary" href={form} data-join />
      <ButtonLink label={t("remembered.view")} look="primary" href={form} data-mine="one" hidden />
      <ButtonLink label={t("remembered.viewAll")} look="primary" href="#remembered" data-mine="several" hidden />
      <ButtonLink label={t("detail.join")} look="quiet" href={form} data-mine="" hidden />
      <ButtonLink label={t("detail.search")} look="quiet" href={`/search-entry/${codeId}`} />
    </div>
  );
}

type ClosedActionsProps = {
  readonly raffle: Pick<RaffleView, "codeId" | "isStored" | "sendsMail" | "peopleCan">;
  readonly outlook: Outlook;
};

/**
 * The ways of a closed raffle: what is of use, and then the two buttons that the specification disables. A plain line
 * says how somebody finds their entry all the same.
 */
function ClosedActions({ raffle, outlook }: ClosedActionsProps) {
  const { codeId, isStored, sendsMail, peopleCan } = raffle;
  const { t } = useTranslation("raffles");
  return (
    <>
      <div className="actions">
        {outlook === "drawn" && (
          <ButtonLink label={t("plan.drawn", { ns: "draws" })} look="primary" href={`/raffle/${codeId}/draw`} />
        )}
        {(outlook === "soon" || outlook === "announcing") && (
          <ButtonLink label={t("detail.seeDraw")} look="primary" href={`/raffle/${codeId}/draw`} />
        )}
        <ButtonLink label={t("detail.others")} look="quiet" href="/raffle-list" />
        {(peopleCan.enter ? (["join", "search"] as const) : []).map((action) => (
          <button key={action} type="button" className="button button-quiet" disabled>
            {t(`detail.${action}`)}
          </button>
        ))}
      </div>
      {!peopleCan.enter && <p className="hint">{t("detail.fromList")}</p>}
      {peopleCan.lookUp && (isStored ? outlook !== "empty" : outlook === "drawn" || outlook === "announcing") && (
        <p className="hint">
          {t(isStored ? (sendsMail ? "detail.ownEntry" : "detail.ownEntryHere") : "detail.prizeWaits")}{" "}
          <a href={`/search-entry/${codeId}`}>{t("detail.lookUp")}</a>
        </p>
      )}
    </>
  );
}
