/** How often a rule may count again for one entry. */
export const PACES = ["any", "daily"] as const;
export type Pace = (typeof PACES)[number];

/** Stations of a rule, such as the stalls of a market; the database checks the same limit. */
export const MAX_STATIONS = 60;

/** A way in which a rule is proved. A new way is a new row of `WAYS`, and a folder in src/earning. */
type Way = {
  /**
   * What a tick of the rule is. `done`: it is believed. `claim`: it waits for the shop. `none`: the rule has no tick,
   * and only the ledger says that it is done.
   */
  readonly tick: "done" | "claim" | "none";
  /** How often it may count for one entry: 1 for a rule that is done or not. */
  readonly maxTimes: number;
  readonly paces: readonly Pace[];
  /** The most of its stations that it may need. */
  readonly stations?: number;
  /** Whether one has to buy something for it. */
  readonly needsPurchase?: true;
};

/** The ways that organisers can choose. */
export const WAYS = {
  said: { tick: "done", maxTimes: 1, paces: ["any"] },
  checked: { tick: "claim", maxTimes: 1, paces: ["any"] },
  visit: { tick: "none", maxTimes: 100, paces: PACES, stations: MAX_STATIONS },
  code: { tick: "none", maxTimes: 100, paces: ["any"], needsPurchase: true },
  invite: { tick: "none", maxTimes: 100, paces: ["any"] },
  photo: { tick: "none", maxTimes: 10, paces: ["any"] },
} as const satisfies Readonly<Record<string, Way>>;

export type Proof = keyof typeof WAYS;

export const PROOFS = Object.keys(WAYS) as [Proof, ...Proof[]];

/** A way that the ledger has rows of: every way but a tick that is believed. */
export type EarnedWay = Exclude<Proof, "said">;

/** The way of a rule. Of a form that names none, or none that there is, it is a tick. */
export function wayOf(proof: Proof): Way {
  return Object.hasOwn(WAYS, proof) ? WAYS[proof] : WAYS.said;
}

/** The rules that somebody can tick. Of the others the ledger alone says that they are done. */
export function tickable<Rule extends { readonly proof: Proof }>(rules: readonly Rule[]): Rule[] {
  return rules.filter(({ proof }) => wayOf(proof).tick !== "none");
}
