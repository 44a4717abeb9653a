import type { TFunction } from "i18next";
import { type MouseEventHandler, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { lacksFreeWay } from "#src/raffles/proof/free-way.ts";
import { PACES, PROOFS, type Proof } from "#src/raffles/proof/ways.ts";
import type { RuleField } from "#src/raffles/row-fields.ts";
import { SelectField, TextField } from "../../forms/fields.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { Notice } from "../../ui/page-parts.tsx";

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
    needs: <TextField {...field("needs")} label={t("create.needs")} hint={t("create.needsHint")} inputMode="numeric" />,
  };
}

type Inputs = Readonly<Record<"proof" | "maxTimes" | "pace" | "needs", ReactNode>>;

/** How a rule is proved. Styles hide how often it counts where that is once, and what is of stamps alone. */
export function RuleProof({ proof, maxTimes, pace, needs }: Inputs) {
  return (
    <>
      {proof}
      <div className="rule-times form-columns">{maxTimes}</div>
      <div className="rule-stamps form-columns">
        {pace}
        {needs}
      </div>
    </>
  );
}

type FreeWayProps = {
  readonly rows: readonly { readonly proof: string }[];
  /** Adds a rule, which is said. */
  readonly add: MouseEventHandler;
};

/** Warns where every rule needs a purchase, and offers one that needs none. It follows what is chosen in the form. */
export function FreeWay({ rows, add }: FreeWayProps) {
  const { t } = useTranslation("raffles");
  const place = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  useEffect(() => {
    const form = place.current?.closest("form");
    const selector = "select[name^='rules.'][name$='.proof']";
    const read = () =>
      setChosen([...(form?.querySelectorAll<HTMLSelectElement>(selector) ?? [])].map(({ value }) => value));
    if (rows.length > 0) read();
    form?.addEventListener("change", read);
    return () => form?.removeEventListener("change", read);
  }, [rows]);
  const proofs = (chosen ?? rows.map(({ proof }) => proof)) as Proof[];
  return (
    <div ref={place} role="status">
      {lacksFreeWay(proofs.slice(0, rows.length)) && (
        <Notice kind="info">
          {t("create.freeWay")} <Submit label={t("create.addFreeWay")} look="quiet" intent="add:rules" onClick={add} />
        </Notice>
      )}
    </div>
  );
}
