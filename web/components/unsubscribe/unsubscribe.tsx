import { useTranslation } from "react-i18next";
import { Notice } from "../notice.tsx";
import { PageHeading } from "../page-heading.tsx";

type UnsubscribeProps = {
  /** Whether news is stopped for whoever the link is of; null where the link is not one of ours. */
  readonly refused: boolean | null;
  /** They have just taken it back. */
  readonly isBack: boolean;
  readonly productName: string;
};

/** Where the link of a news mail leads: one button stops news, and another takes that back. */
export function Unsubscribe({ refused, isBack, productName }: UnsubscribeProps) {
  const { t } = useTranslation("pages");
  if (refused === null) {
    return <PageHeading title={t("unsubscribe.heading")} lead={t("unsubscribe.unknown")} />;
  }
  return (
    <>
      <PageHeading title={t("unsubscribe.heading")} />
      {!refused && <p className="lead">{t("unsubscribe.lead", { productName })}</p>}
      {refused && <Notice kind="success">{t("unsubscribe.done", { productName })}</Notice>}
      {!refused && isBack && <Notice kind="success">{t("unsubscribe.back")}</Notice>}
      <form method="post" className="actions">
        <button
          type="submit"
          name="intent"
          value={refused ? "again" : "stop"}
          className={refused ? "button" : "button button-primary"}
        >
          {t(refused ? "unsubscribe.again" : "unsubscribe.stop")}
        </button>
      </form>
      <p className="hint">{t("unsubscribe.rest")}</p>
    </>
  );
}
