import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { MAX_REASON } from "#src/access/audit/limits.ts";
import type { ShownInvited } from "#src/earning/invite/read.ts";
import type { Proof } from "#src/raffles/proof/ways.ts";
import { TextField } from "../../forms/fields.tsx";
import { FormErrorsProvider } from "../../forms/form.tsx";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection } from "../../ui/page-parts.tsx";

type RuleView = {
  readonly ruleId: string;
  readonly number: number;
  readonly details: string;
  readonly proof: Proof;
  readonly claimed: boolean;
  readonly done: boolean;
};

type EarnedDropsProps = {
  readonly rules: readonly RuleView[];
  readonly ledger: readonly { readonly id: string; readonly text: string; readonly canTakeBack: boolean }[];
  /** Who came by the entry's link. */
  readonly invited: readonly ShownInvited[];
  /** Whether nothing can be decided any more. */
  readonly isLocked: boolean;
  /** The button that was pressed here, and why it was refused. */
  readonly sent: { readonly intent: string; readonly refusal: RefusalView | null } | null;
  /** What became of it. */
  readonly children: ReactNode;
};

/** Whether a tick of the rule is believed. */
export function isSaid({ proof }: Pick<RuleView, "proof">): boolean {
  return proof === "said";
}

/**
 * What the shop decides of an entry's drops, and where they came from. Each decision is a form of its own, so that
 * Enter in the field of a reason sends what the reason is for.
 */
export function EarnedDrops({ rules, ledger, invited, isLocked, sent, children }: EarnedDropsProps) {
  const { t } = useTranslation("desk");
  const checked = rules.filter(({ proof }) => proof === "checked");
  if (checked.length + ledger.length + invited.length === 0) return null;
  return (
    <div className="form">
      <FormSection title={t("update.earned.heading")}>
        {children}
        <ul className="choices">
          {checked.map(({ ruleId, number, details, done, claimed }) => (
            <li key={ruleId} className="choice">
              <p>
                {number}. {details} <small>{t(`update.checked.${done ? "done" : claimed ? "waits" : "open"}`)}</small>
              </p>
              {!done && (
                <Form method="post" preventScrollReset>
                  <Submit label={t("update.checked.confirm")} intent={`confirm:${ruleId}`} />
                </Form>
              )}
              {(done || claimed) && (
                <Reason
                  intent={`refuse:${ruleId}`}
                  label={t(`update.checked.${done ? "withdraw" : "refuse"}`)}
                  sent={sent}
                />
              )}
            </li>
          ))}
        </ul>
        {invited.length > 0 && <h3>{t("update.invited.heading")}</h3>}
        <ul className="choices">
          {invited.map(({ id, ruleId, entryCode, name, state }) => (
            <li key={`${ruleId} ${id}`} className="choice">
              <p>
                {name} <a href={`/update-entry/${entryCode}`}>{entryCode}</a>{" "}
                <small>{t(`update.invited.${state}`)}</small>
              </p>
              {!isLocked && (state === "waits" || state === "refused") && (
                <Form method="post" preventScrollReset>
                  <Submit label={t("update.invited.count")} about={name} intent={`count:${ruleId}:${id}`} />
                </Form>
              )}
              {!isLocked && state === "waits" && (
                <details open={sent?.intent === `not-count:${ruleId}:${id}` && sent.refusal !== null}>
                  <summary>{t("update.invited.refuse")}</summary>
                  <Reason intent={`not-count:${ruleId}:${id}`} label={t("update.checked.refuse")} sent={sent} />
                </details>
              )}
            </li>
          ))}
        </ul>
        <ul className="choices">
          {ledger.map(({ id, text, canTakeBack }) => (
            <li key={id} className="choice">
              <p>{text}</p>
              {canTakeBack && (
                <details open={sent?.intent === `take-back:${id}` && sent.refusal !== null}>
                  <summary>{t("update.earned.takeBack")}</summary>
                  <Reason intent={`take-back:${id}`} label={t("update.checked.withdraw")} sent={sent} />
                </details>
              )}
            </li>
          ))}
        </ul>
      </FormSection>
    </div>
  );
}

type ReasonProps = {
  readonly intent: string;
  readonly label: string;
  readonly sent: EarnedDropsProps["sent"];
};

/** A decision against the entrant, with its reason. */
function Reason({ intent, label, sent }: ReasonProps) {
  const { t } = useTranslation("desk");
  const errors = sent?.intent === intent ? (sent.refusal?.errors ?? {}) : {};
  return (
    <Form method="post" noValidate preventScrollReset className="stack-2" data-failed={t("update.failed.earned")}>
      <FormErrorsProvider errors={errors}>
        <TextField
          id={`reason-${intent.replaceAll(":", "-")}`}
          name="reason"
          label={t("update.earned.reason")}
          maxLength={MAX_REASON}
          autoComplete="off"
        />
        <Submit label={label} look="quiet" intent={intent} />
      </FormErrorsProvider>
    </Form>
  );
}
