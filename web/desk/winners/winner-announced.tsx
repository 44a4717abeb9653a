import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useTimestamps } from "../../page/page-texts.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { HiddenFields } from "../../ui/hidden-fields.tsx";
import type { WinnerView } from "./winners-page.ts";

type WinnerAnnouncedProps = { readonly winner: WinnerView };

/** What was announced of a winner, what they answered, and how it is taken back. */
export function WinnerAnnounced({ winner }: WinnerAnnouncedProps) {
  const { t } = useTranslation("claims");
  const timestamp = useTimestamps();
  const { announced } = winner;
  if (!announced) return null;
  const { reason, note, at, dueAt, objectedAt, endedAs } = announced;
  if (endedAs === "objected") return objectedAt && <p>{t("winners.stays", timestamp(objectedAt))}</p>;
  if (endedAs === "handed-over") return <p>{t("winners.handedOverMeanwhile", timestamp(at))}</p>;
  return (
    <div className="notice stack-2 winner-announced">
      <p>
        {t(`winners.announced.${reason}`, timestamp(at))} <q>{note}</q>
      </p>
      <p>
        {objectedAt && <strong>{t("winners.objected", timestamp(objectedAt))}</strong>}{" "}
        {t(`winners.due.${reason}`, timestamp(dueAt))}
      </p>
      <TakeBack winner={winner} />
    </div>
  );
}

function TakeBack({ winner: { id, ticket, prizeCode } }: WinnerAnnouncedProps) {
  const { t } = useTranslation("claims");
  const { search: here } = useLocation();
  return (
    <form method="post" action={here || undefined}>
      <HiddenFields fields={{ claimId: id, ticket, prizeCode }} />
      <Submit label={t("winners.takeBack")} intent="take-back" />
    </form>
  );
}
