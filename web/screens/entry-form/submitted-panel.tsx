import { useTranslation } from "react-i18next";
import type { RaffleView } from "../../page/raffle-view.ts";
import { useAnswerFocus } from "../../page/use-answer-focus.ts";
import { CodeTicket } from "../../ui/code-ticket/code-ticket.tsx";

type SubmittedPanelProps = { readonly raffle: RaffleView; readonly entryCode: string };

/** The receipt: the entry code on a torn-off ticket. */
export function SubmittedPanel({ raffle, entryCode }: SubmittedPanelProps) {
  const { t } = useTranslation("entries");
  const focus = useAnswerFocus<HTMLHeadingElement>(true);
  const form = `/raffle-entry/${raffle.codeId}`;
  return (
    <section className="receipt" aria-labelledby="receipt-heading">
      <h1 id="receipt-heading" {...focus}>
        {t("submitted.heading")}
      </h1>
      <p>{t("submitted.lead")}</p>
      <CodeTicket label={t("submitted.code")} code={entryCode} stub={raffle.name} />
      <div className="actions">
        <a className="button button-primary" href={`${form}/${entryCode}`}>
          {t("submitted.view")}
        </a>
        <a className="button button-secondary" href={form}>
          {t("submitted.continue")}
        </a>
      </div>
    </section>
  );
}
