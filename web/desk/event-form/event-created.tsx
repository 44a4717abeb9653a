import { useTranslation } from "react-i18next";
import { CreatedReceipt } from "../../ui/created-receipt.tsx";

export type CreatedEventView = {
  readonly title: string;
  readonly code: string;
  readonly accessCode: string;
  readonly link: string;
  readonly drawLink: string;
  /** The event page's QR code as SVG, generated on the server. */
  readonly qrCode: string;
};

/** An event that was just created. */
export function EventCreated({ event }: { readonly event: CreatedEventView }) {
  const { t } = useTranslation("events");
  return (
    <CreatedReceipt
      success={t("create.success")}
      title={event.title}
      lead={t("created.lead")}
      codes={[
        { label: t("created.code"), code: event.code },
        { label: t("created.accessCode"), code: event.accessCode },
      ]}
      links={[
        { label: t("created.link"), code: event.link },
        { label: t("created.drawLink"), code: event.drawLink },
      ]}
      qrCode={{ svg: event.qrCode, alt: t("created.qrCode"), hint: t("created.qrHint") }}
      open={{ label: t("created.open"), href: `/event/${event.code}` }}
      keep={t("created.keep")}
      print={t("created.print")}
      further={[
        { label: t("created.edit"), href: `/edit-event/${event.code}` },
        { label: t("create.again"), href: "/create-event" },
      ]}
    />
  );
}
