import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { type RotationRefusal, rotateAccessCode } from "#src/access/codes/rotate-access-code.ts";
import type { EventOrganiserRefusal } from "#src/access/organiser.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { EDIT_EVENT } from "#src/events/action-limits.ts";
import { editEventFrom } from "#src/events/edit-event.ts";
import { findEditableEvent } from "#src/events/read.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import type { RefusalReason } from "#src/http/refusals.ts";
import { AccessCodeInput, TrustBrowser, VersionField } from "../../forms/fields.tsx";
import { RefusableForm } from "../../forms/form.tsx";
import type { SentForm } from "../../requests/answer-form.ts";
import { attempt } from "../../requests/attempt.ts";
import { formText, isTrusted } from "../../requests/form-text.ts";
import { leavePass, proveEventOnPage } from "../../requests/organiser.ts";
import { challengePage } from "../../requests/refusals/challenge-page.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { CodeTicket } from "../../ui/code-ticket/code-ticket.tsx";
import { FormSection, Notice, PageHeading } from "../../ui/page-parts.tsx";
import type { Route } from "./+types/edit-event.route.ts";
import { EventFields, isEventField, readEventForm } from "./event-fields.tsx";

export const handle: PageHandle = {
  hydrate: true,
  texts: ["events", "messages"],
  personal: true,
  leavesDesk: "as-guest",
};

export const loader = siteLoader("events:edit.description", async (screen) => {
  const event = await findEditableEvent(screen.site.db, screen.params.code ?? "");
  if (!event) throw refusalPage(screen.context, { reason: "event-not-found" });
  const proof = await proveEventOnPage(screen, { event: event.id });
  /** What replaces the access code for this browser: its account, or an earlier proof of the code. */
  const provedBy = proof.ok ? (proof.value.userId === null ? ("browser" as const) : ("account" as const)) : null;
  return { event, provedBy, meta: { ...screen.meta, listed: false } };
});

type Typed = ReturnType<typeof readEventForm>;

/** A saved change, or a requested access code, which is null where it is asked first. */
type Done = { readonly saved: number } | { readonly renewal: { readonly accessCode: string | null } };

type Changed = Outcome<Done, EventOrganiserRefusal | RotationRefusal | Refusal<RefusalReason>>;

export const action = siteAction({
  read: (form) => ({ values: readEventForm(form), version: formText(form, "version") }),
  change: async (sent): Promise<Changed> => {
    const { context, params, deps, form, intent, typed } = sent;
    if (intent.startsWith("renew")) return renew(sent);
    const accessCode = formText(form, "accessCode").trim();
    const claim = { event: params.code ?? "", accessCode: accessCode === "" ? undefined : accessCode };
    // A guessed access code costs a puzzle on a page of its own; a change solves its own inside of the form.
    const proof = await attempt(context, () => proveEventOnPage(sent, claim, isTrusted(form)), form);
    if (!proof.ok) {
      if (proof.refusal.reason === "event-not-found") throw refusalPage(context, proof.refusal);
      if (proof.refusal.reason !== "access-code-mismatch") return proof;
      const key = accessCode === "" ? "accessCodeRequired" : "accessCodeInvalid";
      return refuse({ reason: "access-code-mismatch", fields: { accessCode: [{ key }] } });
    }
    const edited = await editEventFrom(deps, proof.value, typed.values, typed.version);
    return edited.ok ? accept({ saved: edited.value.version }) : edited;
  },
  /** The version that is stored by now, where somebody else saved meanwhile. */
  more: async ({ site, params }, { reason }) =>
    reason === "event-conflict" ? ((await findEditableEvent(site.db, params.code ?? ""))?.version ?? null) : null,
});

/** Gives a new access code to an organiser who needs no current code. Only this response shows it. */
async function renew(sent: SentForm<null, { readonly values: Typed; readonly version: string }>): Promise<Changed> {
  const { context, params, site, deps, form, intent } = sent;
  const proof = await proveEventOnPage(sent, { event: params.code ?? "" });
  if (!proof.ok) throw refusalPage(context, proof.refusal);
  if (intent !== "renew-confirmed") return accept({ renewal: { accessCode: null } });
  const { limits, address, solution } = deps;
  const admitted = await limits.admit({ policy: EDIT_EVENT, address, subjects: [proof.value.eventId] }, solution);
  if (!admitted.ok) throw challengePage(context, admitted.refusal, { form });
  const renewed = await rotateAccessCode(site, proof.value);
  if (!renewed.ok) throw refusalPage(context, renewed.refusal);
  // The pass for the old code is no longer valid, so the browser gets a new one.
  await leavePass(sent, proof.value);
  return accept({ renewal: renewed.value });
}

const ACCESS_HINTS = { account: "edit.ownAccount", browser: "edit.known" } as const;

/** An event's fields, which are not secret, and the access code needed to change them. */
export default function EditEvent({ loaderData, actionData: result }: Route.ComponentProps) {
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
        <Submit label={t(submitting ? "edit.submitting" : "edit.submit")} look="primary" busy={submitting} />
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

/** Gives an event a new access code. Asks first, since the current code stops working, and shows the new one once. */
function EventAccess({ code, renewal }: { readonly code: string; readonly renewal: EventRenewal | null }) {
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
