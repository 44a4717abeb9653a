import { readWholeAuditLog } from "#src/access/audit.ts";
import { ACCOUNT_HEADERS, adminFor } from "../../account.ts";
import { AdminChanges } from "../../components/admin/admin-changes.tsx";
import { pageMeta } from "../../page-meta.ts";
import { adminPage } from "../../views/admin-page.ts";
import { showChange } from "../../views/shown-change.ts";
import type { Route } from "./+types/admin-changes.ts";

export async function loader(args: Route.LoaderArgs) {
  const admin = await adminFor(args);
  const { site, language, page, meta } = adminPage(args);
  const { changes, more } = await readWholeAuditLog(site.db, admin, page);
  return {
    changes: changes.map((change) => showChange(change, language, site.config.timeZone)),
    page,
    more,
    meta,
  };
}

export const headers = () => ACCOUNT_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function AdminChangesPage({ loaderData }: Route.ComponentProps) {
  return <AdminChanges changes={loaderData.changes} page={loaderData.page} more={loaderData.more} />;
}
