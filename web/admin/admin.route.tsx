import { readSiteStats } from "#src/admin/site-stats.ts";
import { inSnapshot } from "#src/db/transaction.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { formatTimestamp } from "#src/i18n/format.ts";
import { countUnsentMails } from "#src/mail/read.ts";
import { adminFor } from "../requests/account.ts";
import type { Route } from "./+types/admin.route.ts";
import { adminPage } from "./admin-page.ts";
import { AdminStats } from "./admin-stats.tsx";

export const handle: PageHandle = { personal: true };

export async function loader(args: Route.LoaderArgs) {
  const admin = await adminFor(args);
  const { site, language, meta } = adminPage(args);
  const { hours, mails, ...totals } = await inSnapshot(site.db, async (reader) => ({
    ...(await readSiteStats(reader, admin)),
    mails: await countUnsentMails(reader),
  }));
  return {
    totals,
    mails: { failed: mails.failed, unclear: mails.unclear },
    hours: hours.map(({ from, entries }) => ({ from: formatTimestamp(from, language, site.config.timeZone), entries })),
    hasOperatorEmail: site.config.operatorEmail !== undefined,
    meta,
  };
}

export default function AdminPage({ loaderData }: Route.ComponentProps) {
  return <AdminStats {...loaderData} />;
}
