import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { CodeTicket } from "../code-ticket/code-ticket.tsx";
import { Notice } from "../notice.tsx";

export type CreatedRaffleView = {
  readonly name: string;
  readonly codeId: string;
  readonly accessCode: string;
  readonly link: string;
  /** The link's QR code as SVG, made by us on the server. */
  readonly qrCode: string;
};

/** What the organiser must keep: shown once, because the access code is not stored in the clear. */
export function RaffleCreated({ raffle }: { readonly raffle: CreatedRaffleView }) {
  const { t } = useTranslation("raffles");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="receipt" aria-labelledby="created-heading">
      <Notice kind="success">{t("created.success")}</Notice>
      <h1 id="created-heading" ref={heading} tabIndex={-1}>
        {raffle.name}
      </h1>
      <p>{t("created.lead")}</p>
      <div className="receipt-codes">
        <CodeTicket label={t("created.raffleCode")} code={raffle.codeId} />
        <CodeTicket label={t("created.accessCode")} code={raffle.accessCode} />
      </div>
      <CodeTicket label={t("created.publicLink")} code={raffle.link} isLink />
      <figure className="qr-code">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(raffle.qrCode)}`}
          alt={t("created.qrCode")}
          width="220"
          height="220"
        />
        <figcaption>{t("created.qrHint")}</figcaption>
      </figure>
      <div className="actions">
        <a className="button button-primary" href={`/raffle/${raffle.codeId}`}>
          {t("created.open")}
        </a>
        <button type="button" className="button button-secondary needs-script" data-print>
          {t("created.print")}
        </button>
        <a className="button button-secondary" href={`/poster/${raffle.codeId}`}>
          {t("created.poster")}
        </a>
        <a className="button button-secondary" href="/create-raffle">
          {t("create.again")}
        </a>
      </div>
    </section>
  );
}
