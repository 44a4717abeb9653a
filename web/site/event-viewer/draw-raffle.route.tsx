import { useTranslation } from "react-i18next";
import type { PublicEvent } from "#src/events/schema.ts";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { RecordNotFound } from "../../ui/not-found/record-not-found.tsx";
import type { Route } from "./+types/draw-raffle.route.ts";
import { EventFrame } from "./event-frame.tsx";
import { ForeignBar } from "./foreign-bar.tsx";
import { type ForeignPage, framedEvent } from "./framed-event.ts";

export const handle = { embeds: true };

export function loader(args: Route.LoaderArgs) {
  return framedEvent(args, { path: "draw-raffle", link: "srcDraw", description: "events:viewer.drawDescription" });
}

export default function DrawPage({ loaderData }: Route.ComponentProps) {
  const { event, foreign, message, productName } = loaderData;
  if (event && foreign) return <DrawViewer event={event} foreign={foreign} />;
  return (
    <div className="page">
      <RecordNotFound productName={productName} message={message} ended={false} />
    </div>
  );
}

/** An event's draw page, below the links to its vouchers. */
function DrawViewer({ event, foreign }: { readonly event: PublicEvent; readonly foreign: ForeignPage }) {
  const { t } = useTranslation("events");
  return (
    <>
      <ForeignBar {...foreign} />
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
      <EventFrame link={foreign.link} title={t("viewer.drawFrame", { title: event.title })} />
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
  return <ButtonLink label={label} href={link} target="_blank" rel="noopener noreferrer" />;
}
