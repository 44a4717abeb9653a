import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { CodeTicket } from "../../ui/code-ticket/code-ticket.tsx";
import { Notice } from "../../ui/notice.tsx";

type MadeLinkProps = {
  readonly name: string;
  readonly link: string;
  /** The link's QR code as SVG, generated on the server. */
  readonly qrCode: string;
  readonly raffle: string;
};

/** A new link, this once: to scan with the helper's phone, to copy, or to send. */
export function MadeLink({ name, link, qrCode, raffle }: MadeLinkProps) {
  const { t } = useTranslation("claims");
  const message = encodeURIComponent(t("helpers.message", { raffle, link }));
  const made = t("helpers.made", { name });
  return (
    <section className="receipt" aria-label={made}>
      <CodeTicket label={made} code={link} isLink />
      <Notice kind="info">{t("helpers.keep")}</Notice>
      <figure className="qr-code">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`}
          alt={t("helpers.qrCode")}
          width="220"
          height="220"
        />
      </figure>
      <div className="actions">
        <ButtonLink label={t("helpers.text")} look="secondary" href={`sms:?&body=${message}`} />
        <ButtonLink
          label={t("helpers.mail")}
          look="secondary"
          href={`mailto:?subject=${encodeURIComponent(raffle)}&body=${message}`}
        />
      </div>
    </section>
  );
}
