import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { AccessCodeInput } from "../../forms/access-code-input.tsx";
import { RefusableForm } from "../../forms/refusable-form.tsx";
import { TrustBrowser } from "../../forms/trust-browser.tsx";
import { VersionField } from "../../forms/version-field.tsx";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { CodeTicket } from "../../ui/code-ticket/code-ticket.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import type { Route } from "./+types/edit-event.route.ts";
import { EventFields, isEventField } from "./event-fields.tsx";

const ACCESS_HINTS = { account: "edit.ownAccount", browser: "edit.known" } as const;

/** An event's fields, which are not secret, and the access code needed to change them. */
export function EditEvent({ loaderData, actionData: result }: Route.ComponentProps) {
  const { event, provedBy } = loaderData;
  const { t } = useTranslation(["events", "messages"]);
  const submitting = useNavigation().formData !== undefined;
  const refused = result?.refusal ? result : null;
  const done = result?.done;
  // Later than the event's version if the page failed to reload.
  const saved = done && "saved" in done ? done.saved : null;
  const renewal = done && "renewal" in done ? done.renewal : null;
  return (
    <>
      <PageHeading title={t("edit.heading")} lead={`${event.code} · ${event.title}`} />
      {event.switchedOff && <Notice kind="error">{t("edit.switchedOff")}</Notice>}
      {/* Starts the fields again from what was saved. */}
      <RefusableForm
        key={event.version}
        className="form event-form"
        draft={`edit-event:${event.code}`}
        failed={t("edit.failed")}
        refusal={refused?.refusal}
        nameOf={(field) => (isEventField(field) ? t(field) : null)}
      >
        {saved !== null && <Notice kind="success">{t("edit.success")}</Notice>}
        <VersionField version={refused?.more ?? refused?.typed.version ?? Math.max(saved ?? 0, event.version)} />
        <EventFields code={event.code} values={refused?.typed.values ?? event} />
        <FormSection
          title={t("edit.access")}
          hint={t(provedBy ? ACCESS_HINTS[provedBy] : "messages:accessCodeRequired")}
        >
          <AccessCodeInput label={t("edit.accessCode")} />
          {!provedBy && <TrustBrowser />}
        </FormSection>
        <Submit
          label={t(submitting ? "edit.submitting" : "edit.submit")}
          look="primary"
          disabled={submitting}
          aria-busy={submitting}
        />
      </RefusableForm>
      {provedBy && <EventAccess code={event.code} renewal={renewal} />}
      <p className="actions">
        <a href={`/event/${event.code}`}>{t("edit.open")}</a>
        <a href={`/draw-raffle/${event.code}`}>{t("edit.openDraw")}</a>
        {provedBy && <a href={`/event-changes/${event.code}`}>{t("edit.changes")}</a>}
      </p>
    </>
  );
}

/** The result of asking for a new access code. Null while it is not confirmed. */
type EventRenewal = { readonly accessCode: string | null };

type EventAccessProps = { readonly code: string; readonly renewal: EventRenewal | null };

/** Gives an event a new access code. Asks first, since the current code stops working, and shows the new one once. */
function EventAccess({ code, renewal }: EventAccessProps) {
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
