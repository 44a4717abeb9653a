import { useTranslation } from "react-i18next";
import type { Outlook } from "#src/draws/outlook.ts";
import { useTimestamps } from "../../page/page-texts.tsx";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { Scene } from "../../ui/scene.tsx";

type NotLockedProps = {
  readonly raffle: { readonly codeId: string; readonly name: string; readonly drawDate: Date };
  readonly outlook: Outlook;
};

/** The page of a draw before its list is locked: there is nothing to check yet. */
export function NotLocked({ raffle, outlook }: NotLockedProps) {
  const { t } = useTranslation(["draws", "raffles"]);
  const timestamp = useTimestamps();
  const text = () => {
    if (outlook === "empty" || outlook === "nobody-in-play") return t(`raffles:detail.nothingToDraw.${outlook}`);
    return outlook === "over" ? t("raffles:detail.over", timestamp(raffle.drawDate)) : t("result.notLocked");
  };
  return (
    <>
      <PageHeading title={t("result.heading", { name: raffle.name })} lead={t("result.lead")} />
      <Scene name="lantern" />
      <Notice kind="info">{text()}</Notice>
      <div className="actions">
        {outlook === "empty" ? (
          <ButtonLink label={t("result.toRaffle")} look="primary" href={`/raffle/${raffle.codeId}`} />
        ) : (
          <ButtonLink label={t("result.toPlan")} look="primary" href={`/raffle/${raffle.codeId}#draw-plan`} />
        )}
      </div>
    </>
  );
}
