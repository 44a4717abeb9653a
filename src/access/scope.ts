import type { Role, TeamRole } from "./roles.ts";

declare const proven: unique symbol;

declare const contact: unique symbol;

declare const owned: unique symbol;

/**
 * Proof that the bearer knows the code of this entry. All reads and changes by an entrant require it. Only `access/`
 * can make one. By itself it gives no access to contact details.
 */
export type EntrantScope = {
  readonly raffleId: string;
  readonly entryId: string;
  readonly [proven]: "entrant";
};

/** Mints the entrant's proof. Only `access/` may call this; an import rule of `npm run check` enforces it. */
export function mintEntrantScope(raffleId: string, entryId: string): EntrantScope {
  return { raffleId, entryId } as EntrantScope;
}

/**
 * Proof that the bearer also knows the entry's phone or e-mail, or is the raffle's organiser. Reading a person's full
 * details and erasing the entry require it.
 */
export type ContactScope = EntrantScope & { readonly [contact]: "proven" };

/** Mints the contact's proof. Only `access/` may call this. */
export function mintContactScope({ raffleId, entryId }: Pick<EntrantScope, "raffleId" | "entryId">): ContactScope {
  return { raffleId, entryId } as ContactScope;
}

/**
 * Proof that the bearer may organise this raffle: knows its access code, has an account that owns or organises it, or
 * is an admin. Every read and change on the desk requires it.
 */
export type OrganiserScope = {
  readonly raffleId: string;
  /** The actor's name for the audit log. */
  readonly actor: string;
  /** The account that may do so; null if the access code was the proof. */
  readonly userId: string | null;
  /** The API token that was the proof; null if none was. */
  readonly tokenId: string | null;
  /** The access code's hash at the time of the proof. A change of the code is refused if it differs by now. */
  readonly accessCodeHash: Buffer;
  readonly [proven]: "organiser";
};

/** Mints the organiser's proof. Only `access/` may call this. */
export function mintOrganiserScope(
  raffle: ProvenOf,
  actor: string,
  userId: string | null,
  tokenId: string | null = null,
): OrganiserScope {
  return { raffleId: raffle.id, actor, userId, tokenId, accessCodeHash: raffle.accessCodeHash } as OrganiserScope;
}

/** Proof that the bearer's account owns the raffle. Saying who else may organise it requires it. */
export type OwnerScope = OrganiserScope & { readonly userId: string; readonly [owned]: "proven" };

/** Mints the owner's proof. Only `access/` may call this. */
export function mintOwnerScope(organiser: OrganiserScope): OwnerScope {
  return organiser as OwnerScope;
}

/** Proof that the bearer's account belongs to the raffle's people. By itself it only lets them leave. */
export type MemberScope = {
  readonly raffleId: string;
  readonly userId: string;
  /** The actor's name for the audit log. */
  readonly actor: string;
  readonly role: TeamRole;
  readonly [proven]: "member";
};

/** Mints the proof of a member. Only `access/` may call this. */
export function mintMemberScope(member: Omit<MemberScope, typeof proven>): MemberScope {
  return member as MemberScope;
}

type ProvenOf = { readonly id: string; readonly accessCodeHash: Buffer };

/** What a helper of a shop may do for a raffle without its access code. */
export const HELPER_PERMISSIONS = [
  "validate-vouchers",
  "look-up-entries",
  "add-entries",
  "show-codes",
  "check-photos",
  "confirm-rules",
] as const;

export type HelperPermission = (typeof HELPER_PERMISSIONS)[number];

/** Proof that the bearer may do this for the raffle: its organiser, or a helper whose link allows it. */
export type StaffScope<Permission extends HelperPermission = HelperPermission> = {
  readonly raffleId: string;
  /** The actor's name for the audit log. */
  readonly actor: string;
  readonly permission: Permission;
  /** The helper's link that allows it; undefined for who needs none. */
  readonly helperId?: string | undefined;
  readonly [proven]: "staff";
};

/** Mints the proof of a shop's staff. Only `access/` may call this. */
export function mintStaffScope<Permission extends HelperPermission>(
  { raffleId, actor, helperId }: Pick<StaffScope, "raffleId" | "actor" | "helperId">,
  permission: Permission,
): StaffScope<Permission> {
  return { raffleId, actor, permission, helperId } as StaffScope<Permission>;
}

/** Proof that the bearer is signed in, as of this request. Reads and changes of an account require it. */
export type AccountScope = {
  readonly userId: string;
  readonly sessionId: string;
  readonly username: string;
  readonly email: string;
  /** Whether the holder has proved that they receive mail at the address. */
  readonly emailVerified: boolean;
  readonly role: Role;
  /** Whether the second factor was shown when this session began, or set up in it. */
  readonly hasSecondFactor: boolean;
  readonly [proven]: "account";
};

/** Mints the proof of a session. Only accounts.ts may call this, after it has looked up the session. */
export function mintAccountScope(account: Omit<AccountScope, typeof proven>): AccountScope {
  return account as AccountScope;
}

/** What an API token may do for its account. */
export const TOKEN_PERMISSIONS = [
  "read-entries",
  "change-entries",
  "manage-raffle",
  "draw",
  "read-winners",
  "manage-events",
] as const;

export type TokenPermission = (typeof TOKEN_PERMISSIONS)[number];

/** Proof that the bearer holds an API token. It allows its permissions alone, and only what its account may do then. */
export type TokenScope = {
  readonly id: string;
  readonly userId: string;
  /** The actor's name for the audit log. */
  readonly actor: string;
  readonly permissions: readonly TokenPermission[];
  /** The raffles that it is for; null for all of the account. */
  readonly raffleIds: readonly string[] | null;
  readonly [proven]: "token";
};

/** Mints the proof of a token. Only `access/` may call this. */
export function mintTokenScope(token: Omit<TokenScope, typeof proven>): TokenScope {
  return token as TokenScope;
}

/** Proof that the bearer is an admin, as of this request. Everything that concerns the whole site requires it. */
export type AdminScope = {
  readonly userId: string;
  readonly actor: string;
  readonly [proven]: "admin";
};

/** Mints the admin's proof. Only users.ts may call this. */
export function mintAdminScope(userId: string, actor: string): AdminScope {
  return { userId, actor } as AdminScope;
}

/**
 * Proof that the bearer may organise this event: knows its access code, made it while signed in, or is an admin. Every
 * change of an event requires it.
 */
export type EventScope = {
  readonly eventId: string;
  /** The actor's name for the audit log. */
  readonly actor: string;
  /** The account that may do so; null if the access code was the proof. */
  readonly userId: string | null;
  /** The access code's hash at the time of the proof. A change of the code is refused if it differs by now. */
  readonly accessCodeHash: Buffer;
  readonly [proven]: "event-organiser";
};

/** Mints the proof of an event's organiser. Only `access/` may call this. */
export function mintEventScope(event: ProvenOf, actor: string, userId: string | null): EventScope {
  return { eventId: event.id, actor, userId, accessCodeHash: event.accessCodeHash } as EventScope;
}

/** The id of the raffle or event that a proof is for. */
export function scopeIdOf(scope: { readonly eventId: string } | { readonly raffleId: string }): string {
  return "eventId" in scope ? scope.eventId : scope.raffleId;
}
