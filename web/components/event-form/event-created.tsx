import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { CodeTicket } from "../code-ticket/code-ticket.tsx";
import { Notice } from "../notice.tsx";

export type CreatedEventView = {
  readonly title: string;
  readonly code: string;
  readonly accessCode: string;
  readonly link: string;
  readonly drawLink: string;
  /** The event page's QR code as SVG, made by us on the server. */
  readonly qrCode: string;
};

/** What the organiser must keep: shown once, because the access code is not stored in the clear. */
export function EventCreated({ event }: { readonly event: CreatedEventView }) {
  const { t } = useTranslation("events");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="receipt" aria-labelledby="created-heading">
      <Notice kind="success">{t("create.success")}</Notice>
      <h1 id="created-heading" ref={heading} tabIndex={-1}>
        {event.title}
      </h1>
      <p>{t("created.lead")}</p>
      <div className="receipt-codes">
        <CodeTicket label={t("created.code")} code={event.code} />
        <CodeTicket label={t("created.accessCode")} code={event.accessCode} />
      </div>
      <CodeTicket label={t("created.link")} code={event.link} isLink />
      <CodeTicket label={t("created.drawLink")} code={event.drawLink} isLink />
      <figure className="qr-code">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(event.qrCode)}`}
          alt={t("created.qrCode")}
          width="220"
          height="220"
        />
        <figcaption>{t("created.qrHint")}</figcaption>
      </figure>
      <div className="actions">
        <a className="button button-primary" href={`/event/${event.code}`}>
          {t("created.open")}
        </a>
        <button type="button" className="button button-secondary needs-script" data-print>
          {t("created.print")}
        </button>
        <a className="button button-secondary" href={`/edit-event/${event.code}`}>
          {t("created.edit")}
        </a>
        <a className="button button-secondary" href="/create-event">
          {t("create.again")}
        </a>
      </div>
    </section>
  );
}
