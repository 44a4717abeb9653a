import { redirectDocument } from "react-router";
import { CHANGE_RAFFLE } from "#src/access/audit/admit-change.ts";
import { HELD, OWNER, proveMember, proveOwner } from "#src/access/organiser.ts";
import type { AccountScope, OrganiserScope, OwnerScope } from "#src/access/scope.ts";
import { inviteMember, listInvitations, revokeInvitation } from "#src/access/team/invitations.ts";
import { adoptRaffle, changeMemberRole, listMembers, removeMember } from "#src/access/team/members.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { accountContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import type { RefusalReason } from "#src/http/refusals.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { Screen, SentForm } from "../../requests/answer-form.ts";
import { formText } from "../../requests/form-text.ts";
import { loginFor } from "../../requests/safe-next.ts";
import { deskAction, deskLoader } from "../desk-screen.ts";
import { People } from "./people.tsx";

export const handle: PageHandle = { forms: true };

/** Loads a raffle's people. Who is no owner sees their names alone. */
export const loader = deskLoader("team:people.description", async (screen) => {
  const { site, raffle } = screen;
  const { scope, owner, account } = await askingOf(screen);
  const { db, clock, config } = site;
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
      joinedAt,
    })),
    invitations,
    isOwner: owner !== null,
    /** Whether the raffle has no owner, and where a guest logs in to become it. */
    adopt: adoptable ? { login: account ? null : loginFor(`/people/${raffle.codeId}/${HELD}`) } : null,
    sendsMail: config.smtp !== undefined,
  };
});

/** The changes of this screen but for an invitation. */
const OTHER_CHANGES = new Set(["adopt", "revoke", "role", "remove"]);

export const action = deskAction({
  // An invitation has one of its own.
  limitOf: (intent) => (OTHER_CHANGES.has(intent) ? CHANGE_RAFFLE : null),
  read: typedInvitation,
  change: changePeople,
});

export default People;

/** Who asks: an organiser, by their account or by a code, and as its owner if they are one. */
type Asking = {
  readonly scope: OrganiserScope;
  readonly owner: OwnerScope | null;
  readonly account: AccountScope | null;
};

type PeopleDone =
  | { readonly is: "invited"; readonly email: string; readonly link: string }
  | { readonly is: "revoked"; readonly email: string }
  | { readonly is: "changed" | "removed"; readonly name: string; readonly accessCode: string | null };

/** Who asks for the screen, by the account beside the proof. */
async function askingOf({ context, site, scope }: Screen & { readonly scope: OrganiserScope }): Promise<Asking> {
  const account = await context.get(accountContext)();
  return { scope, account, owner: await proveOwner(site.db, scope, account) };
}

function typedInvitation(form: FormData) {
  return { email: formText(form, "email"), role: formText(form, "role") || "organiser" };
}

/** Does what the pressed button says. Refuses as the functions of `src/access/team`. */
async function changePeople(
  sent: SentForm<OrganiserScope, ReturnType<typeof typedInvitation>>,
): Promise<Outcome<PeopleDone | Response, Refusal<RefusalReason> | ChallengeRefusal>> {
  const asking = await askingOf(sent);
  const changed = await changeAs(asking, sent);
  if (!changed.ok || changed.value instanceof Response || !asking.owner) return changed;
  // Who gave up their role has no desk any more.
  const me = await proveMember(sent.site.db, asking.account, sent.scope.raffleId);
  return me && me.role !== "helper" ? changed : accept(redirectDocument("/profile", 303));
}

async function changeAs(
  { owner, account }: Asking,
  { deps: site, language, scope, form, intent, typed }: SentForm<OrganiserScope, ReturnType<typeof typedInvitation>>,
): Promise<Outcome<PeopleDone | Response, Refusal<RefusalReason> | ChallengeRefusal>> {
  if (intent === "adopt") {
    if (!account) return refuse({ reason: "owner-only" });
    const adopted = await adoptRaffle(site, scope, account);
    // Who was let in by a code is an owner from now on.
    return adopted.ok ? accept(redirectDocument(`/people/${adopted.value.codeId}/${OWNER}`, 303)) : adopted;
  }
  if (!owner || !account) return refuse({ reason: "owner-only" });
  const userId = formText(form, "member");
  switch (intent) {
    case "revoke": {
      const revoked = await revokeInvitation(site, owner, formText(form, "invitation"));
      return revoked.ok ? accept({ is: "revoked", email: revoked.value.email } as const) : revoked;
    }
    case "role":
    case "remove": {
      const changed = await (intent === "role"
        ? changeMemberRole(site, owner, { userId, role: formText(form, "role") })
        : removeMember(site, owner, userId));
      if (!changed.ok) return changed;
      const { username: name, accessCode } = changed.value;
      return accept({ is: intent === "role" ? "changed" : "removed", name, accessCode } as const);
    }
    default: {
      const by = { ...site, account, language, sendsMail: site.config.smtp !== undefined };
      const invited = await inviteMember(site, owner, typed, by);
      if (!invited.ok) return invited;
      const { email, token } = invited.value;
      return accept({ is: "invited", email, link: `${site.config.origin}/invitation/${token}` });
    }
  }
}
