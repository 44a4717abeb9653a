import { listEventsForAdmin } from "#src/events/account-events.ts";
import { ACCOUNT_HEADERS, adminFor } from "../../account.ts";
import { AdminEvents } from "../../components/admin/admin-events.tsx";
import { pageMeta } from "../../page-meta.ts";
import { keptEventView } from "../../views/account-event-view.ts";
import { adminPage } from "../../views/admin-page.ts";
import type { Route } from "./+types/admin-events.ts";

export async function loader(args: Route.LoaderArgs) {
  const admin = await adminFor(args);
  const { site, language, page, fragment, meta } = adminPage(args);
  const { events, more } = await listEventsForAdmin(site.db, admin, { fragment, page });
  const shown = events.map((event) => ({ ...keptEventView(event, site, language), owner: event.owner }));
  return { events: shown, fragment, page, more, meta };
}

export const headers = () => ACCOUNT_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function AdminEventsPage({ loaderData }: Route.ComponentProps) {
  return <AdminEvents {...loaderData} />;
}
