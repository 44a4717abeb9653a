import { useTranslation } from "react-i18next";
import { useTimestamps } from "../../page/page-texts.tsx";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { Notice } from "../../ui/page-parts.tsx";
import type { ClaimView } from "./claim-form.tsx";

type AnnouncedProps = { readonly claim: ClaimView; readonly giveBack: string };

/** What the shop says about a prize, until when its winner can answer, and the answer. */
export function Announced({ claim: { id, prize, announced }, giveBack }: AnnouncedProps) {
  const { t } = useTranslation("claims");
  const timestamp = useTimestamps();
  if (!announced) return null;
  const { reason, note, dueAt, objectedAt, isStanding } = announced;
  if (!isStanding) return objectedAt && <Notice kind="info">{t("claim.stays", timestamp(objectedAt))}</Notice>;
  return (
    <section className="notice claim-announced" aria-label={t("claim.announced.label", { prize })}>
      <p>
        <strong>{t(`claim.announced.${reason}`)}</strong> <q>{note}</q>
      </p>
      <p>{t(`claim.due.${objectedAt ? "objected" : reason}`, timestamp(dueAt))}</p>
      {objectedAt ? (
        <p>{t("claim.objectedOn", timestamp(objectedAt))}</p>
      ) : (
        <form method="post" className="actions">
          <input type="hidden" name="claim" value={id} />
          <Submit label={t(`claim.object.${reason}`)} look="primary" intent="object" />
          {reason === "withdrew" && <ButtonLink label={t("claim.announced.yes")} href={giveBack} />}
        </form>
      )}
    </section>
  );
}
