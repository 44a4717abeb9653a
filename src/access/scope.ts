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
 * Proof that the bearer may organise this raffle: knows its access code, or (a seam for accounts) owns it. Every read
 * and change of the desk demands it.
 */
export type OrganiserScope = {
  readonly raffleId: string;
  /** Who the audit log says it was. */
  readonly actor: string;
  readonly [proven]: "organiser";
};

/** Mints the organiser's proof. Nothing outside `access/` may call this either. */
export function mintOrganiserScope(raffleId: string, actor: string): OrganiserScope {
  return { raffleId, actor } as OrganiserScope;
}

/** Proof that the bearer may organise this event: knows its access code. Every change of an event demands it. */
export type EventScope = {
  readonly eventId: string;
  /** Who the audit log says it was. */
  readonly actor: string;
  readonly [proven]: "event-organiser";
};

/** Mints the proof of an event's organiser. Nothing outside `access/` may call this either. */
export function mintEventScope(eventId: string, actor: string): EventScope {
  return { eventId, actor } as EventScope;
}

/** The id of the raffle or the event that a proof is of. */
export function scopeIdOf(scope: OrganiserScope | EventScope): string {
  return "eventId" in scope ? scope.eventId : scope.raffleId;
}
