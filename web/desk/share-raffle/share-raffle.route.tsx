import { useTranslation } from "react-i18next";
import { renderSVG } from "uqr";
import { readOutlook } from "#src/draws/outlook.ts";
import { readRevealedWinners } from "#src/draws/result-card.ts";
import { isForTrial } from "#src/events/rules.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { LANGUAGE_NAMES, LANGUAGES } from "#src/i18n/languages.ts";
import { editEmbedSettings, readEmbedSettings } from "#src/raffles/embed/embed-settings.ts";
import { MAX_SITES_LENGTH } from "#src/raffles/embed/limits.ts";
import { CheckboxField, TextField } from "../../forms/fields.tsx";
import { RefusableForm } from "../../forms/form.tsx";
import { PageScript } from "../../page/page-script.tsx";
import { raffleDescription, raffleView } from "../../page/views/raffle-view.ts";
import { shareText } from "../../page/views/share-text.ts";
import { formText } from "../../requests/form-text.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { CodeTicket } from "../../ui/code-ticket/code-ticket.tsx";
import { FormSection, Notice, PageHeading } from "../../ui/page-parts.tsx";
import { QrCode, svgAddress } from "../../ui/qr-code.tsx";
import { SharePart } from "../../ui/share-links/share-draw.tsx";
import { ShareLinks } from "../../ui/share-links/share-links.tsx";
import { SharePreview } from "../../ui/share-preview/share-preview.tsx";
import { deskAction, deskLoader } from "../desk-screen.ts";
import type { Route } from "./+types/share-raffle.route.ts";
import script from "./drive-message.ts?inline-script";
import "./share-raffle.css";

export const handle: PageHandle = { forms: true };

export const loader = deskLoader(
  "desk:share.description",
  async ({ context, url, site, language, timeZone, scope, raffle }) => {
    const settings = await readEmbedSettings(site.db, scope.raffleId);
    if (!settings) throw refusalPage(context, { reason: "raffle-not-found" });
    const { codeId, name, version } = raffle;
    const { origin } = site.config;
    const link = new URL(`/raffle/${codeId}`, origin).href;
    const asked = url.searchParams.get("text");
    const textLanguage = LANGUAGES.find((known) => known === asked) ?? language;
    const outlook = await readOutlook(site.db, raffle, site.clock());
    const facts = { ...raffle, outlook, winners: raffle.drawnAt ? await readRevealedWinners(site.db, raffle) : null };
    return {
      raffle: { codeId, name, version, open: raffle.open },
      link,
      qrCode: renderSVG(link, { border: 2 }),
      description: raffleDescription(raffleView(raffle, site, language), site, language),
      isShown: facts.winners !== null,
      message: {
        text: shareText(facts, { now: site.clock(), language: textLanguage, timeZone }),
        link: raffle.lockedAt ? `${link}/draw` : link,
        language: textLanguage,
      },
      embed: { codeId, name, origin, settings },
    };
  },
);

/** Says who may show the raffle on their website. */
export const action = deskAction({
  read: (form) => ({
    embedSites: formText(form, "embedSites"),
    embedAnywhere: formText(form, "embedAnywhere") === "yes",
  }),
  change: ({ deps, site, scope, typed }) =>
    editEmbedSettings({ ...deps, isTrial: isForTrial(site.config.origin) }, scope, typed),
});

type View = Route.ComponentProps["loaderData"];

/** All with which an organiser tells people of a raffle: its link, its code to scan, its poster, its result. */
export default function ShareRaffle({ loaderData, actionData }: Route.ComponentProps) {
  const { raffle, link, qrCode, description, isShown, message, embed } = loaderData;
  const { codeId, name } = raffle;
  const { t, i18n } = useTranslation("desk");
  const social = `/social/${codeId}.png?lang=${i18n.language}`;
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
            <QrCode svg={qrCode} alt={t("poster.qrCode", { link })} />
          </figure>
          <div className="actions">
            <ButtonLink label={t("overview.poster")} href={`/poster/${codeId}`} />
            <ButtonLink label={t("poster.tent")} href={`/table-tent/${codeId}`} />
            <ButtonLink label={t("share.qrFile")} href={svgAddress(qrCode)} download={`qr-${codeId}.svg`} />
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
              <ButtonLink label={t("share.socialFile")} href={social} download={`raffle-${codeId}.png`} />
            </p>
          </FormSection>
        )}
        <EmbedPart {...embed} result={actionData} />
        <SharePreview raffle={raffle} link={link} description={description} />
      </div>
    </>
  );
}

