import type { Role } from "./limits.ts";

declare const proven: unique symbol;

/**
 * Proof that the bearer knows the entry code of this entry. Reads and changes of an entrant's personal data
 * demand it, and only `access/` can make one.
 */
export type EntrantScope = {
  readonly raffleId: string;
  readonly entryId: string;
  readonly [proven]: "entrant";
};

/** Mints the proof. Nothing outside `access/` may call this: an import rule of `npm run check` keeps it so. */
export function mintEntrantScope(raffleId: string, entryId: string): EntrantScope {
  return { raffleId, entryId } as EntrantScope;
}

/**
 * Proof that the bearer may organise this raffle: knows its access code, owns it, or is an admin. Every read and change
 * of the desk demands it.
 */
export type OrganiserScope = {
  readonly raffleId: string;
  /** Who the audit log says it was. */
  readonly actor: string;
  /** The account that may do so; null where the access code was the proof. */
  readonly userId: string | null;
  readonly [proven]: "organiser";
};

/** Mints the organiser's proof. Nothing outside `access/` may call this either. */
export function mintOrganiserScope(raffleId: string, actor: string, userId: string | null): OrganiserScope {
  return { raffleId, actor, userId } as OrganiserScope;
}

/** Proof that the bearer is signed in, as of this request. What belongs to an account is read and changed with it. */
export type AccountScope = {
  readonly userId: string;
  readonly sessionId: string;
  readonly username: string;
  readonly email: string;
  /** Its holder has shown that mail to the address reaches them. */
  readonly emailVerified: boolean;
  readonly role: Role;
  readonly [proven]: "account";
};

/** Mints the proof of a session, which only accounts.ts may ask for, after it has looked the session up. */
export function mintAccountScope(account: Omit<AccountScope, typeof proven>): AccountScope {
  return account as AccountScope;
}

/** Proof that the bearer is an admin, as of this request: whatever concerns the whole site demands it. */
export type AdminScope = {
  readonly userId: string;
  readonly actor: string;
  readonly [proven]: "admin";
};

/** Mints the admin's proof, which only admin.ts may ask for. */
export function mintAdminScope(userId: string, actor: string): AdminScope {
  return { userId, actor } as AdminScope;
}

/**
 * Proof that the bearer may organise this event: knows its access code, made it while signed in, or is an admin. Every
 * change of an event demands it.
 */
export type EventScope = {
  readonly eventId: string;
  /** Who the audit log says it was. */
  readonly actor: string;
  /** The account that may do so; null where the access code was the proof. */
  readonly userId: string | null;
  readonly [proven]: "event-organiser";
};

/** Mints the proof of an event's organiser. Nothing outside `access/` may call this either. */
export function mintEventScope(eventId: string, actor: string, userId: string | null): EventScope {
  return { eventId, actor, userId } as EventScope;
}

/** The id of the raffle or the event that a proof is of. */
export function scopeIdOf(scope: { readonly eventId: string } | { readonly raffleId: string }): string {
  return "eventId" in scope ? scope.eventId : scope.raffleId;
}
