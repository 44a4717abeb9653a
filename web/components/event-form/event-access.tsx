import { useTranslation } from "react-i18next";
import { CodeTicket } from "../code-ticket/code-ticket.tsx";
import { FormSection } from "../form-section.tsx";

/** A new access code that was asked for: null where that is not confirmed yet. */
export type EventRenewal = { readonly accessCode: string | null };

type EventAccessProps = { readonly code: string; readonly renewal: EventRenewal | null };

/** Gives an event a new access code: asks first, since the one in use would stop working, and shows it once. */
export function EventAccess({ code, renewal }: EventAccessProps) {
  const { t } = useTranslation("events");
  if (renewal?.accessCode) {
    return <CodeTicket label={t("renew.done")} code={renewal.accessCode} stub={code} />;
  }
  return (
    <form method="post" className="form event-form">
      <FormSection title={t("renew.heading")} hint={t("renew.hint")}>
        {renewal && (
          <p className="notice" role="alert">
            {t("renew.ask")}
          </p>
        )}
        <p className="actions">
          <button
            type="submit"
            name="intent"
            value={renewal ? "renew-confirmed" : "renew"}
            className={renewal ? "button button-primary" : "button"}
          >
            {t(renewal ? "renew.yes" : "renew.submit")}
          </button>
          {renewal && (
            <a className="button" href={`/edit-event/${code}`}>
              {t("renew.no")}
            </a>
          )}
        </p>
      </FormSection>
    </form>
  );
}
