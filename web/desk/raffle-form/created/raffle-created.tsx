import { useTranslation } from "react-i18next";
import { UNENTERED_DAYS } from "#src/raffles/limits.ts";
import { useTimestamps } from "../../../page/page-texts.tsx";
import { CreatedReceipt } from "../../../ui/created-receipt.tsx";
import type { CreatedRaffleView, MailedCodes } from "./created-raffle.ts";
import { MailCodes } from "./mail-codes.tsx";

type RaffleCreatedProps = { readonly raffle: CreatedRaffleView; readonly mailed: MailedCodes | null };

/** A raffle that was just created. */
export function RaffleCreated({ raffle, mailed }: RaffleCreatedProps) {
  const { t } = useTranslation("raffles");
  const timestamp = useTimestamps();
  return (
    <CreatedReceipt
      success={t("created.success")}
      title={raffle.name}
      lead={[t("created.lead"), raffle.movedDraw && t("created.drawMoved", { ...timestamp(raffle.movedDraw) })]
        .filter(Boolean)
        .join(" ")}
      codes={[
        { label: t("created.raffleCode"), code: raffle.codeId },
        { label: t("created.accessCode"), code: raffle.accessCode },
      ]}
      links={[{ label: t("created.publicLink"), code: raffle.link }]}
      qrCode={{ svg: raffle.qrCode, alt: t("created.qrCode"), hint: t("created.qrHint") }}
      open={{ label: t("created.desk"), href: `/overview/${raffle.codeId}/${raffle.accessCode}` }}
      keep={t("created.keep")}
      mail={raffle.sendsMail && <MailCodes raffle={raffle} mailed={mailed} />}
      ends={`${t("created.newBrowsers")} ${t("created.ends", { days: UNENTERED_DAYS })}`}
      print={t("created.print")}
      further={[
        { label: t("created.entries"), href: `/draw-list/${raffle.codeId}/${raffle.accessCode}` },
        { label: t("created.edit"), href: `/edit-raffle/${raffle.codeId}/${raffle.accessCode}` },
        { label: t("created.open"), href: `/raffle/${raffle.codeId}` },
        { label: t("created.poster"), href: `/poster/${raffle.codeId}` },
        { label: t("create.again"), href: "/create-raffle" },
      ]}
    />
  );
}
