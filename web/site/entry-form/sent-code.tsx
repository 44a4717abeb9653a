import { useTranslation } from "react-i18next";
import { Notice } from "../../ui/page-parts.tsx";
import type { SentDropCode } from "./entry-submission.ts";

/** What became of the code that was sent with an entry. */
export function SentCode({ drops, stamp, failed }: SentDropCode) {
  const { t } = useTranslation(["entries", "messages"]);
  if (drops !== undefined) {
    const stamped = stamp ? t(stamp.isNew ? "dropCode.stampNew" : "dropCode.stampHad", stamp) : "";
    // A stamp that fills no card yet has no drops.
    const gave = drops > 0 || !stamp ? t("dropCode.counted", { count: drops }) : "";
    return <Notice kind="success">{`${stamped} ${gave}`}</Notice>;
  }
  const reason = failed ? t(failed.key, { ns: "messages", ...failed.params }) : "";
  return <Notice kind="error">{`${t("dropCode.failed")}. ${reason}`}</Notice>;
}
