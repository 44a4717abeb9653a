/**
 * What this browser remembers of an entry that was sent from it: its code, until the site erases the entry. The
 * server's pages are the same for everybody: a script asks the API what the entry can win.
 */
type Remembered = { readonly code: string; readonly until: string };

const CODE = /^[A-Z]{8}$/;

export const keyOf = (raffleCode: string) => `entry:${raffleCode}`;

/**
 * @param until when the site erases the entry, in ISO 8601
 * @param seen the names of the raffle and its shop, for who looks at it without a network (stored-tickets.ts)
 */
export function rememberEntry(
  raffleCode: string,
  code: string,
  until: string,
  seen: { readonly name: string; readonly shop: string },
): void {
  attempt(() => localStorage.setItem(keyOf(raffleCode), JSON.stringify({ code, until, seen })));
}

export function forgetEntry(raffleCode: string): void {
  attempt(() => localStorage.removeItem(keyOf(raffleCode)));
}

/** The code of the entry that was sent from this browser; undefined if there is none, or it is erased by now. */
export function rememberedEntry(raffleCode: string): string | undefined {
  return attempt(() => {
    const { code, until } = JSON.parse(localStorage.getItem(keyOf(raffleCode)) ?? "{}") as Partial<Remembered>;
    if (code !== undefined && CODE.test(code) && Date.parse(until ?? "") > Date.now()) return code;
    localStorage.removeItem(keyOf(raffleCode));
    return undefined;
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
