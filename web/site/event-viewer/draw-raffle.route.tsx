import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import type { Route } from "./+types/draw-raffle.route.ts";
import { EventFrame } from "./event-frame.tsx";
import { framedEvent } from "./framed-event.ts";

export const handle = { embeds: true };

export function loader(args: Route.LoaderArgs) {
  return framedEvent(args, { path: "draw-raffle", link: "srcDraw", description: "events:viewer.drawDescription" });
}

/** An event's draw page, below the links to its vouchers. */
export default function DrawPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("events");
  const { event } = loaderData;
  return (
    <EventFrame page={loaderData} title={t("viewer.drawFrame", { title: event?.title })}>
      {event && (
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
      )}
    </EventFrame>
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
