import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { PACES, PROOFS } from "#src/raffles/proof/ways.ts";
import type { RuleField } from "#src/raffles/row-fields.ts";
import { SelectField, TextField } from "../../forms/fields.tsx";

type FieldProps = { readonly name: string; readonly maxLength: number; readonly defaultValue: string };

/** The inputs of a rule that say how it is proved. */
export function proofInputs(field: (name: RuleField) => FieldProps, t: TFunction<"raffles">) {
  return {
    proof: (
      <SelectField
        {...field("proof")}
        label={t("create.proof")}
        options={PROOFS.map((value) => ({ value, label: t(`create.proofs.${value}`) }))}
      />
    ),
    maxTimes: <TextField {...field("maxTimes")} label={t("create.maxTimes")} inputMode="numeric" />,
    pace: (
      <SelectField
        {...field("pace")}
        label={t("create.pace")}
        options={PACES.map((value) => ({ value, label: t(`create.paces.${value}`) }))}
      />
    ),
  };
}

type Inputs = Readonly<Record<"proof" | "maxTimes" | "pace", ReactNode>>;

/** How a rule is proved. Styles hide how often it counts where that is once. */
export function RuleProof({ proof, maxTimes, pace }: Inputs) {
  return (
    <>
      {proof}
      <div className="rule-times form-columns">
        {maxTimes}
        {pace}
      </div>
    </>
  );
}
