import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, type Refused, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Reader } from "#src/db/connect.ts";
import {
  CODE_HOLDER,
  type CodeClaim,
  type CodeRefusal,
  MISMATCH,
  type OrganiserDeps,
  proveCode,
} from "./codes/prove-code.ts";
import { findEventSecrets, findRaffleSecrets } from "./find-secrets.ts";
import { addPass, heldPass, type PassCookie, type Subject } from "./organiser-cookie.ts";
import {
  type AccountScope,
  type AdminScope,
  type EventScope,
  type MemberScope,
  mintEventScope,
  mintMemberScope,
  mintOrganiserScope,
  mintOwnerScope,
  type OrganiserScope,
  type OwnerScope,
  scopeIdOf,
  type TokenPermission,
  type TokenScope,
} from "./scope.ts";

/**
 * A raffle by its id or code, and the access code. In a URL, `OWNER` stands for an account that organises the raffle.
 */
export type OrganiserClaim = CodeClaim & { readonly raffle: string };

export type OrganiserRefusal = Refusal<"raffle-not-found"> | CodeRefusal;

/** What a proof needs, and the account if the visitor is signed in. */
export type SignedInDeps = OrganiserDeps & { readonly account?: AccountScope | null | undefined };

/** Replaces the access code in a URL to mean an account that owns or organises the raffle. No code looks like it. */
export const OWNER = "-";

/** Replaces the access code in a URL to mean the browser's pass, so the code is in no history and no log. */
export const HELD = "~";

/** An event by its code, and the access code. */
export type EventClaim = CodeClaim & { readonly event: string };

export type EventOrganiserRefusal = Refusal<"event-not-found"> | CodeRefusal;

/**
 * Proves a raffle's organiser by its access code. Without a code, an account that owns or organises it or the browser's
 * pass is the proof. Refuses with `raffle-not-found`, or as `proveCode`.
 */
export async function proveOrganiser(
  deps: SignedInDeps,
  claim: OrganiserClaim,
): Promise<Outcome<OrganiserScope, OrganiserRefusal>> {
  const { account } = deps;
  const raffle = await findRaffleSecrets(deps.reader, claim.raffle, account);
  if (!raffle) return refuse({ reason: "raffle-not-found" });
  const organises = raffle.role === "owner" || raffle.role === "organiser";
  const asOwner = claim.exact && claim.accessCode === OWNER;
  const accessCode = claim.exact && claim.accessCode === HELD ? undefined : claim.accessCode;
  if (account && organises && (asOwner || accessCode === undefined)) {
    return accept(mintOrganiserScope(raffle, actorOf(account), account.userId));
  }
  if (asOwner) return MISMATCH;
  const proof = await proveCode(deps, { ...raffle, opens: "raffle" }, { ...claim, accessCode });
  return proof.ok ? accept(mintOrganiserScope(raffle, CODE_HOLDER, null)) : proof;
}

/**
 * Proves a raffle's organiser by an API token: the account organises the raffle now, and the token is for it and for
 * this permission. Refuses with `token-permission-missing`, `token-other-raffle` or `raffle-not-found`.
 *
 * @param permission "never" for what no token may do
 */
export async function proveOrganiserByToken(
  reader: Reader,
  token: TokenScope,
  { raffle: idOrCode, permission }: { readonly raffle: string; readonly permission: TokenPermission | "never" },
): Promise<Outcome<OrganiserScope, TokenRefusal | Refusal<"raffle-not-found">>> {
  const missing = refusePermission(token, permission);
  if (missing) return missing;
  const raffle = await findRaffleSecrets(reader, idOrCode, token);
  if (!raffle) return refuse({ reason: "raffle-not-found" });
  const organises = raffle.role === "owner" || raffle.role === "organiser";
  const isFor = token.raffleIds === null || token.raffleIds.includes(raffle.id);
  if (!organises || !isFor) return refuse({ reason: "token-other-raffle" });
  return accept(mintOrganiserScope(raffle, token.actor, token.userId, token.id));
}

/** Proves an event's organiser by an API token of the account that made it. Refuses in the same way. */
export async function proveEventOrganiserByToken(
  reader: Reader,
  token: TokenScope,
  code: string,
): Promise<Outcome<EventScope, TokenRefusal | Refusal<"event-not-found">>> {
  const missing = refusePermission(token, "manage-events");
  if (missing) return missing;
  const event = await findEventSecrets(reader, code);
  if (!event) return refuse({ reason: "event-not-found" });
  if (event.ownerId !== token.userId) return refuse({ reason: "token-other-raffle" });
  return accept(mintEventScope(event, token.actor, token.userId));
}

/** Proves that a token may create what then belongs to its account. Refuses in the same way. */
export function proveCreatorByToken(
  token: TokenScope,
  permission: "manage-raffle" | "manage-events",
): Outcome<TokenScope, TokenRefusal> {
  const isForAll = permission === "manage-events" || token.raffleIds === null;
  return refusePermission(token, permission) ?? (isForAll ? accept(token) : refuse({ reason: "token-other-raffle" }));
}

