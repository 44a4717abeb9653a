import { Trans, useTranslation } from "react-i18next";
import { redirectDocument } from "react-router";
import { accept } from "#src/base/outcome.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { AccessCodeInput, TrustBrowser } from "../../forms/fields.tsx";
import { SmallForm } from "../../forms/form.tsx";
import { formText, isTrusted } from "../../requests/form-text.ts";
import { deskAddress, markerOf, proveOnPage } from "../../requests/organiser.ts";
import { pathTo } from "../../requests/path-to.ts";
import { raffleOf } from "../../requests/raffle.ts";
import { loginFor } from "../../requests/safe-next.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { Notice, PageHeading, RefusalNotice } from "../../ui/page-parts.tsx";
import { SentenceLink } from "../../ui/sentence-link.tsx";
import { DESK_SCREENS } from "../desk-head/desk-head-view.ts";
import type { Route } from "./+types/open-desk.route.ts";

export const handle: PageHandle = { forms: true, personal: true };

/** Asks for a code that the URL does not hold: a bookmark of the desk whose pass has expired or was given up. */
export const loader = siteLoader("desk:open.description", async (screen) => {
  const { url, context, params, site, language, meta } = screen;
  const { raffle: asked = "" } = params;
  const proof = await proveOnPage(screen, { raffle: asked });
  if (proof.ok) {
    throw redirectDocument(pathTo(screenAfter(url), asked, markerOf(proof.value)));
  }
  const { name, codeId } = await raffleOf(context, asked);
  const { productName, smtp, operatorEmail = null } = site.config;
  const mailSubject = smtp ? translate(language, { key: "mails:raffleCodes.subject", params: { productName } }) : null;
  return { name, codeId, ways: { mailSubject, operatorEmail }, meta: { ...meta, listed: false } };
});

export const action = siteAction({
  read: () => null,
  change: async (sent) => {
    const { request, url, params, form } = sent;
    const { raffle = "" } = params;
    const accessCode = formText(form, "accessCode");
    const proof = await proveOnPage(sent, { raffle, accessCode }, isTrusted(form));
    if (!proof.ok) return proof;
    return accept(redirectDocument(deskAddress(request, screenAfter(url), raffle, accessCode), 303));
  },
});

function screenAfter(url: URL): string {
  const asked = url.searchParams.get("to");
  return DESK_SCREENS.find((screen) => screen === asked) ?? "draw-list";
}

/** Asks for a raffle's access code in a browser that has no pass, or no longer has one. */
export default function OpenDesk({ loaderData: { name, codeId, ways }, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(["desk", "messages"]);
  const refusal = actionData?.refusal;
  return (
    <>
      <PageHeading title={t("open.heading")} lead={[name, codeId].join(" · ")} />
      {refusal ? <RefusalNotice refusal={refusal} /> : <Notice kind="info">{t("open.lead")}</Notice>}
      <SmallForm errors={refusal?.errors} data-failed={t("open.failed")}>
        <AccessCodeInput label={t("access.label")} />
        <TrustBrowser />
        <Submit label={t("open.submit")} look="primary" />
      </SmallForm>
      <LostAccessCode ways={ways} codeId={codeId} />
    </>
  );
}

/** What may bring a lost access code back on this site. */
type LostCodeWays = {
  /** The subject of the mail with a raffle's codes; null if the site sends no mail. */
  readonly mailSubject: string | null;
  readonly operatorEmail: string | null;
};

/** Leads whoever lost a raffle's access code to what helps: the mail with it, the account, the operator. */
function LostAccessCode({ ways, codeId }: { readonly ways: LostCodeWays; readonly codeId: string }) {
  const { t } = useTranslation("desk");
  const { mailSubject, operatorEmail } = ways;
  return (
    <section aria-labelledby="lost">
      <h2 id="lost">{t("open.lost")}</h2>
      <ul>
        {mailSubject && <li>{t("open.lostMail", { subject: mailSubject })}</li>}
        <li>
          {t("open.lostAccount")} <a href={loginFor(`/open-desk/${codeId}`)}>{t("open.login")}</a>
        </li>
        {operatorEmail && (
          <li>
            <Trans
              t={t}
              i18nKey="open.lostOperator"
              values={{ email: operatorEmail, code: codeId }}
              components={{ mail: <SentenceLink href={`mailto:${operatorEmail}?subject=${codeId}`} /> }}
            />
          </li>
        )}
        <li>{t("open.lostOther")}</li>
      </ul>
    </section>
  );
}
