import { useTranslation } from "react-i18next";
import { Notice } from "../../ui/notice.tsx";
import type { EntryChangeResult } from "./entry-change-form.ts";

const FAILED = {
  rule: "view.failedRule",
  prize: "view.failedWish",
  naming: "view.failedNaming",
  notes: "view.failedNotes",
  erase: "own.failed",
  correct: "correct.failed",
} as const;
const SAVED = {
  rule: "view.ruleUpdated",
  prize: "view.wishUpdated",
  naming: "view.namingUpdated",
  notes: "view.updated",
  correct: "correct.saved",
} as const;

type ChangeResultProps = { readonly result: EntryChangeResult };

/** The message about the last change, beside the button that was pressed. */
export function ChangeResult({ result }: ChangeResultProps) {
  const { t } = useTranslation(["entries", "messages"]);
  // These forms themselves show the messages of their own changes.
  if (result.intent === "show" || result.intent === "remind") return null;
  if (result.refusal) {
    const reasons = result.refusal.summary.map((message) => t(message.key, { ns: "messages", ...message.params }));
    return <Notice kind="error">{[`${t(FAILED[result.intent])}.`, ...reasons].join(" ")}</Notice>;
  }
  // After erasing the entry, the visitor is on another page.
  if (result.intent === "erase") return null;
  // A note may have been stored before the button was pressed, when its field was left.
  const isStored = result.changed || (result.intent === "notes" && result.hasNotes);
  if ((result.intent === "notes" || result.intent === "correct") && !isStored)
    return <Notice kind="info">{t("view.noChanges")}</Notice>;
  if (!result.toggled) return <Notice kind="success">{t(SAVED[result.intent])}</Notice>;
  return (
    <p role="status" className="told">
      {t(SAVED[result.intent])}
    </p>
  );
}
