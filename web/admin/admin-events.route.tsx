import { data } from "react-router";
import { listEventsForAdmin } from "#src/events/account-events.ts";
import { switchEvent } from "#src/events/switch-event.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { adminFor } from "../requests/account.ts";
import { attempt } from "../requests/attempt.ts";
import { formText } from "../requests/form-text.ts";
import { readForm } from "../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../requests/refusals/refusal-view.ts";
import { accountEventView } from "../site/profile/account-event-view.ts";
import type { Route } from "./+types/admin-events.route.ts";
import { AdminEvents, type AdminEventsResult } from "./admin-events.tsx";
import { adminPage } from "./admin-page.ts";

export const handle: PageHandle = { forms: true, personal: true };

export async function loader(args: Route.LoaderArgs) {
  const admin = await adminFor(args);
  const { site, language, page, fragment, meta } = adminPage(args);
  const { events, more } = await listEventsForAdmin(site.db, admin, { fragment, page });
  const shown = events.map((event) => ({ ...accountEventView(event, site, language), owner: event.owner }));
  return { events: shown, fragment, page, more, meta };
}

export async function action(args: Route.ActionArgs) {
  const admin = await adminFor(args);
  const site = args.context.get(siteContext);
  const form = await readForm(args.request, args.context.get(visitorContext).language);
  const to = formText(form, "to") === "on" ? "on" : "off";
  const outcome = await attempt(args.context, () => switchEvent(site, admin, formText(form, "event"), to));
  return outcome.ok
    ? data<AdminEventsResult>({ done: { ...outcome.value, to }, refusal: null })
    : data<AdminEventsResult>({ done: null, refusal: refusalView(outcome.refusal) }, refusalStatus(outcome.refusal));
}

export default function AdminEventsPage({ loaderData, actionData }: Route.ComponentProps) {
  return <AdminEvents {...loaderData} result={actionData ?? null} />;
}
