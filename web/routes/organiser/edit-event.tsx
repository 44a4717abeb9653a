import { data, type ShouldRevalidateFunction } from "react-router";
import { rotateAccessCode } from "#src/access/rotate-access-code.ts";
import { siteContext, visitorContext } from "#src/api/page-context.ts";
import { editEventFrom } from "#src/events/edit-event.ts";
import { findEvent } from "#src/events/read.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { EditEvent } from "../../components/event-form/edit-event.tsx";
import type { EventRenewal } from "../../components/event-form/event-access.tsx";
import { leavePass, ORGANISER_HEADERS, proveEventOnPage } from "../../organiser.ts";
import { pageMeta } from "../../page-meta.ts";
import { attempt } from "../../views/attempt.ts";
import { type RefusedEventEdit, readEventForm } from "../../views/event-form.ts";
import { formText } from "../../views/form-text.ts";
import { readForm } from "../../views/posted-form.ts";
import { refusalPage } from "../../views/refusal-page.ts";
import { refusalStatus, refusalView } from "../../views/refusal-view.ts";
import type { Route } from "./+types/edit-event.ts";

/** What became of what was pressed: the change was saved or refused, or a new access code was asked for. */
type EditResult = {
  readonly saved: boolean;
  readonly refused: RefusedEventEdit | null;
  readonly renewal: EventRenewal | null;
};

const NOTHING: EditResult = { saved: false, refused: null, renewal: null };

export const handle = { hydrate: true, texts: ["events", "messages"] };

export async function loader(args: Route.LoaderArgs) {
  const { db, config } = args.context.get(siteContext);
  const { language } = args.context.get(visitorContext);
  const event = await findEvent(db, args.params.code);
  if (!event) throw refusalPage(args.context, { reason: "event-not-found" }, ORGANISER_HEADERS);
  const proof = await proveEventOnPage(args, { event: event.id });
  const provedBy = proof.ok ? (proof.value.userId === null ? "browser" : "account") : null;
  const { productName, origin } = config;
  const description = sentence(language, { key: "events:edit.description" });
  const meta = { path: "edit-event", productName, origin, canonicalPath: "/edit-event", description, listed: false };
  return data({ event, provedBy, meta } as const, { headers: ORGANISER_HEADERS });
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
  const proof = await attempt(context, () => proveEventOnPage(args, claim));
  if (!proof.ok) {
    const { reason } = proof.refusal;
    if (reason === "event-not-found") throw refusalPage(context, proof.refusal, ORGANISER_HEADERS);
    if (reason !== "access-code-mismatch") return refused(proof.refusal);
    const key = typed === "" ? "accessCodeRequired" : "accessCodeInvalid";
    return refused({ reason, fields: { accessCode: [{ key }] } });
  }
  const outcome = await attempt(context, () => editEventFrom(site, proof.value, values, version));
  if (outcome.ok) return data<EditResult>({ ...NOTHING, saved: true });
  const isConflict = outcome.refusal.reason === "event-conflict";
  const latest = isConflict ? (await findEvent(site.db, proof.value.eventId))?.version : undefined;
  return refused(outcome.refusal, latest === undefined ? version : String(latest));
}

/** A new access code for whoever is let in without typing the one in use; its one answer is the only that shows it. */
async function renew(args: Route.ActionArgs, confirmed: boolean) {
  const { context } = args;
  const proof = await proveEventOnPage(args, { event: args.params.code });
  if (!proof.ok) throw refusalPage(context, proof.refusal, ORGANISER_HEADERS);
  if (!confirmed) return data<EditResult>({ ...NOTHING, renewal: { accessCode: null } });
  const renewed = await rotateAccessCode(context.get(siteContext), proof.value);
  if (!renewed.ok) throw refusalPage(context, renewed.refusal, ORGANISER_HEADERS);
  // The pass that was given for the old code opens nothing any more.
  await leavePass(context, proof.value);
  return data<EditResult>({ ...NOTHING, renewal: renewed.value });
}

/** With JavaScript, a connection that breaks leaves the form as it is. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs): Promise<EditResult> {
  const form = await request.clone().formData();
  try {
    return await serverAction();
  } catch {
    const refusal = refusalView({ reason: "failed" });
    return { ...NOTHING, refused: { values: readEventForm(form), version: formText(form, "version"), refusal } };
  }
}

/** Only what was saved is worth loading again; without a connection that would take the form away. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  defaultShouldRevalidate && !(actionResult as EditResult | undefined)?.refused;

export const headers: Route.HeadersFunction = () => ORGANISER_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function EditEventPage({ loaderData, actionData }: Route.ComponentProps) {
  return <EditEvent event={loaderData.event} provedBy={loaderData.provedBy} {...(actionData ?? NOTHING)} />;
}
