import { useTranslation } from "react-i18next";
import { ChangeList, type ShownChange } from "../desk/changes/change-list.tsx";
import { PageLinks } from "../ui/page-links.tsx";
import { AdminHead } from "./admin-head.tsx";
import "./admin.css";

type AdminChangesProps = {
  readonly changes: readonly ShownChange[];
  readonly page: number;
  readonly more: boolean;
};

/** All changes by organisers and admins, from the audit log. */
export function AdminChanges({ changes, page, more }: AdminChangesProps) {
  const { t } = useTranslation("accounts");
  return (
    <>
      <AdminHead title={t("admin.changesLink")} />
      {changes.length === 0 && <p>{t("admin.noChanges")}</p>}
      <ChangeList changes={changes} />
      <PageLinks page={page} more={more} />
    </>
  );
}
