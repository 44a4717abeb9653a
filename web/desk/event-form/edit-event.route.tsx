import { data } from "react-router";
import { rotateAccessCode } from "#src/access/codes/rotate-access-code.ts";
import { editEventFrom } from "#src/events/edit-event.ts";
import { findEditableEvent } from "#src/events/read.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { attempt } from "../../requests/attempt.ts";
import { countedVisitor } from "../../requests/counted-visitor.ts";
import { formText, isTrusted } from "../../requests/form-text.ts";
import { leavePass, proveEventOnPage } from "../../requests/organiser.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import type { Route } from "./+types/edit-event.route.ts";
import { EditEvent } from "./edit-event.tsx";
import type { EventRenewal } from "./event-access.tsx";
import { type RefusedEventEdit, readEventForm } from "./read-event-form.ts";

/** The result of the pressed button: a saved or refused change, or a requested access code. */
type EditResult = {
  /** The version since it was saved. */
  readonly saved: number | null;
  readonly refused: RefusedEventEdit | null;
  readonly renewal: EventRenewal | null;
};

const NOTHING: EditResult = { saved: null, refused: null, renewal: null };

export const handle: PageHandle = {
  hydrate: true,
  texts: ["events", "messages"],
  personal: true,
  leavesDesk: "as-guest",
};

export async function loader(args: Route.LoaderArgs) {
  const { db } = args.context.get(siteContext);
  const { language } = args.context.get(visitorContext);
  const event = await findEditableEvent(db, args.params.code);
  if (!event) throw refusalPage(args.context, { reason: "event-not-found" });
  const proof = await proveEventOnPage(args, { event: event.id });
  const provedBy = proof.ok ? (proof.value.userId === null ? "browser" : "account") : null;
  const description = translate(language, { key: "events:edit.description" });
  const meta = { path: "edit-event", description, listed: false };
  return { event, provedBy, meta } as const;
}

export async function action(args: Route.ActionArgs) {
  const { context } = args;
  const site = context.get(siteContext);
  const form = await readForm(args.request, context.get(visitorContext).language);
  const intent = formText(form, "intent");
  if (intent.startsWith("renew")) return renew(args, intent === "renew-confirmed");
  const values = readEventForm(form);
  const version = formText(form, "version");
  const typed = formText(form, "accessCode").trim();
  const refused = (refusal: Parameters<typeof refusalView>[0], latest = version) =>
    data<EditResult>(
      { ...NOTHING, refused: { values, version: latest, refusal: refusalView(refusal) } },
      refusalStatus(refusal),
    );

  const claim = { event: args.params.code, accessCode: typed === "" ? undefined : typed };
  const proof = await attempt(context, () => proveEventOnPage(args, claim, isTrusted(form)), form);
  if (!proof.ok) {
    const { reason } = proof.refusal;
    if (reason === "event-not-found") throw refusalPage(context, proof.refusal);
    if (reason !== "access-code-mismatch") return refused(proof.refusal);
    const key = typed === "" ? "accessCodeRequired" : "accessCodeInvalid";
    return refused({ reason, fields: { accessCode: [{ key }] } });
  }
  const outcome = await attempt(context, () =>
    editEventFrom({ ...site, ...countedVisitor(context, form) }, proof.value, values, version),
  );
  if (outcome.ok) return data<EditResult>({ ...NOTHING, saved: outcome.value.version });
  const isConflict = outcome.refusal.reason === "event-conflict";
  const latest = isConflict ? (await findEditableEvent(site.db, proof.value.eventId))?.version : undefined;
  return refused(outcome.refusal, latest === undefined ? version : String(latest));
}

/** Gives a new access code to an organiser who needs no current code. Only this response shows it. */
async function renew(args: Route.ActionArgs, confirmed: boolean) {
  const { context } = args;
  const proof = await proveEventOnPage(args, { event: args.params.code });
  if (!proof.ok) throw refusalPage(context, proof.refusal);
  if (!confirmed) return data<EditResult>({ ...NOTHING, renewal: { accessCode: null } });
  const renewed = await rotateAccessCode(context.get(siteContext), proof.value);
  if (!renewed.ok) throw refusalPage(context, renewed.refusal);
  // The pass for the old code is no longer valid, so the browser gets a new one.
  await leavePass(args, proof.value);
  return data<EditResult>({ ...NOTHING, renewal: renewed.value });
}

export default function EditEventPage({ loaderData, actionData }: Route.ComponentProps) {
  return <EditEvent event={loaderData.event} provedBy={loaderData.provedBy} {...(actionData ?? NOTHING)} />;
}
