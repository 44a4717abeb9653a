import { useTranslation } from "react-i18next";
import { PageHeading } from "../../ui/page-heading.tsx";
import { ChangeList, type ShownChange } from "./change-list.tsx";

type RaffleChangesProps = { readonly changes: readonly ShownChange[]; readonly page: number; readonly more: boolean };

/** The audit log of one raffle: who changed what, and when. */
export function RaffleChanges({ changes, page, more }: RaffleChangesProps) {
  const { t } = useTranslation("desk");
  return (
    <>
      <PageHeading title={t("changes.heading")} lead={t("changes.lead")} />
      {changes.length === 0 && <p>{t("changes.empty")}</p>}
      <ChangeList changes={changes} />
      {(page > 1 || more) && (
        <nav className="actions" aria-label={t("changes.pages")}>
          {page > 1 && (
            <a rel="prev" href={`?page=${page - 1}`}>
              {t("changes.previous")}
            </a>
          )}
          {more && (
            <a rel="next" href={`?page=${page + 1}`}>
              {t("changes.next")}
            </a>
          )}
        </nav>
      )}
    </>
  );
}
