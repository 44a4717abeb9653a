import { type RotationRefusal, rotateAccessCode } from "#src/access/codes/rotate-access-code.ts";
import type { EventOrganiserRefusal } from "#src/access/organiser.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { editEventFrom } from "#src/events/edit-event.ts";
import { findEditableEvent } from "#src/events/read.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import type { RefusalReason } from "#src/http/refusals.ts";
import type { SentForm } from "../../requests/answer-form.ts";
import { attempt } from "../../requests/attempt.ts";
import { formText, isTrusted } from "../../requests/form-text.ts";
import { leavePass, proveEventOnPage } from "../../requests/organiser.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { EditEvent } from "./edit-event.tsx";
import { readEventForm } from "./event-fields.tsx";

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
  const { context, params, site, intent } = sent;
  const proof = await proveEventOnPage(sent, { event: params.code ?? "" });
  if (!proof.ok) throw refusalPage(context, proof.refusal);
  if (intent !== "renew-confirmed") return accept({ renewal: { accessCode: null } });
  const renewed = await rotateAccessCode(site, proof.value);
  if (!renewed.ok) throw refusalPage(context, renewed.refusal);
  // The pass for the old code is no longer valid, so the browser gets a new one.
  await leavePass(sent, proof.value);
  return accept({ renewal: renewed.value });
}

export default EditEvent;
