import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { Scene } from "../../ui/scene.tsx";

/** The page of a draw before its list is locked: there is nothing to check yet. */
export function NotLocked({ raffle }: { readonly raffle: { readonly codeId: string; readonly name: string } }) {
  const { t } = useTranslation("draws");
  return (
    <>
      <PageHeading title={t("result.heading", { name: raffle.name })} lead={t("result.lead")} />
      <Scene name="lantern" />
      <Notice kind="info">{t("result.notLocked")}</Notice>
      <div className="actions">
        <ButtonLink label={t("result.toPlan")} look="primary" href={`/raffle/${raffle.codeId}#draw-plan`} />
      </div>
    </>
  );
}
