import { useTranslation } from "react-i18next";
import type { EntryFormResult } from "../../views/entry-submission.ts";
import type { RaffleView } from "../../views/raffle-view.ts";
import { Notice } from "../notice.tsx";
import { PageHeading } from "../page-heading.tsx";
import { RaffleStrip } from "../raffle-strip/raffle-strip.tsx";
import { EntryForm } from "./entry-form.tsx";
import { SubmittedPanel } from "./submitted-panel.tsx";

type EntryFormPageProps = {
  readonly raffle: RaffleView;
  readonly result: EntryFormResult | null;
  /** The visitor has just erased an entry to this raffle. */
  readonly erased: boolean;
};

/** The screen on which a visitor joins a raffle. */
export function EntryFormPage({ raffle, result, erased }: EntryFormPageProps) {
  const { t } = useTranslation("entries");
  if (result?.entryCode) return <SubmittedPanel raffle={raffle} entryCode={result.entryCode} />;
  const closed = !raffle.open || result?.refusal?.reason === "submission-closed";
  return (
    <>
      <RaffleStrip raffle={raffle} />
      <PageHeading title={t("form.heading")} />
      {erased && !closed && !result && (
        <Notice kind="success">{t("form.erased", { date: raffle.due.date, time: raffle.due.time })}</Notice>
      )}
      {closed && <Notice kind="info">{t("form.closed")}</Notice>}
      <EntryForm raffle={raffle} result={result} closed={closed} />
    </>
  );
}
