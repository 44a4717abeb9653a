import { attempt, keyOf, rememberedEntry } from "./remembered-entry.ts";

/** What the site said last of an entry, and when (ISO 8601). Only `name` and `shop` are known before it was asked. */
export type SeenTicket = {
  readonly name: string;
  readonly shop: string;
  readonly state?: string;
  readonly mark?: string;
  readonly line?: string;
  readonly next?: string;
  readonly at?: string;
};

/** An entry that this browser remembers. */
export type StoredTicket = {
  readonly raffle: string;
  readonly entryCode: string;
  readonly seen: Partial<SeenTicket>;
};

/** All entries that this browser remembers, those of the latest raffles first. */
export function storedTickets(): StoredTicket[] {
  const raffles = attempt(() => Object.keys(localStorage)) ?? [];
  return raffles
    .flatMap((key) => (key.startsWith(keyOf("")) ? key.slice(keyOf("").length) : []))
    .flatMap((raffle) => {
      const entryCode = rememberedEntry(raffle);
      return entryCode === undefined ? [] : [{ raffle, entryCode, ...readStored(raffle) }];
    })
    .toSorted((one, other) => (one.until < other.until ? 1 : -1));
}

/** Stores what the site said of an entry, unless the browser has forgotten it meanwhile. */
export function storeSeen(raffle: string, seen: SeenTicket): void {
  attempt(() => {
    const stored = localStorage.getItem(keyOf(raffle));
    if (stored) localStorage.setItem(keyOf(raffle), JSON.stringify({ ...JSON.parse(stored), seen }));
  });
}

function readStored(raffle: string): { readonly until: string; readonly seen: Partial<SeenTicket> } {
  const { until = "", seen = {} } = attempt(() => JSON.parse(localStorage.getItem(keyOf(raffle)) ?? "{}")) ?? {};
  return { until, seen };
}
