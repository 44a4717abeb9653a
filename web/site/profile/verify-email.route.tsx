import { useTranslation } from "react-i18next";
import type { PageHandle } from "#src/http/page-handle.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { Notice, PageHeading } from "../../ui/page-parts.tsx";
import { leaveMailToken, mailToken } from "../sign-in/mail-token.ts";
import type { Route } from "./+types/verify-email.route.ts";

export const handle: PageHandle = { forms: true, personal: true };

/** A GET request changes nothing: programs that scan mails open the link too. */
export const loader = siteLoader("accounts:verify.description", ({ meta, ...screen }) => {
  leaveMailToken(screen, "verify-email");
  const token = mailToken(screen, "verify-email");
  return { hasToken: token !== "", isChange: !token.includes("."), meta: { ...meta, listed: false } };
});

export const action = siteAction({
  read: () => null,
  change: (screen) => screen.site.accounts.verifyEmail(mailToken(screen, "verify-email")),
});

/** What the page says behind the link that proves an account's address, and behind the one to its new address. */
const WORDS = {
  proof: { lead: "verify.lead", submit: "verify.submit", done: "verify.done", doneLead: "verify.doneLead" },
  change: {
    lead: "verify.changeLead",
    submit: "verify.changeSubmit",
    done: "verify.changeDone",
    doneLead: "verify.changeDoneLead",
  },
} as const;

/** A refusal says when to come again. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

/** The screen behind the links that prove an account's address or its new one. Only its button does so. */
export default function VerifyEmail({ loaderData, actionData: result }: Route.ComponentProps) {
  const { t } = useTranslation(["accounts", "messages"]);
  const words = WORDS[loaderData.isChange ? "change" : "proof"];
  const isInvalid = result ? result.refusal?.reason === "link-invalid" : !loaderData.hasToken;
  const state = isInvalid ? "invalid" : !result ? "asking" : result.refusal ? "failed" : "verified";
  return (
    <>
      {state === "verified" && <Notice kind="success">{t(words.done)}</Notice>}
      {state === "invalid" && <Notice kind="error">{t("messages:mailLinkInvalid")}</Notice>}
      {state === "failed" && <Notice kind="error">{t("messages:failed")}</Notice>}
      <PageHeading
        title={t("verify.heading")}
        lead={t(state === "verified" ? words.doneLead : state === "invalid" ? "verify.invalidLead" : words.lead)}
      />
      {state === "verified" || state === "invalid" ? (
        <p>
          <ButtonLink label={t("verify.profile")} look="primary" href="/profile" />
        </p>
      ) : (
        <form method="post">
          <Submit label={t(words.submit)} look="primary" />
        </form>
      )}
    </>
  );
}
