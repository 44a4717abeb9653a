import { useTranslation } from "react-i18next";
import type { PublicEvent } from "#src/events/schema.ts";
import { EventFrame } from "./event-frame.tsx";

/** An event's draw page, under the ways to its vouchers. */
export function DrawViewer({ event }: { readonly event: PublicEvent }) {
  const { t } = useTranslation("events");
  return (
    <>
      <div className="event-bar">
        <h1>{event.title}</h1>
        <div className="actions">
          <VoucherButton
            link={event.srcCreateVoucherLink}
            label={t("viewer.createVoucher")}
            without={t("viewer.noCreateVoucher")}
          />
          <VoucherButton
            link={event.srcCreateVoucherValidateLink}
            label={t("viewer.validateVoucher")}
            without={t("viewer.noValidateVoucher")}
          />
        </div>
      </div>
      <EventFrame link={event.srcDraw} title={t("viewer.drawFrame", { title: event.title })} />
    </>
  );
}

type VoucherButtonProps = { readonly link: string; readonly label: string; readonly without: string };

function VoucherButton({ link, label, without }: VoucherButtonProps) {
  if (link === "") {
    return (
      <button type="button" className="button" disabled>
        {without}
      </button>
    );
  }
  return (
    <a className="button" href={link} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  );
}
