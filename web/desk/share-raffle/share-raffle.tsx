import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../ui/buttons/buttons.tsx";
import { CodeTicket } from "../../ui/code-ticket/code-ticket.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { SharePart } from "../../ui/share-links/share-draw.tsx";
import { SharePreview } from "../../ui/share-preview/share-preview.tsx";
import type { Route } from "./+types/share-raffle.route.ts";
import { EmbedPart } from "./embed-part.tsx";
import { ShareMessage } from "./share-message.tsx";
import "./share-raffle.css";

/** All with which an organiser tells people of a raffle: its link, its code to scan, its poster, its result. */
export function ShareRaffle({ loaderData, actionData }: Route.ComponentProps) {
  const { raffle, link, qrCode, description, isShown, message, embed } = loaderData;
  const { codeId, name } = raffle;
  const { t, i18n } = useTranslation("desk");
  const social = `/social/${codeId}.png?lang=${i18n.language}`;
  const scan = `data:image/svg+xml,${encodeURIComponent(qrCode)}`;
  return (
    <>
      <PageHeading title={t("head.tab.share")} lead={t("share.description")} />
      <div className="form">
        {isShown && <SharePart codeId={codeId} name={name} link={null} />}
        <section aria-label={t("share.link")}>
          <CodeTicket label={t("share.link")} code={link} isLink />
        </section>
        <ShareMessage {...message} />
        <FormSection title={t("share.print")} hint={t("share.printHint")}>
          <figure className="qr-code">
            <img src={scan} alt={t("poster.qrCode", { link })} width="220" height="220" />
          </figure>
          <div className="actions">
            <ButtonLink label={t("overview.poster")} look="secondary" href={`/poster/${codeId}`} />
            <ButtonLink label={t("poster.tent")} look="secondary" href={`/table-tent/${codeId}`} />
            <ButtonLink label={t("share.qrFile")} href={scan} download={`qr-${codeId}.svg`} />
          </div>
        </FormSection>
        {/* The picture invites people to win. */}
        {raffle.open && (
          <FormSection title={t("share.social")} hint={t("share.socialHint")}>
            <img
              className="social-picture"
              src={social}
              alt={t("share.socialOf", { name })}
              width="1080"
              height="1350"
              loading="lazy"
              decoding="async"
            />
            <p>
              <ButtonLink
                label={t("share.socialFile")}
                look="secondary"
                href={social}
                download={`raffle-${codeId}.png`}
              />
            </p>
          </FormSection>
        )}
        <EmbedPart {...embed} result={actionData} />
        <SharePreview raffle={raffle} link={link} description={description} />
      </div>
    </>
  );
}
