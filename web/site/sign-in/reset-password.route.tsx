import { useTranslation } from "react-i18next";
import { redirectDocument, useNavigation } from "react-router";
import { accept, refuse } from "#src/base/outcome.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { RefusableForm } from "../../forms/form.tsx";
import { formText } from "../../requests/form-text.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { Notice, PageHeading } from "../../ui/page-parts.tsx";
import type { Route } from "./+types/reset-password.route.ts";
import { typedPassword } from "./account-form.ts";
import { leaveMailToken, mailToken, markOfToken } from "./mail-token.ts";
import { NewPassword } from "./new-password.tsx";

// Typed passwords stay in the browser's fields. No response ever contains a password.
export const handle: PageHandle = { hydrate: true, texts: ["accounts", "messages"], personal: true };

export const loader = siteLoader("accounts:reset.description", async ({ meta, ...screen }) => {
  leaveMailToken(screen, "reset-password");
  const token = mailToken(screen, "reset-password");
  return {
    isOpen: await screen.site.accounts.isResetOpen(token),
    mark: markOfToken(token),
    meta: { ...meta, listed: false },
  };
});

export const action = siteAction({
  read: () => null,
  change: async ({ form, ...screen }) => {
    const token = mailToken(screen, "reset-password");
    const mark = formText(form, "mark");
    // Forms that were opened under version 0.1 have their token in the address, and no mark.
    if (mark !== "" && mark !== markOfToken(token)) return refuse({ reason: "link-invalid" });
    const reset = await screen.site.accounts.resetPassword(token, typedPassword(form));
    return reset.ok ? accept(redirectDocument("/login?done=password", 303)) : reset;
  },
});

/** A refusal says when to come again. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

/** The screen behind the link of the mail for a forgotten password. */
export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("accounts");
  const busy = useNavigation().state !== "idle";
  const refusal = actionData?.refusal;
  if (!loaderData.isOpen || refusal?.reason === "link-invalid") return <LinkInvalid />;
  return (
    <>
      <PageHeading title={t("reset.heading")} lead={t("reset.lead")} />
      <RefusableForm heading={t("profile.notChanged")} refusal={refusal}>
        <div className="form-section">
          <input type="hidden" name="mark" value={loaderData.mark} />
          <NewPassword label={t("profile.new")} refusedFor={refusal?.reason} />
          <Submit label={t("reset.submit")} look="primary" aria-disabled={busy} aria-busy={busy} />
        </div>
      </RefusableForm>
    </>
  );
}

function LinkInvalid() {
  const { t } = useTranslation(["accounts", "messages"]);
  return (
    <>
      <PageHeading title={t("reset.heading")} />
      <Notice kind="error">{t("messages:mailLinkInvalid")}</Notice>
      <p>
        <ButtonLink label={t("reset.askAgain")} look="primary" href="/forgot-password" />
      </p>
    </>
  );
}
