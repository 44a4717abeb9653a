import { useTranslation } from "react-i18next";
import { redirectDocument } from "react-router";
import { OWNER } from "#src/access/organiser.ts";
import { acceptInvitation, findInvitation } from "#src/access/team/invitations.ts";
import { accept } from "#src/base/outcome.ts";
import { accountContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { useTimestamps } from "../../page/page-texts.tsx";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { loginFor, registerFor } from "../../requests/safe-next.ts";
import { accountAction, siteLoader } from "../../requests/screens.ts";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { PageHeading, RefusalNotice } from "../../ui/page-parts.tsx";
import type { Route } from "./+types/invitation.route.ts";

export const handle: PageHandle = { forms: true, personal: true };

/** Shows what an invitation is for. It takes nothing: programs that scan mails open the link too. */
export const loader = siteLoader("team:invitation.description", async ({ context, params, site, meta }) => {
  const { token = "" } = params;
  const invitation = await findInvitation(site.db, token, site.clock());
  if (!invitation) throw refusalPage(context, { reason: "invitation-ended" }, { ended: true });
  const account = await context.get(accountContext)();
  const { raffle, inviter, role, expiresAt } = invitation;
  const here = `/invitation/${token}`;
  return {
    ...{ raffle, inviter, role, expiresAt },
    /** Who would accept it; a guest logs in or registers first, and comes back. */
    account: account?.email ?? null,
    login: loginFor(here),
    register: registerFor(here),
    meta: { ...meta, listed: false },
  };
});

export const action = accountAction({
  read: () => null,
  change: async ({ params, deps, scope }) => {
    const taken = await acceptInvitation(deps, params.token ?? "", scope);
    if (!taken.ok) return taken;
    const { codeId, role } = taken.value;
    return accept(redirectDocument(role === "helper" ? `/helping/${codeId}` : `/overview/${codeId}/${OWNER}`, 303));
  },
});

/** What the link of an invitation opens: whose raffle it is, what one may then do, and the button that takes it. */
export default function Invitation({ loaderData: view, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(["team", "messages"]);
  const timestamp = useTimestamps();
  const { raffle, inviter, role, account } = view;
  return (
    <>
      {actionData?.refusal && <RefusalNotice refusal={actionData.refusal} />}
      <PageHeading title={raffle} lead={t("invitation.lead", { inviter })} />
      <p>{t(`may.${role}`)}</p>
      {account === null ? (
        <>
          <p>{t("invitation.guest")}</p>
          <p className="actions">
            <ButtonLink label={t("invitation.login")} look="primary" href={view.login} />
            <ButtonLink label={t("invitation.register")} href={view.register} />
          </p>
        </>
      ) : (
        <form method="post">
          <p className="hint">{t("invitation.as", { account })}</p>
          <p className="actions">
            <Submit label={t("invitation.accept")} look="primary" />
          </p>
        </form>
      )}
      <p className="hint">{t("invitation.until", timestamp(view.expiresAt))}</p>
    </>
  );
}