/** What an organiser tells people: a draft to change, and ways to send it. Without scripts the ways send the draft. */
function ShareMessage({ text, link, language }: View["message"]) {
  const { t } = useTranslation("desk");
  return (
    <FormSection title={t("share.textLabel")} hint={t("share.textHint")}>
      <nav aria-label={t("share.textLanguage")}>
        <ul className="share-languages">
          {LANGUAGES.map((each) => (
            <li key={each}>
              <a href={`?text=${each}`} lang={each} aria-current={each === language || undefined}>
                {LANGUAGE_NAMES[each]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="share-message" data-message={link}>
        <textarea className="input" aria-label={t("share.textLabel")} rows={5} lang={language} defaultValue={text} />
        <CopyButton says={t("share.copyText")} look="primary" text={`${text} ${link}`} />
        <ShareLinks link={link} text={text} />
      </div>
      <PageScript text={script} />
    </FormSection>
  );
}

type EmbedPartProps = View["embed"] & { readonly result: Route.ComponentProps["actionData"] };

/** Who may show the raffle on their own website, and the lines of HTML that do it. */
function EmbedPart({ codeId, name, origin, settings, result }: EmbedPartProps) {
  const { t, i18n } = useTranslation("desk");
  const { embedSites, embedAnywhere } = result?.refusal
    ? result.typed
    : { ...settings, embedSites: settings.embedSites.join("\n") };
  const script = (show: string) =>
    `<script async src="${origin}/embed.js" data-raffle="${codeId}"${show} data-lang="${i18n.language}" ` +
    `data-title="${attribute(name)}"></script>`;
  const frame =
    `<iframe src="${origin}/embed/${codeId}?lang=${i18n.language}" title="${attribute(name)}" width="100%" ` +
    `height="640" style="border:0;max-width:40rem"></iframe>`;
  const hasForm = settings.embedSites.length > 0;
  return (
    <FormSection title={t("embed.heading")} hint={t("embed.hint")}>
      {result && !result.refusal && <Notice kind="success">{t("embed.saved")}</Notice>}
      <RefusableForm
        className="form embed-form"
        draft={`embed-${codeId}`}
        heading={t("embed.failed")}
        refusal={result?.refusal}
      >
        <TextField
          name="embedSites"
          label={t("embed.sites")}
          hint={t("embed.sitesHint")}
          rows={3}
          maxLength={MAX_SITES_LENGTH}
          defaultValue={embedSites}
          autoCapitalize="none"
          spellCheck={false}
        />
        <CheckboxField
          name="embedAnywhere"
          value="yes"
          label={t("embed.anywhere")}
          hint={t("embed.anywhereHint")}
          defaultChecked={embedAnywhere}
        />
        <Submit label={t("embed.save")} />
      </RefusableForm>
      {hasForm || settings.embedAnywhere ? (
        <>
          <CodeLine label={t("embed.ticket")} code={script("")} />
          {hasForm && <CodeLine label={t("embed.form")} code={script(' data-show="form"')} />}
          <CodeLine label={t("embed.frame")} code={frame} />
          <p className="hint">{t("embed.wordpress")}</p>
        </>
      ) : (
        <p className="hint">{t("embed.nobody")}</p>
      )}
    </FormSection>
  );
}

function CodeLine({ label, code }: { readonly label: string; readonly code: string }) {
  return (
    <div className="embed-line stack-1">
      <h3>{label}</h3>
      <code translate="no">{code}</code>
      <CopyButton label={label} text={code} />
    </div>
  );
}

/** A text within the quotation marks of an attribute. */
function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
