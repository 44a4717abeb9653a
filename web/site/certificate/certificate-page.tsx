import { useTranslation } from "react-i18next";
import { ButtonLink, ScriptButton } from "../../ui/buttons/buttons.tsx";
import { Notice, PageHeading } from "../../ui/page-parts.tsx";
import { QrCode } from "../../ui/qr-code/qr-code.tsx";
import type { Route } from "./+types/certificate.route.ts";
import "./certificate.css";

/** A draw on one sheet: who won, what that follows from, and the code with which anyone checks it. */
export function CertificatePage({ loaderData: { raffle, certificate, qrCode } }: Route.ComponentProps) {
  const { t, i18n } = useTranslation("draws");
  const draw = `/raffle/${raffle.codeId}/draw`;
  if (!certificate || !qrCode) {
    return (
      <>
        <PageHeading title={t("certificate.heading")} lead={raffle.name} />
        <Notice kind="info">{t("certificate.notYet")}</Notice>
        <div className="actions">
          <ButtonLink label={t("certificate.toDraw")} look="primary" href={draw} />
        </div>
      </>
    );
  }
  const { name, lead, prizes, morePrizes, facts, lockHash, words, claim, link } = certificate;
  const picture = `/certificate/${raffle.codeId}.png?lang=${i18n.language}`;
  return (
    <article className="certificate stack-3">
      <p className="actions">
        <ScriptButton label={t("certificate.print")} look="primary" data-print="" />
        <ButtonLink label={t("certificate.picture")} href={picture} download={`certificate-${raffle.codeId}.png`} />
        <ButtonLink label={t("certificate.toDraw")} look="quiet" href={draw} />
      </p>
      <div className="certificate-sheet">
        <header>
          <p className="certificate-kind">{t("certificate.heading")}</p>
          <h1>{name}</h1>
          <p>{lead}</p>
        </header>
        <dl className="certificate-prizes">
          {prizes.map((prize) => (
            <div key={`${prize.name} ${prize.winners}`}>
              <dt>{prize.name}</dt>
              <dd>{prize.winners}</dd>
            </div>
          ))}
        </dl>
        {morePrizes && <p>{morePrizes}</p>}
        <div className="certificate-proof">
          <dl>
            {facts.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
            <div>
              <dt>{t("certificate.words")}</dt>
              <dd translate="no">
                <strong>{words}</strong>
              </dd>
            </div>
          </dl>
          <QrCode svg={qrCode} alt={t("certificate.qrCode", { link })} size={200} />
        </div>
        <p>{claim}</p>
        <p>
          {t("certificate.check")} <a href={link}>{link}</a>
        </p>
        <p className="certificate-hash">
          {t("certificate.hash")}: <span translate="no">{lockHash}</span>
        </p>
      </div>
    </article>
  );
}
