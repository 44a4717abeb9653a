import { useTranslation } from "react-i18next";
import { FormSection } from "../../ui/form-section.tsx";
import { namingIntent } from "./entry-change-form.ts";
import { Toggle } from "./toggle.tsx";

type WinnerNamingProps = { readonly byTicket: boolean; readonly disabled: boolean };

/** How the entrant is named if they win: by first name and initial, or by the ticket number alone. */
export function WinnerNaming({ byTicket, disabled }: WinnerNamingProps) {
  const { t } = useTranslation("entries");
  return (
    <FormSection title={t("view.naming")}>
      <div className="choice choice-toggle">
        <p>{t("view.namedByTicket")}</p>
        <Toggle
          on={byTicket}
          value={namingIntent(byTicket ? "name" : "ticket")}
          label={t(byTicket ? "view.yes" : "view.no")}
          action={t(byTicket ? "view.nameMe" : "view.ticketOnly")}
          failed={t("view.failedNaming")}
          disabled={disabled}
        />
      </div>
    </FormSection>
  );
}