export type TokenRefusal = Refusal<"token-permission-missing" | "token-other-raffle">;

/** The refusal of a token that does not allow a permission; null if it does. */
function refusePermission(
  { permissions }: TokenScope,
  permission: TokenPermission | "never",
): Refused<Refusal<"token-permission-missing">> | null {
  if (permission !== "never" && permissions.includes(permission)) return null;
  return refuse({
    reason: "token-permission-missing",
    fields: { token: [{ key: "tokenPermissionMissing", params: { permission } }] },
  });
}

/** Proves that an account belongs to a raffle's people, in whatever role. Null if it does not. */
export async function proveMember(
  reader: Reader,
  account: AccountScope | null | undefined,
  idOrCode: string,
): Promise<MemberScope | null> {
  const raffle = account ? await findRaffleSecrets(reader, idOrCode, account) : undefined;
  if (!account || !raffle?.role) return null;
  const { id: raffleId, role } = raffle;
  return mintMemberScope({ raffleId, userId: account.userId, actor: actorOf(account), role });
}

/** Proves that the account of an organiser owns the raffle. Null if it does not, or a code was the proof. */
export async function proveOwner(
  reader: Reader,
  organiser: OrganiserScope,
  account: AccountScope | null,
): Promise<OwnerScope | null> {
  if (organiser.userId === null || organiser.userId !== account?.userId) return null;
  const raffle = await findRaffleSecrets(reader, organiser.raffleId, account);
  return raffle?.role === "owner" ? mintOwnerScope(organiser) : null;
}

/**
 * Proves an event's organiser in the same way. Events hold no personal data, so an admin with a second factor may
 * change any, for example a frame with unsuitable content. Refuses with `event-not-found`, or as `proveCode`.
 */
export async function proveEventOrganiser(
  deps: SignedInDeps,
  claim: EventClaim,
): Promise<Outcome<EventScope, EventOrganiserRefusal>> {
  const event = await findEventSecrets(deps.reader, claim.event);
  if (!event) return refuse({ reason: "event-not-found" });
  const { account } = deps;
  const isAdmin = account?.role === "admin" && account.hasSecondFactor;
  if (account && claim.accessCode === undefined && (account.userId === event.ownerId || isAdmin)) {
    return accept(mintEventScope(event, actorOf(account), account.userId));
  }
  const proof = await proveCode(deps, { ...event, opens: "event" }, claim);
  return proof.ok ? accept(mintEventScope(event, CODE_HOLDER, null)) : proof;
}

/**
 * The cookies with a pass for a browser that has proved the code. None if the raffle or event is gone meanwhile. An
 * account gets none, because a pass would outlive its session.
 *
 * @param trust whether the organiser marked the browser as trusted; a trusted browser stays trusted
 */
export async function issuePass(
  deps: { reader: Reader; secret: Uint8Array; clock: Clock },
  scope: OrganiserScope | EventScope,
  { cookies, trust }: { readonly cookies: string; readonly trust: boolean },
): Promise<PassCookie[]> {
  if (scope.userId !== null) return [];
  const find = "eventId" in scope ? findEventSecrets : findRaffleSecrets;
  const subject: Subject | undefined = await find(deps.reader, scopeIdOf(scope));
  if (!subject) return [];
  const now = deps.clock();
  // Checks the pass for the old code, so a browser that renews the code stays trusted.
  const before = { id: subject.id, accessCodeHash: scope.accessCodeHash };
  const kind = trust ? "trusted" : (heldPass(deps.secret, before, cookies, now) ?? "session");
  return addPass(deps.secret, subject, { cookies, kind, now });
}

/** Lets an admin organise any raffle. The audit log names the admin. */
export async function organiseAsAdmin(
  reader: Reader,
  admin: AdminScope,
  idOrCode: string,
): Promise<Outcome<OrganiserScope, Refusal<"raffle-not-found">>> {
  const raffle = await findRaffleSecrets(reader, idOrCode);
  return raffle
    ? accept(mintOrganiserScope(raffle, admin.actor, admin.userId))
    : refuse({ reason: "raffle-not-found" });
}

/** Lets an admin decide about any event. The audit log names the admin. */
export async function decideEventAsAdmin(
  reader: Reader,
  admin: AdminScope,
  idOrCode: string,
): Promise<Outcome<EventScope, Refusal<"event-not-found">>> {
  const event = await findEventSecrets(reader, idOrCode);
  return event ? accept(mintEventScope(event, admin.actor, admin.userId)) : refuse({ reason: "event-not-found" });
}

/** An account's name in the audit log. It includes the e-mail, since user names are not unique. */
export function actorOf({ username, email }: Pick<AccountScope, "username" | "email">): string {
  return `${username} (${email})`;
}

/** An account as the subject of a line in the audit log: its name, cut to the column's 300 characters. */
export function subjectOf(account: Pick<AccountScope, "username" | "email">): string {
  return actorOf(account).slice(-300);
}
