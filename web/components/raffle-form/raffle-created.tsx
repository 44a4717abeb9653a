import { useTranslation } from "react-i18next";
import { CreatedReceipt } from "../created-receipt.tsx";

export type CreatedRaffleView = {
  readonly name: string;
  readonly codeId: string;
  readonly accessCode: string;
  readonly link: string;
  /** The link's QR code as SVG, made by us on the server. */
  readonly qrCode: string;
};

/** A raffle that was just created. */
export function RaffleCreated({ raffle }: { readonly raffle: CreatedRaffleView }) {
  const { t } = useTranslation("raffles");
  return (
    <CreatedReceipt
      success={t("created.success")}
      title={raffle.name}
      lead={t("created.lead")}
      codes={[
        { label: t("created.raffleCode"), code: raffle.codeId },
        { label: t("created.accessCode"), code: raffle.accessCode },
      ]}
      links={[{ label: t("created.publicLink"), code: raffle.link }]}
      qrCode={{ svg: raffle.qrCode, alt: t("created.qrCode"), hint: t("created.qrHint") }}
      open={{ label: t("created.open"), href: `/raffle/${raffle.codeId}` }}
      print={t("created.print")}
      further={[
        { label: t("created.poster"), href: `/poster/${raffle.codeId}` },
        { label: t("create.again"), href: "/create-raffle" },
      ]}
    />
  );
}
