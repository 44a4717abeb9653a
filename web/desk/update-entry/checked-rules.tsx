import { useTranslation } from "react-i18next";
import { MAX_REASON } from "#src/earning/limits.ts";
import type { Proof } from "#src/raffles/proof/ways.ts";
import { TextField } from "../../forms/fields.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";

type RuleView = {
  readonly ruleId: string;
  readonly number: number;
  readonly details: string;
  readonly proof: Proof;
  readonly claimed: boolean;
  readonly done: boolean;
};

/** Whether a tick of the rule is believed. */
export function isSaid({ proof }: Pick<RuleView, "proof">): boolean {
  return proof === "said";
}

/** The rules that the shop checks, each with what is known of it and what can be decided. */
export function CheckedRules({ rules }: { readonly rules: readonly RuleView[] }) {
  const { t } = useTranslation("desk");
  const checked = rules.filter(({ proof }) => proof === "checked");
  if (checked.length === 0) return null;
  return (
    <>
      <TextField name="reason" label={t("lists.bulk.reason")} maxLength={MAX_REASON} autoComplete="off" />
      <ul className="choices">
        {checked.map(({ ruleId, number, details, done, claimed }) => (
          <li key={ruleId} className="choice">
            <p>
              {number}. {details} <small>{t(`update.checked.${done ? "done" : claimed ? "waits" : "open"}`)}</small>
            </p>
            <p className="actions">
              {!done && <Submit label={t("update.checked.confirm")} intent={`confirm:${ruleId}`} />}
              {(done || claimed) && (
                <Submit
                  label={t(`update.checked.${done ? "withdraw" : "refuse"}`)}
                  look="quiet"
                  intent={`refuse:${ruleId}`}
                />
              )}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
