import { inSnapshot } from "#src/db/transaction.ts";
import { readSiteNumbers } from "#src/entries/site-numbers.ts";
import { showMoment } from "#src/i18n/format.ts";
import { countMails } from "#src/mail/read.ts";
import { ACCOUNT_HEADERS, adminFor } from "../../account.ts";
import { AdminNumbers } from "../../components/admin/admin-numbers.tsx";
import { pageMeta } from "../../page-meta.ts";
import { adminPage } from "../../views/admin-page.ts";
import type { Route } from "./+types/admin.ts";

export async function loader(args: Route.LoaderArgs) {
  const admin = await adminFor(args);
  const { site, language, meta } = adminPage(args);
  const { hours, mails, ...totals } = await inSnapshot(site.db, async (reader) => ({
    ...(await readSiteNumbers(reader, admin)),
    mails: await countMails(reader),
  }));
  return {
    totals,
    mails: { failed: mails.failed ?? 0, unclear: mails.unclear ?? 0 },
    hours: hours.map(({ from, entries }) => ({ from: showMoment(from, language, site.config.timeZone), entries })),
    meta,
  };
}

export const headers = () => ACCOUNT_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function AdminPage({ loaderData }: Route.ComponentProps) {
  return <AdminNumbers totals={loaderData.totals} mails={loaderData.mails} hours={loaderData.hours} />;
}
