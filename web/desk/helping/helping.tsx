import { useTranslation } from "react-i18next";
import type { HelperPermission } from "#src/access/scope.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import "./helping.css";

type HelpingProps = {
  /** The helper's name; null for the organiser. */
  readonly helper: string | null;
  readonly permissions: readonly HelperPermission[];
  readonly raffle: string;
  readonly codeId: string;
};

/** A helper's small home on a phone: one large button for each thing that they may do. */
export function Helping({ helper, permissions, raffle, codeId }: HelpingProps) {
  const { t } = useTranslation("claims");
  const screens: Readonly<Record<HelperPermission, string>> = {
    "validate-vouchers": "/voucher",
    "look-up-entries": `/look-up/${codeId}`,
    "add-entries": `/add-entry/${codeId}`,
  };
  return (
    <>
      <PageHeading
        title={t("helpers.home.heading", { raffle })}
        lead={helper === null ? t("helpers.home.asOrganiser") : t("helpers.home.asHelper", { name: helper })}
      />
      <ul className="helping">
        {permissions.map((permission) => (
          <li key={permission}>
            <ButtonLink label={t(`helpers.permission.${permission}`)} look="primary" href={screens[permission]} />
          </li>
        ))}
      </ul>
      {helper !== null && (
        <form method="post" className="form">
          <p className="hint">{t("helpers.home.leaveHint")}</p>
          <Submit label={t("helpers.home.leave")} look="quiet" />
        </form>
      )}
    </>
  );
}
