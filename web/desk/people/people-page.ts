import type { RouterContextProvider } from "react-router";
import { HELD } from "#src/access/organiser.ts";
import type { AccountScope, OrganiserScope, OwnerScope } from "#src/access/scope.ts";
import { inviteMember, listInvitations, revokeInvitation } from "#src/access/team/invitations.ts";
import { adoptRaffle, changeMemberRole, listMembers, removeMember } from "#src/access/team/members.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { RefusalReason } from "#src/http/refusals.ts";
import { formatTimestamp } from "#src/i18n/format.ts";
import { translate } from "#src/i18n/translate.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { partOfRaffle } from "../../page/page-meta.ts";
import { countedVisitor } from "../../requests/counted-visitor.ts";
import { formText } from "../../requests/form-text.ts";
import { raffleOf } from "../../requests/raffle.ts";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";
import { loginFor } from "../../requests/safe-next.ts";

type Context = Readonly<RouterContextProvider>;

/** Who asks: an organiser, by their account or by a code, and as its owner if they are one. */
export type Asking = {
  readonly scope: OrganiserScope;
  readonly owner: OwnerScope | null;
  readonly account: AccountScope | null;
};

/** What the form did. */
type PeopleDone =
  | { readonly is: "adopted" }
  | { readonly is: "invited"; readonly email: string; readonly link: string }
  | { readonly is: "revoked"; readonly email: string }
  | { readonly is: "changed" | "removed"; readonly name: string; readonly accessCode: string | null };

/** What became of the form. */
export type PeopleResult =
  | PeopleDone
  | { readonly is: "refused"; readonly refusal: RefusalView; readonly typed: ReturnType<typeof typedInvitation> };

/** Loads a raffle's people. Who is no owner sees their names alone. */
export async function loadPeople(context: Context, { scope, owner, account }: Asking) {
  const { db, clock, config } = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const raffle = await raffleOf(context, scope.raffleId);
  const { timeZone, smtp } = config;
  const members = await listMembers(db, scope);
  const invitations = owner ? await listInvitations(db, owner, clock()) : [];
  const adoptable = !members.some(({ role }) => role === "owner");
  return {
    members: members.map(({ userId, username, email, role, joinedAt }) => ({
      userId,
      username,
      email: owner ? email : null,
      role,
      isMe: userId === account?.userId,
      joined: formatTimestamp(joinedAt, language, timeZone).date,
    })),
    invitations: invitations.map(({ expiresAt, ...invitation }) => ({
      ...invitation,
      until: formatTimestamp(expiresAt, language, timeZone).date,
    })),
    isOwner: owner !== null,
    /** Whether the raffle has no owner, and where a guest logs in to become it. */
    adopt: adoptable ? { login: account ? null : loginFor(`/people/${raffle.codeId}/${HELD}`) } : null,
    sendsMail: smtp !== undefined,
    meta: {
      path: "people",
      description: translate(language, { key: "team:people.description" }),
      ...partOfRaffle(raffle),
    },
  };
}

export type PeopleView = Awaited<ReturnType<typeof loadPeople>>;

/** The invitation as typed. */
export function typedInvitation(form: FormData) {
  return { email: formText(form, "email"), role: formText(form, "role") || "organiser" };
}

/** Does what the pressed button says. Refuses as the functions of `src/access/team`. */
export async function changePeople(
  context: Context,
  { scope, owner, account }: Asking,
  form: FormData,
): Promise<Outcome<PeopleDone, Refusal<RefusalReason> | ChallengeRefusal>> {
  const site = context.get(siteContext);
  const intent = formText(form, "intent");
  if (intent === "adopt") {
    if (!account) return refuse({ reason: "owner-only" });
    const adopted = await adoptRaffle(site, scope, account);
    return adopted.ok ? accept({ is: "adopted" } as const) : adopted;
  }
  if (!owner || !account) return refuse({ reason: "owner-only" });
  const userId = formText(form, "member");
  switch (intent) {
    case "revoke": {
      const revoked = await revokeInvitation(site, owner, formText(form, "invitation"));
      return revoked.ok ? accept({ is: "revoked", email: revoked.value.email } as const) : revoked;
    }
    case "role": {
      const changed = await changeMemberRole(site, owner, { userId, role: formText(form, "role") });
      if (!changed.ok) return changed;
      const { username: name, accessCode } = changed.value;
      return accept({ is: "changed", name, accessCode } as const);
    }
    case "remove": {
      const removed = await removeMember(site, owner, userId);
      if (!removed.ok) return removed;
      const { username: name, accessCode } = removed.value;
      return accept({ is: "removed", name, accessCode } as const);
    }
    default: {
      const { language } = context.get(visitorContext);
      const by = { ...countedVisitor(context, form), account, language, sendsMail: site.config.smtp !== undefined };
      const invited = await inviteMember(site, owner, typedInvitation(form), by);
      if (!invited.ok) return invited;
      const { email, token } = invited.value;
      return accept({ is: "invited", email, link: `${site.config.origin}/invitation/${token}` });
    }
  }
}
