import { useTranslation } from "react-i18next";
import { readWholeAuditLog } from "#src/access/audit/audit.ts";
import { showChange } from "../desk/changes/change-sentences.ts";
import { ChangeList } from "../desk/changes/raffle-changes.tsx";
import { PageLinks } from "../ui/page-links.tsx";
import type { Route } from "./+types/admin-changes.route.ts";
import { adminLoader } from "./admin-screen.ts";

export const loader = adminLoader(async ({ site, language, timeZone, scope, page }) => {
  const { changes, more } = await readWholeAuditLog(site.db, scope, page);
  return { changes: changes.map((change) => showChange(change, { language, timeZone })), page, more };
});

export default function AdminChanges({ loaderData: { changes, page, more } }: Route.ComponentProps) {
  const { t } = useTranslation("accounts");
  return (
    <>
      {changes.length === 0 && <p>{t("admin.noChanges")}</p>}
      <ChangeList changes={changes} />
      <PageLinks page={page} more={more} />
    </>
  );
}
