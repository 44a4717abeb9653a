import { data, redirectDocument } from "react-router";
import { OWNER } from "#src/access/organiser.ts";
import { acceptInvitation, findInvitation } from "#src/access/team/invitations.ts";
import { accountContext, siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { accountFor } from "../../requests/account.ts";
import { attempt } from "../../requests/attempt.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import { loginFor, registerFor } from "../../requests/safe-next.ts";
import type { Route } from "./+types/invitation.route.ts";
import { Invitation } from "./invitation.tsx";

export const handle: PageHandle = { forms: true, personal: true };

/** Shows what an invitation is for. It takes nothing: programs that scan mails open the link too. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, clock } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const invitation = await findInvitation(db, params.token, clock());
  if (!invitation) throw refusalPage(context, { reason: "invitation-ended" }, { ended: true });
  const account = await context.get(accountContext)();
  const { raffle, inviter, role, expiresAt } = invitation;
  const here = `/invitation/${params.token}`;
  const description = translate(language, { key: "team:invitation.description" });
  return {
    raffle,
    inviter,
    role,
    expiresAt,
    /** Who would accept it; a guest logs in or registers first, and comes back. */
    account: account?.email ?? null,
    login: loginFor(here),
    register: registerFor(here),
    meta: { path: "invitation", description, listed: false },
  };
}

export async function action(args: Route.ActionArgs) {
  const { context, params } = args;
  const account = await accountFor(args);
  const site = context.get(siteContext);
  const taken = await attempt(context, () => acceptInvitation(site, params.token, account));
  if (!taken.ok) return data(refusalView(taken.refusal), refusalStatus(taken.refusal));
  const { codeId, role } = taken.value;
  const to = role === "helper" ? `/helping/${codeId}` : `/overview/${codeId}/${OWNER}`;
  return redirectDocument(to, 303);
}

export default function InvitationPage({ loaderData, actionData }: Route.ComponentProps) {
  return <Invitation view={loaderData} refusal={actionData ?? null} />;
}
