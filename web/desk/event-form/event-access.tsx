import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { CodeTicket } from "../../ui/code-ticket/code-ticket.tsx";
import { FormSection } from "../../ui/form-section.tsx";

/** The result of asking for a new access code. Null while it is not confirmed. */
type EventRenewal = { readonly accessCode: string | null };

type EventAccessProps = { readonly code: string; readonly renewal: EventRenewal | null };

/** Gives an event a new access code. Asks first, since the current code stops working, and shows the new one once. */
export function EventAccess({ code, renewal }: EventAccessProps) {
  const { t } = useTranslation("events");
  if (renewal?.accessCode) {
    return <CodeTicket label={t("renew.done")} code={renewal.accessCode} stub={code} />;
  }
  return (
    <Form method="post" preventScrollReset className="form event-form">
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
          {renewal && <ButtonLink label={t("renew.no")} href={`/edit-event/${code}`} />}
        </p>
      </FormSection>
    </Form>
  );
}
