import { useTranslation } from "react-i18next";
import { useTimestamps } from "../../page/page-texts.tsx";
import type { RaffleView } from "../../page/views/raffle-view.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { RaffleStrip } from "../../ui/raffle-strip/raffle-strip.tsx";
import { RememberedEntry } from "../../ui/remembered-entry/remembered-entry.tsx";
import { ShopContact } from "../../ui/shop-line/shop-contact.tsx";
import { ShopLine } from "../../ui/shop-line/shop-line.tsx";
import { EntryForm } from "./entry-form.tsx";
import type { EntryFormResult } from "./entry-submission.ts";
import { SubmittedPanel } from "./submitted-panel.tsx";

type EntryFormPageProps = {
  readonly raffle: RaffleView;
  readonly result: EntryFormResult | null;
  /** Set when the visitor has just erased an entry to this raffle. */
  readonly erased: boolean;
  readonly sendsMail: boolean;
  readonly raffleLink: string;
  /** Whether another site shows it in a frame. */
  readonly framed?: boolean;
};

/** The screen on which a visitor joins a raffle. */
export function EntryFormPage({ raffle, result, erased, sendsMail, raffleLink, framed }: EntryFormPageProps) {
  const { t } = useTranslation("entries");
  const timestamp = useTimestamps();
  if (result?.entryCode) {
    const mailedTo = sendsMail ? result.values.email : "";
    const form = `/${framed ? "embed-entry" : "raffle-entry"}/${raffle.codeId}`;
    const { entryCode, values: ticks } = result;
    return <SubmittedPanel {...{ raffle, entryCode, ticks, mailedTo, raffleLink, form }} />;
  }
  const closed = !raffle.open || result?.refusal?.reason === "submission-closed";
  return (
    <>
      <RaffleStrip raffle={raffle} />
      <PageHeading title={t("form.heading")} />
      <ShopLine shop={raffle.shop} />
      <ShopContact shop={raffle.shop} />
      {raffle.permitNumber !== "" && <p className="hint">{t("form.permitNumber", { number: raffle.permitNumber })}</p>}
      {erased && !result && (
        <Notice kind="success">{t(closed ? "form.erasedClosed" : "form.erased", timestamp(raffle.due))}</Notice>
      )}
      {!result && <RememberedEntry raffle={raffle} erased={erased} />}
      {closed && <Notice kind="info">{t("form.closed")}</Notice>}
      {!result && closed ? <ClosedForm codeId={raffle.codeId} /> : <EntryForm {...{ raffle, result, closed }} />}
    </>
  );
}

/** Ways on where nobody can join any more, in place of fields that nobody can fill in. */
function ClosedForm({ codeId }: { readonly codeId: string }) {
  const { t } = useTranslation(["entries", "raffles"]);
  return (
    <div className="actions">
      <a className="button button-secondary" href={`/raffle/${codeId}#prizes`}>
        {t("form.seePrizes")}
      </a>
      <a className="button button-secondary" href={`/search-entry/${codeId}`}>
        {t("detail.search", { ns: "raffles" })}
      </a>
      <a className="button button-quiet" href="/raffle-list">
        {t("detail.others", { ns: "raffles" })}
      </a>
      <button type="submit" className="button button-primary" disabled>
        {t("form.submit")}
      </button>
    </div>
  );
}
