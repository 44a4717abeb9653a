import { data } from "react-router";
import { renderSVG } from "uqr";
import { createEventFrom } from "#src/events/create-event.ts";
import { drawShownCode, readShownCode } from "#src/events/shown-code.ts";
import { accountContext, siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { attempt } from "../../requests/attempt.ts";
import { countedVisitor } from "../../requests/counted-visitor.ts";
import { formText } from "../../requests/form-text.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import type { Route } from "./+types/create-event.route.ts";
import { CreateEvent, type EventCreation } from "./create-event.tsx";
import { readEventForm } from "./read-event-form.ts";

export const handle: PageHandle = { hydrate: true, texts: ["events", "messages"], personal: true };

export function loader({ context }: Route.LoaderArgs) {
  const { secret } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const description = translate(language, { key: "events:create.description" });
  return {
    shown: drawShownCode(secret),
    meta: { path: "create-event", description },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const form = await readForm(request, context.get(visitorContext).language);
  const values = readEventForm(form);
  const shown = shownCode(form);
  const outcome = await attempt(context, async () => {
    const owner = await context.get(accountContext)();
    return createEventFrom({ ...site, ...countedVisitor(context, form), owner }, values, shown);
  });
  if (!outcome.ok) {
    const next = readShownCode(site.secret, shown) === null ? drawShownCode(site.secret) : shown;
    const refused = { created: null, shown: next, values, refusal: refusalView(outcome.refusal) };
    return data<EventCreation>(refused, refusalStatus(outcome.refusal));
  }
  const { code, accessCode } = outcome.value;
  const at = (path: string) => new URL(path, site.config.origin).href;
  const link = at(`/event/${code}`);
  const drawLink = at(`/draw-raffle/${code}`);
  const qrCode = renderSVG(link, { border: 2 });
  const created = { title: values.title.trim(), code, accessCode, link, drawLink, qrCode };
  // Only this response ever holds the access code.
  return data<EventCreation>({ created }, { status: 201 });
}

function shownCode(form: FormData) {
  return { code: formText(form, "code"), seal: formText(form, "codeSeal") };
}

/** Loads nothing again, so that the shown code stays the same. */
export const shouldRevalidate = () => false;

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function CreateEventPage({ loaderData, actionData }: Route.ComponentProps) {
  return <CreateEvent shown={loaderData.shown} result={actionData ?? null} />;
}
