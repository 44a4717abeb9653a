import { readWholeAuditLog } from "#src/access/audit/audit.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { showChange } from "../desk/changes/shown-change.ts";
import { adminFor } from "../requests/account.ts";
import type { Route } from "./+types/admin-changes.route.ts";
import { AdminChanges } from "./admin-changes.tsx";
import { adminPage } from "./admin-page.ts";

export const handle: PageHandle = { personal: true };

export async function loader(args: Route.LoaderArgs) {
  const admin = await adminFor(args);
  const { site, language, page, meta } = adminPage(args);
  const { changes, more } = await readWholeAuditLog(site.db, admin, page);
  return {
    changes: changes.map((change) => showChange(change, { language, timeZone: site.config.timeZone })),
    page,
    more,
    meta,
  };
}

export default function AdminChangesPage({ loaderData }: Route.ComponentProps) {
  return <AdminChanges changes={loaderData.changes} page={loaderData.page} more={loaderData.more} />;
}
