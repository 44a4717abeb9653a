import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import type { PublicEvent } from "#src/events/schema.ts";
import { AccessCodeInput } from "../../forms/access-code-input.tsx";
import { ErrorSummary } from "../../forms/error-summary.tsx";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import type { RefusedEventEdit } from "../../views/event-form.ts";
import { FormSection } from "../form-section.tsx";
import { Notice } from "../notice.tsx";
import { PageHeading } from "../page-heading.tsx";
import { EventAccess, type EventRenewal } from "./event-access.tsx";
import { EventFields } from "./event-fields.tsx";

type EditEventProps = {
  readonly event: PublicEvent;
  /** What lets this browser in without the access code: its account, or that it has proved the code before. */
  readonly provedBy: "account" | "browser" | null;
  readonly saved: boolean;
  readonly refused: RefusedEventEdit | null;
  readonly renewal: EventRenewal | null;
};

const ACCESS_HINTS = { account: "edit.ownAccount", browser: "edit.known" } as const;

/** An event's fields, which are no secret, and the access code that changing them takes. */
export function EditEvent({ event, provedBy, saved, refused, renewal }: EditEventProps) {
  const { t } = useTranslation(["events", "messages"]);
  const submitting = useNavigation().formData !== undefined;
  const refusal = refused?.refusal ?? null;
  return (
    <>
      <PageHeading title={t("edit.heading")} lead={`${event.code} · ${event.title}`} />
      {/* What was saved is what the fields start from. */}
      <Form key={event.version} method="post" noValidate className="form event-form">
        <FormErrorsProvider errors={refusal?.errors ?? {}}>
          {saved && <Notice kind="success">{t("edit.success")}</Notice>}
          {refusal && (
            <ErrorSummary
              heading={t("edit.failed")}
              refusal={refusal}
              nameOf={(field) => (refused && field in refused.values ? t(field) : null)}
            />
          )}
          <input type="hidden" name="version" value={refused?.version ?? event.version} />
          <EventFields code={event.code} values={refused?.values ?? event} />
          <FormSection
            title={t("edit.access")}
            hint={t(provedBy ? ACCESS_HINTS[provedBy] : "messages:accessCodeRequired")}
          >
            <AccessCodeInput label={t("edit.accessCode")} />
          </FormSection>
          <button type="submit" className="button button-primary" disabled={submitting} aria-busy={submitting}>
            {t(submitting ? "edit.submitting" : "edit.submit")}
          </button>
        </FormErrorsProvider>
      </Form>
      {provedBy && <EventAccess code={event.code} renewal={renewal} />}
      <p className="actions">
        <a href={`/event/${event.code}`}>{t("edit.open")}</a>
        <a href={`/draw-raffle/${event.code}`}>{t("edit.openDraw")}</a>
        {provedBy && <a href={`/event-changes/${event.code}`}>{t("edit.changes")}</a>}
      </p>
    </>
  );
}
