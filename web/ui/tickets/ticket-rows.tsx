import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

type TicketRowsProps = {
  /** The script that fills it, where the page does not have it. */
  readonly driver?: string | undefined;
  /** How many rows it shows; all if it is not set. */
  readonly most?: number;
  readonly labelledBy: string;
  /** The heading. */
  readonly children: ReactNode;
  /** What stands in place of rows where there are none. Without it all of it is hidden then. */
  readonly empty?: ReactNode;
};

/** The frame of "Your tickets", and a row as a template: a script fills it with what this browser remembers. */
export function TicketRows({ driver = "", most, labelledBy, children, empty }: TicketRowsProps) {
  const { t } = useTranslation("pages");
  return (
    <section
      className="tickets on-screen"
      aria-labelledby={labelledBy}
      hidden={empty === undefined}
      data-tickets={driver}
      data-most={most}
      data-empty={empty === undefined ? undefined : ""}
      data-failed={t("tickets.failed")}
      data-gone={t("tickets.gone")}
      data-forgotten={t("tickets.forgotten")}
    >
      {children}
      <p role="status" data-part="status" hidden />
      <button type="button" className="button" data-part="again" hidden>
        {t("tickets.again")}
      </button>
      <ul className="ticket-rows" data-part="rows" />
      {empty}
      <template data-part="row">
        <li className="ticket-row">
          <div className="ticket-row-text">
            <p className="chip" data-part="mark" hidden />
            <a className="ticket-row-name" data-part="name" href="/">
              {t("tickets.heading")}
            </a>
            <p className="hint" data-part="shop" hidden />
            <p data-part="whose" hidden>
              <b data-part="person" hidden /> {t("tickets.endsIn")} <b translate="no" data-part="end" />
            </p>
            <p data-part="line" hidden />
            <p className="hint" data-part="next" hidden />
          </div>
          <details>
            <summary>{t("tickets.code")}</summary>
            <p className="ticket-row-code" translate="no" data-part="code" />
            <button type="button" className="button" data-part="forget">
              {t("tickets.forget")}
            </button>
          </details>
        </li>
      </template>
    </section>
  );
}
