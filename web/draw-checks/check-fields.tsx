import { type InputHTMLAttributes, useId } from "react";
import { useTranslation } from "react-i18next";
import { Field, fieldAria } from "../forms/fields.tsx";

type CheckFieldProps = InputHTMLAttributes<HTMLInputElement> & { readonly label: string; readonly hint?: string };

/** The two files of a draw. */
export function PickedFiles() {
  const { t } = useTranslation("draws");
  return (
    <>
      <CheckField
        type="file"
        name="transcript"
        label={t("checks.field.transcript")}
        hint={t("checks.field.transcriptHint")}
      />
      <CheckField type="file" name="list" label={t("checks.field.list")} hint={t("checks.field.listHint")} />
    </>
  );
}

type CheckFieldsProps = {
  readonly hasRaffle: boolean;
  /** Whether the draw may be by another chain than those whose keys are pinned. */
  readonly asksForChain: boolean;
};

/** What a person may know of a draw from elsewhere. All of it may stay empty. */
export function CheckFields({ hasRaffle, asksForChain }: CheckFieldsProps) {
  const { t } = useTranslation("draws");
  return (
    <>
      <CheckField name="lockHash" label={t("checks.field.lockHash")} hint={t("checks.field.lockHashHint")} />
      <fieldset className="check-when">
        <legend>{t("checks.field.when")}</legend>
        {(["before", "later"] as const).map((when) => (
          <label key={when}>
            <input type="radio" name="when" value={when} /> {t(`checks.field.${when}`)}
          </label>
        ))}
      </fieldset>
      <CheckField
        type="file"
        name="receipt"
        label={t("checks.field.receipt")}
        hint={t(hasRaffle ? "checks.field.receiptHint" : "checks.field.receiptHintOffline")}
      />
      <details className="check-more">
        <summary>{t("checks.field.mine")}</summary>
        <div className="form">
          <p className="hint">{t("checks.field.mineHint")}</p>
          {!hasRaffle && <CheckField name="raffle" label={t("checks.field.raffle")} autoCapitalize="characters" />}
          <CheckField
            name="email"
            label={t("checks.field.email")}
            hint={t("checks.field.emailHint")}
            inputMode="email"
          />
          <CheckField name="entryCode" label={t("checks.field.entryCode")} autoCapitalize="characters" />
          <CheckField name="key" label={t("checks.field.key")} hint={t("checks.field.keyHint")} />
        </div>
      </details>
      <details className="check-more">
        <summary>{t("checks.field.advanced")}</summary>
        <div className="form">
          <CheckField name="siteKey" label={t("checks.field.siteKey")} hint={t("checks.field.siteKeyHint")} />
          <WitnessesField />
          {!hasRaffle && (
            <>
              <CheckField
                type="file"
                name="receiptLog"
                label={t("checks.field.receiptLog")}
                hint={t("checks.field.receiptLogHint")}
              />
              <CheckField
                type="file"
                name="lockProof"
                label={t("checks.field.lockProof")}
                hint={t("checks.field.lockProofHint")}
              />
            </>
          )}
          {asksForChain && (
            <CheckField type="file" name="chain" label={t("checks.field.chain")} hint={t("checks.field.chainHint")} />
          )}
        </div>
      </details>
    </>
  );
}

/** A field of no form, because nothing of it is ever sent. */
function CheckField({ label, hint, type = "text", ...input }: CheckFieldProps) {
  const id = useId();
  const kind =
    type === "file" ? {} : { className: "input", autoCapitalize: "none", autoComplete: "off", spellCheck: false };
  return (
    <Field id={id} label={label} hint={hint}>
      <input {...kind} {...input} {...fieldAria(id, hint, undefined)} type={type} />
    </Field>
  );
}

function WitnessesField() {
  const { t } = useTranslation("draws");
  const id = useId();
  const hint = t("checks.field.witnessesHint");
  return (
    <Field id={id} label={t("checks.field.witnesses")} hint={hint}>
      <textarea
        {...fieldAria(id, hint, undefined)}
        className="input"
        name="witnesses"
        rows={2}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
    </Field>
  );
}
