import { useTranslation } from "react-i18next";
import { Notice } from "../notice.tsx";
import { PageHeading } from "../page-heading.tsx";

type UnsubscribeProps = {
  /** Whether the link is one of ours. */
  readonly isKnown: boolean;
  /** The day on which news was stopped last; an entry made since may have asked for it anew. */
  readonly stoppedOn: string | null;
  /** What they have just pressed. */
  readonly done: "stop" | "again" | null;
  readonly productName: string;
};

/** Where the link of a news mail leads: one button stops news, and another takes that back. */
export function Unsubscribe({ isKnown, stoppedOn, done, productName }: UnsubscribeProps) {
  const { t } = useTranslation("pages");
  if (!isKnown) return <PageHeading title={t("unsubscribe.heading")} lead={t("unsubscribe.unknown")} />;
  return (
    <>
      <PageHeading title={t("unsubscribe.heading")} />
      {done === "stop" && <Notice kind="success">{t("unsubscribe.done", { productName })}</Notice>}
      {done === "again" && <Notice kind="success">{t("unsubscribe.back")}</Notice>}
      {done === null && stoppedOn && <Notice kind="info">{t("unsubscribe.stopped", { date: stoppedOn })}</Notice>}
      {done !== "stop" && <p className="lead">{t("unsubscribe.lead", { productName })}</p>}
      <form method="post" className="actions">
        {done !== "stop" && (
          <button type="submit" name="intent" value="stop" className="button button-primary">
            {t("unsubscribe.stop")}
          </button>
        )}
        {stoppedOn && (
          <button type="submit" name="intent" value="again" className="button">
            {t("unsubscribe.again")}
          </button>
        )}
      </form>
      <p className="hint">{t("unsubscribe.rest")}</p>
    </>
  );
}
