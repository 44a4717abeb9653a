import { Trans, useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { useTimestamps } from "../../page/page-texts.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection } from "../../ui/page-parts.tsx";
import { SentenceLink } from "../../ui/sentence-link.tsx";
import type { Route } from "./+types/entry.route.ts";
import "./entry-fold.css";

type OwnDataProps = Pick<
  Route.ComponentProps["loaderData"],
  "raffle" | "entry" | "news" | "reminder" | "erasure" | "operatorEmail"
>;

/** An entrant's rights over the stored data: to download it, and to erase it where `erasureOf` allows it. */
export function OwnData({ raffle, entry, news, reminder, erasure, operatorEmail }: OwnDataProps) {
  const { t } = useTranslation("entries");
  const timestamp = useTimestamps();
  const { state, formData } = useNavigation();
  const erasing = state !== "idle" && formData?.get("intent") === "erase";
  const hint = t(raffle.isStored ? "own.storedUntil" : "own.storageEnded", timestamp(raffle.storedUntil));
  if (entry.masked || !erasure) {
    return (
      <FormSection title={t("own.heading")} hint={hint}>
        <p>{t("own.masked")}</p>
        <a href="/privacy">{t("own.privacy")}</a>
      </FormSection>
    );
  }
  return (
    <FormSection title={t("own.heading")} hint={hint}>
      <div className="actions">
        <a className="button" href={`/api/entries/${entry.entryCode}/data?raffle=${raffle.codeId}`} download>
          {t("own.download")}
        </a>
        <a href="/privacy">{t("own.privacy")}</a>
      </div>
      <NewsLine news={news} />
      {reminder && (
        <Form method="post" preventScrollReset>
          <p role="status">{reminder.state}</p>
          <Submit label={reminder.label} intent={reminder.intent} />
        </Form>
      )}
      {erasure.can ? (
        <details className="entry-fold">
          <summary>{t("own.erase")}</summary>
          <Form
            method="post"
            preventScrollReset
            data-failed={t("own.failed")}
            data-asks="gone"
            data-done-at={`/raffle-entry/${raffle.codeId}?erased`}
          >
            <p>{t(erasure.ticketStays ? "own.askLocked" : "own.ask", timestamp(raffle.due))}</p>
            <Submit
              label={erasing ? t("own.erasing") : t("own.eraseYes")}
              look="primary"
              intent="erase"
              aria-disabled={erasing}
            />
          </Form>
        </details>
      ) : (
        <>
          <p>
            {t(erasure.holdsPrize ? "own.holdsPrize" : "own.tooLate")}{" "}
            {erasure.locksAt && t("own.locksAt", timestamp(erasure.locksAt))}
          </p>
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

/** Whether the person gets news by email, and the way to change that. */
function NewsLine({ news }: Pick<OwnDataProps, "news">) {
  const { t } = useTranslation("entries");
  switch (news?.state) {
    case "gets":
      return (
        <p>
          {t("own.news")} <a href={news.path}>{t("own.stopNews")}</a>
        </p>
      );
    case "no-mail":
      return (
        <p>
          {t("own.noMail")} <a href={news.path}>{t("own.stopNews")}</a>
        </p>
      );
    case "refused":
      return (
        <p>
          {t("own.noNews")} <a href={news.path}>{t("own.moreNews")}</a>
        </p>
      );
    case "stopped":
      return (
        <p>
          {t("own.stoppedAll")} <a href={`${news.path}?all`}>{t("own.allowAll")}</a>
        </p>
      );
    default:
      return <p>{t("own.noNews")}</p>;
  }
}
