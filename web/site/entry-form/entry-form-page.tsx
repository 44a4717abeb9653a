import { useEffect, useLayoutEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { rememberEntry, rememberedEntries } from "../../inline/remembered-entries.ts";
import { useTimestamps } from "../../page/page-texts.tsx";
import { useAnswerFocus } from "../../page/use-answer-focus.ts";
import { useClosingRaffle } from "../../page/use-closing-raffle.ts";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { useAnnouncement } from "../../ui/announcement/announcement.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { CheckQr, CodeTicket } from "../../ui/code-ticket/code-ticket.tsx";
import { Notice } from "../../ui/page-parts.tsx";
import { RaffleStrip } from "../../ui/raffle-strip/raffle-strip.tsx";
import { RememberedEntry } from "../../ui/remembered-entry/remembered-entry.tsx";
import { ShareLinks } from "../../ui/share-links/share-links.tsx";
import { ShopContact } from "../../ui/shop-line/shop-contact.tsx";
import { ShopLine } from "../../ui/shop-line/shop-line.tsx";
import { StandingLine } from "../../ui/standing/standing-line.tsx";
import { KeepOnDevice } from "../entry/device/keep-on-device.tsx";
import { EntryForm } from "./entry-form.tsx";
import type { EntryFormResult } from "./entry-submission.ts";
import { useStanding } from "./form-standing.tsx";
import type { Invitation } from "./invited-by.tsx";
import { ReceiptPicture } from "./receipt-picture.tsx";
import { SentCode } from "./sent-code.tsx";
import { receiptAfterReload, type SentEntry, sentEntryOf, storeReceipt } from "./stored-receipt.ts";
import "./entry-form-page.css";

type EntryFormPageProps = {
  readonly raffle: RaffleView;
  readonly result: EntryFormResult | null;
  /** Set when the visitor has just erased an entry to this raffle. */
  readonly erased: boolean;
  /** The code that a visitor scanned; empty for others. */
  readonly dropCode?: string;
  /** What that code means where it is the ticket of a stamp; empty for others. */
  readonly stamp?: string;
  /** The friend's link by which the visitor came. */
  readonly invitation?: Invitation | null;
  readonly sendsMail: boolean;
  readonly raffleLink: string;
  /** Whether another site shows it in a frame. */
  readonly framed?: boolean;
};

export function EntryFormPage({
  raffle: loaded,
  result,
  erased,
  dropCode = "",
  stamp = "",
  invitation = null,
  sendsMail,
  raffleLink,
  framed,
}: EntryFormPageProps) {
  const { t } = useTranslation("entries");
  const timestamp = useTimestamps();
  const raffle = useClosingRaffle(loaded);
  const [reloaded, setReloaded] = useState<SentEntry | null>(null);
  // The server's page is everybody's form: what this tab has sent comes back after it.
  useEffect(() => setReloaded(receiptAfterReload(raffle.codeId)), [raffle.codeId]);
  const sent = result ? sentEntryOf(result) : reloaded;
  if (sent) {
    const mailedTo = sendsMail ? sent.email : "";
    const form = `/${framed ? "embed-entry" : "raffle-entry"}/${raffle.codeId}`;
    return <SubmittedPanel {...{ raffle, sent, isNew: sent !== reloaded, mailedTo, raffleLink, form, framed }} />;
  }
  const isRefused = result?.refusal?.reason === "submission-closed";
  const closed = !raffle.open || isRefused;
  // What was typed stays when the due date passes meanwhile.
  const isOver = !result && !loaded.open;
  return (
    <>
      <header className="entry-form-head">
        <RaffleStrip raffle={raffle} />
        <h1>{t(isOver ? "form.headingClosed" : "form.heading")}</h1>
        <ShopLine shop={raffle.shop} />
      </header>
      {erased && !result && (
        <Notice kind="success">{t(closed ? "form.erasedClosed" : "form.erased", timestamp(raffle.due))}</Notice>
      )}
      {!result && <RememberedEntry raffle={raffle} erased={erased} />}
      {/* The form's own refusal says it too. */}
      {closed && !isRefused && <Notice kind="info">{t("form.closed")}</Notice>}
      {isOver ? (
        <ClosedForm codeId={raffle.codeId} />
      ) : (
        <EntryForm {...{ raffle, result, closed, dropCode, stamp, invitation }} />
      )}
      <footer>
        <ShopContact shop={raffle.shop} />
        {raffle.permitNumber !== "" && (
          <p className="hint">{t("form.permitNumber", { number: raffle.permitNumber })}</p>
        )}
      </footer>
    </>
  );
}

/** Ways on where nobody can join any more, in place of fields that nobody can fill in. */
function ClosedForm({ codeId }: { readonly codeId: string }) {
  const { t } = useTranslation(["entries", "raffles"]);
  return (
    <div className="actions">
      <ButtonLink label={t("form.seePrizes")} href={`/raffle/${codeId}#prizes`} />
      <ButtonLink label={t("detail.search", { ns: "raffles" })} href={`/search-entry/${codeId}`} />
      <ButtonLink label={t("detail.others", { ns: "raffles" })} look="quiet" href="/raffle-list" />
      <Submit label={t("form.submit")} look="primary" disabled />
    </div>
  );
}

type SubmittedPanelProps = {
  readonly raffle: RaffleView;
  readonly sent: SentEntry;
  /** Whether it was sent just now, and not before the page was loaded again. */
  readonly isNew: boolean;
  /** Where the code is mailed to; empty if it is not mailed. */
  readonly mailedTo: string;
  /** The raffle's page, for friends. */
  readonly raffleLink: string;
  /** The page of the form, for the next person. */
  readonly form: string;
  readonly framed?: boolean | undefined;
};

/** The receipt: the entry code on a torn-off ticket. */
function SubmittedPanel({ raffle, sent, isNew, mailedTo, raffleLink, form, framed }: SubmittedPanelProps) {
  const { t } = useTranslation("entries");
  const announcement = useAnnouncement(raffle);
  const timestamp = useTimestamps();
  const { entryCode } = sent;
  const standing = useStanding(raffle, sent, true);
  const focus = useAnswerFocus<HTMLHeadingElement>(true);
  const { codeId } = raffle;
  const until = raffle.storedUntil.toISOString();
  const page = `/raffle-entry/${codeId}/${entryCode}`;
  useEffect(() => storeReceipt(codeId, sent), [codeId, sent]);
  const [isStored, setStored] = useState(false);
  // Before the browser paints: the switch says at once what is so, and nothing moves below a finger.
  useLayoutEffect(() => {
    setStored(true);
    // Who had this device forget it and loads the page again has it forgotten.
    if (!isNew) return;
    rememberEntry(codeId, entryCode, until, { name: raffle.name, shop: raffle.shop?.name ?? "" });
    const entries = rememberedEntries(codeId);
    if (entries.length < 2) return;
    // Who goes from here to the counter is offered first names there.
    import("../../ui/remembered-entry/show-remembered.ts")
      .then(({ askTickets }) => askTickets(codeId, entries))
      .catch(() => undefined);
  }, [isNew, codeId, entryCode, until, raffle]);
  return (
    <section className="receipt" aria-labelledby="receipt-heading" style={raffle.shop?.style}>
      <h1 id="receipt-heading" {...focus}>
        {t(standing.state === "in" ? "submitted.heading" : "submitted.headingNotYet")}
      </h1>
      <StandingLine standing={standing} />
      {/* What is to go stands on the first screen, with the way to it. */}
      {standing.state === "not-yet" && !standing.waits && (
        <div className="actions">
          <ButtonLink label={t("submitted.toGo")} look="primary" href={`${page}#rules`} />
        </div>
      )}
      {standing.state === "in" && raffle.ruleEffect.drops && (
        <p>
          <a href={`${page}#rules`}>{t("submitted.moreChances")}</a>
        </p>
      )}
      {sent.dropCode && <SentCode {...sent.dropCode} />}
      <p>{t("submitted.lead")}</p>
      <CodeTicket label={t("submitted.code")} code={entryCode} stub={raffle.name} />
      <CheckQr qr={raffle.checkQr} entryCode={entryCode} />
      {mailedTo !== "" && (
        <p>
          {t("submitted.mailed", { email: mailedTo })} <a href={`${page}#correct`}>{t("submitted.wrongAddress")}</a>
        </p>
      )}
      <ShopLine shop={raffle.shop} />
      <ShopContact shop={raffle.shop} />
      <p>
        {t("submitted.draw", timestamp(raffle.draw))}{" "}
        {t(raffle.rules.length > 0 ? "submitted.next" : "submitted.nextWishes")} {announcement}
      </p>
      <div className="actions">
        <ButtonLink
          label={t("submitted.view")}
          look={standing.state === "not-yet" && !standing.waits ? "quiet" : "primary"}
          href={page}
        />
        <ButtonLink label={t("submitted.calendar")} look="quiet" href={`/raffle/${codeId}/calendar.ics`} download />
      </div>
      <ReceiptPicture raffle={raffle} entryCode={entryCode} host={new URL(raffleLink).host} />
      {isStored && <KeepOnDevice raffle={raffle} entryCode={entryCode} framed={framed} warns />}
      <div className="actions">
        <ButtonLink label={t("submitted.continue")} href={form} target="_self" />
      </div>
      <section aria-labelledby="invite">
        <h2 id="invite">{t("submitted.invite")}</h2>
        {sent.inviteLink && <p>{t("submitted.inviteEarns")}</p>}
        <ShareLinks link={sent.inviteLink ?? raffleLink} text={t("submitted.inviteText", { name: raffle.name })} />
      </section>
    </section>
  );
}
