import { useTranslation } from "react-i18next";
import { redirectDocument } from "react-router";
import { accept } from "#src/base/outcome.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { AccessCodeInput } from "../../forms/access-code-input.tsx";
import { FormErrorsProvider } from "../../forms/form-errors.tsx";
import { TrustBrowser } from "../../forms/trust-browser.tsx";
import { formText, isTrusted } from "../../requests/form-text.ts";
import { deskAddress, markerOf, proveOnPage } from "../../requests/organiser.ts";
import { raffleOf } from "../../requests/raffle.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { RefusalNotice } from "../../ui/refusal-notice.tsx";
import { DESK_SCREENS } from "../desk-head/desk-head-view.ts";
import type { Route } from "./+types/open-desk.route.ts";
import { LostAccessCode } from "./lost-access-code.tsx";

export const handle: PageHandle = { forms: true, personal: true };

/** Asks for a code that the URL does not hold: a bookmark of the desk whose pass has expired or was given up. */
export const loader = siteLoader("desk:open.description", async (screen) => {
  const { url, context, params, site, language, meta } = screen;
  const { raffle: asked = "" } = params;
  const proof = await proveOnPage(screen, { raffle: asked });
  if (proof.ok) {
    throw redirectDocument(`/${screenAfter(url)}/${encodeURIComponent(asked)}/${markerOf(proof.value)}`);
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
      <form method="post" noValidate className="form" data-failed={t("open.failed")}>
        <FormErrorsProvider errors={refusal?.errors ?? {}}>
          <div className="form-section">
            <AccessCodeInput label={t("access.label")} />
            <TrustBrowser />
            <Submit label={t("open.submit")} look="primary" />
          </div>
        </FormErrorsProvider>
      </form>
      <LostAccessCode ways={ways} codeId={codeId} />
    </>
  );
}
