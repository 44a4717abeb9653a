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
