import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useAnyError } from "../../../forms/form-errors.tsx";

type AdvancedProps = {
  /** The names of the fields in it that may be refused: it is open then. */
  readonly fields: readonly string[];
  readonly children: ReactNode;
};

/** What the form fills in by itself, and few people change. */
export function Advanced({ fields, children }: AdvancedProps) {
  const { t } = useTranslation("raffles");
  const atFault = useAnyError(fields);
  return (
    <details className="form-advanced" open={atFault || undefined}>
      <summary>{t("create.advanced")}</summary>
      <div className="form-advanced-fields">{children}</div>
    </details>
  );
}
