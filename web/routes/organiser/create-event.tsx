import { data } from "react-router";
import { renderSVG } from "uqr";
import { accountContext, siteContext, visitorContext } from "#src/api/page-context.ts";
import { createEventFrom } from "#src/events/create-event.ts";
import { newEventCode } from "#src/events/write.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { CreateEvent, type EventCreation } from "../../components/event-form/create-event.tsx";
import { pageMeta } from "../../page-meta.ts";
import { attempt } from "../../views/attempt.ts";
import { readEventForm } from "../../views/event-form.ts";
import { formText } from "../../views/form-text.ts";
import { readForm } from "../../views/posted-form.ts";
import { refusalStatus, refusalView } from "../../views/refusal-view.ts";
import type { Route } from "./+types/create-event.ts";

export const handle = { hydrate: true, texts: ["events", "messages"] };

export function loader({ context }: Route.LoaderArgs) {
  const { productName, origin } = context.get(siteContext).config;
  const { language } = context.get(visitorContext);
  const description = sentence(language, { key: "events:create.description" });
  return {
    code: newEventCode(),
    meta: { path: "create-event", productName, origin, canonicalPath: "/create-event", description },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const form = await readForm(request, context.get(visitorContext).language);
  const values = readEventForm(form);
  const shown = formText(form, "code");
  const outcome = await attempt(context, async () => {
    const owner = await context.get(accountContext)();
    return createEventFrom({ ...site, owner }, values, shown);
  });
  if (!outcome.ok) {
    const refused = { created: null, code: shown, values, refusal: refusalView(outcome.refusal) };
    return data<EventCreation>(refused, refusalStatus(outcome.refusal));
  }
  const { code, accessCode } = outcome.value;
  const at = (path: string) => new URL(path, site.config.origin).href;
  const link = at(`/event/${code}`);
  const drawLink = at(`/draw-raffle/${code}`);
  const qrCode = renderSVG(link, { border: 2 });
  const created = { title: values.title.trim(), code, accessCode, link, drawLink, qrCode };
  // The only answer that ever holds the access code: it must not be kept anywhere on its way.
  return data<EventCreation>({ created }, { status: 201, headers: { "cache-control": "no-store" } });
}

/** With JavaScript, a connection that breaks leaves the form as it is. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs): Promise<EventCreation> {
  const form = await request.clone().formData();
  try {
    return await serverAction();
  } catch {
    const refusal = refusalView({ reason: "failed" });
    return { created: null, code: formText(form, "code"), values: readEventForm(form), refusal };
  }
}

/** The code stays the one that was shown, and a broken connection must not take the form away. */
export const shouldRevalidate = () => false;

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function CreateEventPage({ loaderData, actionData }: Route.ComponentProps) {
  return <CreateEvent code={loaderData.code} result={actionData ?? null} />;
}
