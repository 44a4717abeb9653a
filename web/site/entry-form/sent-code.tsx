import { useTranslation } from "react-i18next";
import { Notice } from "../../ui/page-parts.tsx";
import type { SentDropCode } from "./entry-submission.ts";

/** What became of the code that was sent with an entry. */
export function SentCode({ drops, failed }: SentDropCode) {
  const { t } = useTranslation(["entries", "messages"]);
  if (drops !== undefined) return <Notice kind="success">{t("dropCode.counted", { count: drops })}</Notice>;
  const reason = failed ? t(failed.key, { ns: "messages", ...failed.params }) : "";
  return <Notice kind="error">{`${t("dropCode.failed")}. ${reason}`}</Notice>;
}
