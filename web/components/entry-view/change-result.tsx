import { useTranslation } from "react-i18next";
import type { EntryChangeResult } from "../../views/entry-change-form.ts";
import { Notice } from "../notice.tsx";

const FAILED = {
  rule: "view.failedRule",
  prize: "view.failedWish",
  notes: "view.failedNotes",
  erase: "own.failed",
} as const;
const SAVED = { rule: "view.ruleUpdated", prize: "view.wishUpdated", notes: "view.updated" } as const;

/** Says what became of the last change. */
export function ChangeResult({ result }: { readonly result: EntryChangeResult }) {
  const { t } = useTranslation(["entries", "messages"]);
  if (result.refusal) {
    const reasons = result.refusal.summary.map((message) => t(message.key, { ns: "messages", ...message.params }));
    return <Notice kind="error">{[`${t(FAILED[result.intent])}.`, ...reasons].join(" ")}</Notice>;
  }
  // Whoever erased the entry has left this page.
  if (result.intent === "erase") return null;
  if (result.intent === "notes" && !result.changed) return <Notice kind="info">{t("view.noChanges")}</Notice>;
  return <Notice kind="success">{t(SAVED[result.intent])}</Notice>;
}
