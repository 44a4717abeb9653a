import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { CodeTicket } from "../../ui/code-ticket/code-ticket.tsx";
import { Notice } from "../../ui/page-parts.tsx";
import { QrFigure } from "../../ui/qr-code/qr-figure.tsx";

type MadeLinkProps = {
  readonly name: string;
  readonly link: string;
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
      <QrFigure svg={qrCode} alt={t("helpers.qrCode")} />
      <div className="actions">
        <ButtonLink label={t("helpers.text")} href={`sms:?&body=${message}`} />
        <ButtonLink label={t("helpers.mail")} href={`mailto:?subject=${encodeURIComponent(raffle)}&body=${message}`} />
      </div>
    </section>
  );
}
