import { useTranslation } from "react-i18next";
import type { HelperPermission } from "#src/access/scope.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";

type HelperDoorProps = {
  readonly name: string;
  readonly raffle: string;
  readonly permissions: readonly HelperPermission[];
};

/** What a helper's link opens: whose it is, what it allows, and the button that takes it. */
export function HelperDoor({ name, raffle, permissions }: HelperDoorProps) {
  const { t } = useTranslation("claims");
  return (
    <>
      <PageHeading title={t("helpers.door.heading", { raffle })} lead={t("helpers.door.lead", { name })} />
      <ul>
        {permissions.map((permission) => (
          <li key={permission}>{t(`helpers.permission.${permission}`)}</li>
        ))}
      </ul>
      <form method="post" className="actions">
        <Submit label={t("helpers.door.use", { name })} look="primary" />
      </form>
      <p className="hint">{t("helpers.door.hint")}</p>
    </>
  );
}
