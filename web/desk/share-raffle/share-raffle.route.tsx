import { useTranslation } from "react-i18next";
import { renderSVG } from "uqr";
import type { OrganiserScope } from "#src/access/scope.ts";
import { areAllHandedOver } from "#src/claims/desk.ts";
import { readListCheck } from "#src/draws/checking/list-check.ts";
import { lockWords } from "#src/draws/lock/lock-words.ts";
import { readOutlook } from "#src/draws/outlook.ts";
import { findDraw } from "#src/draws/read.ts";
import { readRevealedWinners } from "#src/draws/result-card.ts";
import { isForTrial } from "#src/events/rules.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import type { Site } from "#src/http/site.ts";
import { LANGUAGES } from "#src/i18n/languages.ts";
import { editEmbedSettings, readEmbedSettings } from "#src/raffles/embed/embed-settings.ts";
import { MAX_SITES_LENGTH } from "#src/raffles/embed/limits.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { CheckboxField, TextField } from "../../forms/fields.tsx";
import { RefusableForm } from "../../forms/form.tsx";
import { raffleDescription, raffleView } from "../../page/views/raffle-view.ts";
import { formText } from "../../requests/form-text.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { CodeTicket } from "../../ui/code-ticket/code-ticket.tsx";
import { FormSection, Notice, PageHeading } from "../../ui/page-parts.tsx";
import { svgAddress } from "../../ui/qr-code/qr-code.tsx";
import { QrFigure } from "../../ui/qr-code/qr-figure.tsx";
import { SharePreview } from "../../ui/share-preview/share-preview.tsx";
import { deskAction, deskLoader } from "../desk-screen.ts";
import type { Route } from "./+types/share-raffle.route.ts";
import { type PostFacts, postsOf } from "./posts.ts";
import { PostsPart } from "./posts-part.tsx";
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
    const facts = await readPostFacts(site, scope, raffle);
    return {
      raffle: { codeId, name, version },
      link,
      qrCode: renderSVG(link, { border: 2 }),
      description: raffleDescription(raffleView(raffle, site, language), site, language),
      posts: {
        posts: postsOf(facts, { now: site.clock(), language: textLanguage, timeZone, origin }),
        language: textLanguage,
        hasCertificate: facts.winners !== null,
        /** Whether more is to come of it, and so more to post. */
        goesOn: ["open", "soon", "announcing"].includes(facts.outlook),
      },
      embed: { codeId, name, origin, settings },
    };
  },
);

/** All that decides what is to be posted of a raffle. */
async function readPostFacts({ db, clock }: Site, scope: OrganiserScope, raffle: PublicRaffle): Promise<PostFacts> {
  const [outlook, winners, draw, check, isHandedOver] = await Promise.all([
    readOutlook(db, raffle, clock()),
    raffle.drawnAt && readRevealedWinners(db, raffle),
    raffle.lockedAt && findDraw(db, scope.raffleId),
    raffle.lockedAt && readListCheck(db, scope.raffleId),
    raffle.announcedAt !== null && areAllHandedOver(db, scope),
  ]);
  const words = draw ? await lockWords(draw.lockHash) : null;
  return { ...raffle, outlook, winners, words, isChecked: check !== null, isHandedOver };
}

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

/** All with which an organiser announces a raffle: its link, its code to scan, its poster, its result. */
export default function ShareRaffle({ loaderData, actionData }: Route.ComponentProps) {
  const { raffle, link, qrCode, description, posts, embed } = loaderData;
  const { codeId } = raffle;
  const { t } = useTranslation("desk");
  return (
    <>
      <PageHeading title={t("head.tab.share")} lead={t("share.description")} />
      <div className="form">
        <PostsPart codeId={codeId} {...posts} />
        <section aria-label={t("share.link")}>
          <CodeTicket label={t("share.link")} code={link} isLink />
        </section>
        <FormSection title={t("share.print")} hint={t("share.printHint")}>
          <QrFigure svg={qrCode} alt={t("poster.qrCode", { link })} />
          <div className="actions">
            <ButtonLink label={t("overview.poster")} href={`/poster/${codeId}`} />
            <ButtonLink label={t("poster.tent")} href={`/table-tent/${codeId}`} />
            <ButtonLink label={t("share.qrFile")} href={svgAddress(qrCode)} download={`qr-${codeId}.svg`} />
          </div>
        </FormSection>
        <EmbedPart {...embed} result={actionData} />
        <SharePreview raffle={raffle} link={link} description={description} />
      </div>
    </>
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
