import { useId } from "react";
import { useTranslation } from "react-i18next";
import { PageScript } from "../../page/page-script.tsx";
import driverUrl from "./drive-tickets.ts?worker&url";
import starter from "./start-tickets.ts?inline-script";
import { TicketRows } from "./ticket-rows.tsx";

/** Rows of the strip; a page of its own has all of them. */
const MOST = 3;

/**
 * The entries that this browser remembers, on pages that are the same for everybody: hidden until a script finds some.
 * Other visitors fetch nothing for it.
 */
export function TicketStrip() {
  const { t } = useTranslation("pages");
  const heading = useId();
  return (
    <>
      <TicketRows driver={driverUrl} most={MOST} labelledBy={heading}>
        <header className="tickets-head">
          <h2 id={heading} tabIndex={-1}>
            {t("tickets.heading")}
          </h2>
          <a href="/my-tickets">{t("tickets.all")}</a>
        </header>
      </TicketRows>
      <PageScript text={starter} />
    </>
  );
}
