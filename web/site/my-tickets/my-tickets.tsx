import { useId } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { PageHeading } from "../../ui/page-parts.tsx";
import { TicketRows } from "../../ui/tickets/ticket-rows.tsx";

type MyTicketsProps = {
  /** The script that fills it, where the page does not have it. */
  readonly driver?: string | undefined;
  /** Why the page is shown in place of another one. */
  readonly lead?: string;
};

/** All entries that this browser remembers, online and offline. */
export function MyTickets({ driver, lead }: MyTicketsProps) {
  const { t } = useTranslation("pages");
  const heading = useId();
  return (
    <TicketRows
      driver={driver}
      labelledBy={heading}
      empty={
        <>
          <div className="empty" data-part="none" hidden>
            <p>{t("tickets.none")}</p>
            <ButtonLink label={t("tickets.find")} href="/raffle-list" />
          </div>
          <p data-part="unscripted">{t("tickets.unscripted")}</p>
          {lead === undefined && (
            <p className="hint" data-part="shared" hidden>
              {t("tickets.shared")}
            </p>
          )}
        </>
      }
    >
      <div id={heading} tabIndex={-1}>
        <PageHeading title={t("tickets.heading")} lead={lead ?? t("tickets.lead")} />
      </div>
    </TicketRows>
  );
}
