import { Trans, useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import type { RaffleView } from "../../views/raffle-view.ts";
import { FormSection } from "../form-section.tsx";
import { SentenceLink } from "../sentence-link.tsx";
import "./own-data.css";

/** Whether somebody who asked for news gets it, and the page on which they change that. */
export type OwnNews = { readonly getsNews: boolean; readonly path: string };

type OwnDataProps = {
  readonly raffle: RaffleView;
  readonly entryCode: string;
  readonly news: OwnNews | null;
  readonly operatorEmail: string | null;
};

/** What entrants can do with what is kept about them: take it away, and erase it until the raffle is locked in. */
export function OwnData({ raffle, entryCode, news, operatorEmail }: OwnDataProps) {
  const { t } = useTranslation("entries");
  const { state, formData } = useNavigation();
  const erasing = state !== "idle" && formData?.get("intent") === "erase";
  return (
    <FormSection title={t("own.heading")} hint={t("own.keptUntil", { date: raffle.keptUntil.date })}>
      <div className="actions">
        <a className="button" href={`/api/entries/${entryCode}/data?raffle=${raffle.codeId}`} download>
          {t("own.download")}
        </a>
        <a href="/privacy">{t("own.privacy")}</a>
      </div>
      <p>
        {t(news?.getsNews ? "own.news" : "own.noNews")}{" "}
        {news && <a href={news.path}>{t(news.getsNews ? "own.stopNews" : "own.moreNews")}</a>}
      </p>
      {raffle.open ? (
        <details className="own-data-erase">
          <summary>{t("own.erase")}</summary>
          <Form method="post" preventScrollReset>
            <p>{t("own.ask", { date: raffle.due.date, time: raffle.due.time })}</p>
            <button type="submit" name="intent" value="erase" className="button button-primary" aria-disabled={erasing}>
              {erasing ? t("own.erasing") : t("own.eraseYes")}
            </button>
          </Form>
        </details>
      ) : (
        <>
          <p>{t("own.tooLate")}</p>
          <p>
            {operatorEmail ? (
              <Trans
                t={t}
                i18nKey="own.writeOperator"
                values={{ email: operatorEmail }}
                components={{ mail: <SentenceLink href={`mailto:${operatorEmail}`} /> }}
              />
            ) : (
              t("own.write")
            )}
          </p>
        </>
      )}
    </FormSection>
  );
}
