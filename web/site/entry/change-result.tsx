import { useTranslation } from "react-i18next";
import { Notice } from "../../ui/page-parts.tsx";
import { DROP_CODE, type EntryChangeResult } from "./entry-change-form.ts";

const FAILED = {
  rule: "view.failedRule",
  prize: "view.failedWish",
  naming: "view.failedNaming",
  notes: "view.failedNotes",
  erase: "own.failed",
  correct: "correct.failed",
  code: "dropCode.failed",
} as const;
const SAVED = {
  rule: "view.ruleUpdated",
  prize: "view.wishUpdated",
  naming: "view.namingUpdated",
  notes: "view.updated",
  correct: "correct.saved",
} as const;

/** The message about the last change, beside the button that was pressed. */
export function ChangeResult({ result: { typed, done, refusal } }: { readonly result: EntryChangeResult }) {
  const { t } = useTranslation(["entries", "messages"]);
  const { intent, toggled, hasNotes } = typed;
  // These forms themselves show the messages of their own changes.
  if (intent === "show" || intent === "remind") return null;
  if (refusal) {
    const reasons = refusal.summary.map((message) => t(message.key, { ns: "messages", ...message.params }));
    return (
      <Notice kind="error" answers>
        {[`${t(FAILED[intent])}.`, ...reasons].join(" ")}
      </Notice>
    );
  }
  if (intent === DROP_CODE) return <Notice kind="success">{done?.said}</Notice>;
  // After erasing the entry, the visitor is on another page.
  if (intent === "erase") return null;
  // A note may have been stored before the button was pressed, when its field was left.
  const isStored = done?.changed || (intent === "notes" && hasNotes);
  if ((intent === "notes" || intent === "correct") && !isStored)
    return (
      <Notice kind="info" answers>
        {t("view.noChanges")}
      </Notice>
    );
  if (!toggled) return <Notice kind="success">{t(SAVED[intent])}</Notice>;
  return (
    <p role="status" className="choice-state">
      {t(SAVED[intent])}
    </p>
  );
}
