import { useTranslation } from "react-i18next";
import { useNavigation } from "react-router";
import type { EditableEvent } from "#src/events/schema.ts";
import { AccessCodeInput } from "../../forms/access-code-input.tsx";
import { RefusableForm } from "../../forms/refusable-form.tsx";
import { TrustBrowser } from "../../forms/trust-browser.tsx";
import { VersionField } from "../../forms/version-field.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { EventAccess, type EventRenewal } from "./event-access.tsx";
import { EventFields } from "./event-fields.tsx";
import type { RefusedEventEdit } from "./read-event-form.ts";
import { isEventField } from "./read-event-form.ts";

type EditEventProps = {
  readonly event: EditableEvent;
  /** What replaces the access code for this browser: its account, or an earlier proof of the code. */
  readonly provedBy: "account" | "browser" | null;
  /** The version just saved. It is later than the event's if the page failed to reload. */
  readonly saved: number | null;
  readonly refused: RefusedEventEdit | null;
  readonly renewal: EventRenewal | null;
};

const ACCESS_HINTS = { account: "edit.ownAccount", browser: "edit.known" } as const;

/** An event's fields, which are not secret, and the access code needed to change them. */
export function EditEvent({ event, provedBy, saved, refused, renewal }: EditEventProps) {
  const { t } = useTranslation(["events", "messages"]);
  const submitting = useNavigation().formData !== undefined;
  const refusal = refused?.refusal ?? null;
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
        refusal={refusal}
        nameOf={(field) => (isEventField(field) ? t(field) : null)}
      >
        {saved !== null && <Notice kind="success">{t("edit.success")}</Notice>}
        <VersionField version={refused?.version ?? Math.max(saved ?? 0, event.version)} />
        <EventFields code={event.code} values={refused?.values ?? event} />
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
