import { useTranslation } from "react-i18next";
import { FormSection } from "../../ui/form-section.tsx";
import { ChangeResult } from "./change-result.tsx";
import { type EntryChangeResult, namingIntent } from "./entry-change-form.ts";
import { Toggle } from "./toggle.tsx";

type WinnerNamingProps = {
  readonly byTicket: boolean;
  readonly disabled: boolean;
  readonly result: EntryChangeResult | null;
};

/** How the entrant is named if they win: by first name and initial, or by the ticket number alone. */
export function WinnerNaming({ byTicket, disabled, result }: WinnerNamingProps) {
  const { t } = useTranslation("entries");
  return (
    <FormSection title={t("view.naming")}>
      <div className="choice choice-toggle">
        <p id="naming">{t("view.namedByTicket")}</p>
        <Toggle
          on={byTicket}
          value={namingIntent(byTicket ? "name" : "ticket")}
          label={t(byTicket ? "view.yes" : "view.no")}
          labelledBy="naming"
          pressed={result?.typed.intent === "naming"}
          failed={t("view.failedNaming")}
          disabled={disabled}
        />
        {result?.typed.intent === "naming" && <ChangeResult result={result} />}
      </div>
    </FormSection>
  );
}
