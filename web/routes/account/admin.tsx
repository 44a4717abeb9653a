import { inSnapshot } from "#src/db/transaction.ts";
import { readSiteNumbers } from "#src/entries/site-numbers.ts";
import { showMoment } from "#src/i18n/format.ts";
import { ACCOUNT_HEADERS, adminFor } from "../../account.ts";
import { AdminNumbers } from "../../components/admin/admin-numbers.tsx";
import { pageMeta } from "../../page-meta.ts";
import { adminPage } from "../../views/admin-page.ts";
import type { Route } from "./+types/admin.ts";

export async function loader(args: Route.LoaderArgs) {
  const admin = await adminFor(args);
  const { site, language, meta } = adminPage(args);
  const { hours, ...totals } = await inSnapshot(site.db, (reader) => readSiteNumbers(reader, admin));
  return {
    totals,
    hours: hours.map(({ from, entries }) => ({ from: showMoment(from, language, site.config.timeZone), entries })),
    meta,
  };
}

export const headers = () => ACCOUNT_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function AdminPage({ loaderData }: Route.ComponentProps) {
  return <AdminNumbers totals={loaderData.totals} hours={loaderData.hours} />;
}
