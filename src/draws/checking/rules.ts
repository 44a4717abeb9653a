import type { AlikePeople, AlikeSignal } from "./alike-people.ts";

/** What an organiser says of two entries that may be of one person. `later`: nothing yet, and others come first. */
export const VERDICTS = ["same", "different", "later"] as const;

export type Verdict = (typeof VERDICTS)[number];

/** Two entries, the older one first. */
export type Pair = { readonly firstId: string; readonly secondId: string };

/** What was decided so far. */
export type Decided = {
  /** The earliest first. */
  readonly decisions: readonly (Pair & { readonly verdict: Verdict })[];
  /** Entries of the groups that are out of play. */
  readonly out: ReadonlySet<string>;
};

/** A pair to decide on, of a group. */
export type OpenPair = Pair & {
  readonly signals: readonly AlikeSignal[];
  /** How many entries of its group are still in play. */
  readonly ofEntries: number;
};

/**
 * How far a group is. `open`: some pair of it is not decided. `other`: nothing was decided on it, but no two of its
 * entries are in play.
 */
export type GroupState = {
  readonly is: "open" | "same" | "different" | "other";
  /** Its first pair that nobody has looked at; null where there is none. */
  readonly next: OpenPair | null;
  /** Its first pair that was left for later, and which of all decisions that was. */
  readonly later: (OpenPair & { readonly place: number }) | null;
};

/** How far each group is, in their order. Of two entries of which one is out of play, nothing is left to decide. */
export function stateOfGroups(groups: readonly AlikePeople[], { decisions, out }: Decided): readonly GroupState[] {
  const decided = new Map(decisions.map(({ verdict, ...pair }, place) => [nameOf(pair), { verdict, place }]));
  const taken = new Map<string, Set<Verdict>>();
  for (const { firstId, secondId, verdict } of decisions) {
    for (const id of [firstId, secondId]) taken.set(id, (taken.get(id) ?? new Set()).add(verdict));
  }
  return groups.map(({ ids, signals }): GroupState => {
    const inPlay = ids.filter((id) => !out.has(id));
    let next: GroupState["next"] = null;
    let later: GroupState["later"] = null;
    for (const pair of pairsOf(inPlay)) {
      const { verdict, place = 0 } = decided.get(nameOf(pair)) ?? {};
      if (verdict === "different") continue;
      const open = { ...pair, signals, ofEntries: inPlay.length };
      if (verdict === "later") later ??= { ...open, place };
      else {
        // One that was put back into play is open again.
        next = open;
        break;
      }
    }
    if (next || later) return { is: "open", next, later };
    const has = (verdict: Verdict) => ids.some((id) => taken.get(id)?.has(verdict));
    return { is: has("same") ? "same" : has("different") ? "different" : "other", next: null, later: null };
  });
}

function* pairsOf(ids: readonly string[]): Generator<Pair> {
  for (const [place, firstId] of ids.entries()) {
    for (const secondId of ids.slice(place + 1)) yield { firstId, secondId };
  }
}

function nameOf({ firstId, secondId }: Pair): string {
  return `${firstId} ${secondId}`;
}

/** How many groups are how far. */
export function countGroups(states: readonly GroupState[]): Readonly<Record<GroupState["is"], number>> {
  const counts = { open: 0, same: 0, different: 0, other: 0 };
  for (const { is } of states) counts[is] += 1;
  return counts;
}

/** The pair that an organiser looks at next; of those left for later the longest left, where they are asked for. */
export function nextPair(states: readonly GroupState[], withLater: boolean): OpenPair | null {
  const unseen = states.find(({ next }) => next)?.next ?? null;
  if (unseen || !withLater) return unseen;
  const left = states.flatMap(({ later }) => later ?? []);
  return left.toSorted((one, other) => one.place - other.place)[0] ?? null;
}

/**
 * Which of both stays if they are of one person: the older one, unless the younger alone has every rule done. Else the
 * person would be out altogether.
 */
export function staysOf(first: { readonly valid: boolean }, second: { readonly valid: boolean }): "first" | "second" {
  return !first.valid && second.valid ? "second" : "first";
}
