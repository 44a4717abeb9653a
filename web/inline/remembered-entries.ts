/**
 * What this browser remembers of the entries that were sent from it: of each its code, until the site erases it. The
 * server's pages are the same for everybody: a script asks the API what became of them.
 *
 * Each entry has a key of its own, `ticket:{raffle code}:{entry code}`. Earlier versions stored one for each raffle,
 * under `entry:{raffle code}`: it is read, and stays where it is. Their pages, open in a tab or in an old service
 * worker, remove what they cannot read under `entry:`. So new keys begin with another word.
 */
export type RememberedEntry = {
  /** Where it is stored. */
  readonly key: string;
  readonly raffle: string;
  readonly entryCode: string;
  readonly seen: Partial<SeenTicket>;
};

/** What the site said last of an entry, and when (ISO 8601). Only `name` and `shop` are known before it was asked. */
export type SeenTicket = {
  readonly name: string;
  readonly shop: string;
  /** The entrant's first name, where this browser remembers several entries of the raffle. */
  readonly person?: string | undefined;
  readonly state?: string;
  readonly mark?: string;
  readonly line?: string;
  readonly next?: string;
  readonly at?: string;
};

/** What the site says of an entry. */
export type SaidTicket = Omit<SeenTicket, "person" | "at"> & { readonly firstName: string };

/** A value in the storage. `until` is when the site erases the entry, in ISO 8601; older versions stored no `since`. */
type Stored = { readonly code: string; readonly until: string; readonly since?: number; readonly seen?: SeenTicket };

/** A large family on one phone. More are a device that many strangers use: it remembers none of those who follow. */
export const MAX_OF_RAFFLE = 10;

const KEY = /^(?:entry|ticket):([A-Z0-9]+)/;
const CODE = /^[A-Z]{8}$/;

/** The remembered entries, or those of one raffle. The latest raffles come first, and of a raffle the first entries. */
export function rememberedEntries(raffle?: string): RememberedEntry[] {
  const found = (attempt(() => Object.keys(localStorage)) ?? []).flatMap((key) => {
    const its = KEY.exec(key)?.[1];
    const stored = its && (raffle ?? its) === its && readStored(key);
    return stored ? [{ ...stored, key, raffle: its }] : [];
  });
  return found
    .toSorted((one, other) => {
      if (one.until === other.until) return (one.since ?? 0) - (other.since ?? 0);
      return one.until < other.until ? 1 : -1;
    })
    .map(({ key, raffle: its, code, seen }) => ({ key, raffle: its, entryCode: code, seen: seen ?? {} }));
}

/** Undefined for what is no entry, and for one that the site has erased by now: then it is removed. */
function readStored(key: string): Stored | undefined {
  const stored = attempt(() => JSON.parse(localStorage.getItem(key) ?? "") as Stored);
  if (CODE.test(stored?.code ?? "") && Date.parse(stored?.until ?? "") > Date.now()) return stored;
  forgetEntry({ key });
  return undefined;
}

/**
 * Remembers an entry, unless the browser has MAX_OF_RAFFLE of its raffle.
 *
 * @param until when the site erases the entry, in ISO 8601
 * @param seen the names of the raffle and its shop, for who looks at it without a network
 */
export function rememberEntry(
  raffle: string,
  code: string,
  until: string,
  seen: { readonly name: string; readonly shop: string },
): void {
  const known = rememberedEntries(raffle);
  if (known.length >= MAX_OF_RAFFLE || known.some(({ entryCode }) => entryCode === code)) return;
  const stored: Stored = { code, until, since: Date.now(), seen };
  attempt(() => localStorage.setItem(`ticket:${raffle}:${code}`, JSON.stringify(stored)));
}

export function forgetEntry({ key }: Pick<RememberedEntry, "key">): void {
  attempt(() => localStorage.removeItem(key));
}

/**
 * Stores what the site said of an entry, unless the browser has forgotten it meanwhile.
 *
 * @param isOneOfSeveral of its raffle. One alone needs no name, and none is stored
 */
export function storeSeen({ key }: Pick<RememberedEntry, "key">, said: SaidTicket, isOneOfSeveral: boolean): void {
  attempt(() => {
    const { name, shop, firstName, state, mark, line, next } = said;
    const person = isOneOfSeveral ? firstName : undefined;
    const seen = { name, shop, person, state, mark, line, next, at: new Date().toISOString() };
    const stored = localStorage.getItem(key);
    if (stored) localStorage.setItem(key, JSON.stringify({ ...JSON.parse(stored), seen }));
  });
}

/** A browser may refuse to store anything, and what it has stored may be anything. Then it remembers nothing. */
export function attempt<Value>(act: () => Value): Value | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
