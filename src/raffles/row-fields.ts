import { PRIZE_ICONS, PRIZE_POOLS } from "./limits.ts";
import { PACES } from "./proof/ways.ts";

/** The definition of one field of a prize or a rule. */
type RowField = {
  /** Of a text, in characters; the database checks the same limit. Null for a number or a choice. */
  readonly maxLength: number | null;
  /** What a new one has in the form. Where the API is sent none, a number or a choice is the same. */
  readonly usual: string | number;
};

type PrizeFieldRow = RowField & {
  /** Whether it is part of the raffle's plan, whose changes everybody sees (plan-facts.ts). */
  readonly planned: boolean;
  /** Whether the wishlist of an entry has it. */
  readonly wished: boolean;
};

/**
 * The fields of a prize, one row each: a column of the same name, and one input in each row of the form. Types, what is
 * read, stored, copied and compared, and the pages' data derive from it. What needs more than a row (the check, an
 * input) is a `Record` by name. So the compiler reports each place that lacks a field.
 */
export const PRIZE_FIELDS = {
  prizeCode: { maxLength: 40, usual: "", planned: true, wished: true },
  name: { maxLength: 120, usual: "", planned: false, wished: true },
  details: { maxLength: 2000, usual: "", planned: false, wished: true },
  worth: { maxLength: 20, usual: "", planned: false, wished: true },
  numberOfWinners: { maxLength: null, usual: 1, planned: true, wished: true },
  orderNumber: { maxLength: null, usual: "", planned: true, wished: false },
  icon: { maxLength: null, usual: PRIZE_ICONS[0], planned: false, wished: false },
  picture: { maxLength: null, usual: "", planned: false, wished: false },
  pool: { maxLength: null, usual: PRIZE_POOLS[0], planned: true, wished: false },
  // How likely the prize is given at all: so many chances of so many.
  oddsChances: { maxLength: null, usual: 1, planned: true, wished: false },
  oddsOf: { maxLength: null, usual: 1, planned: true, wished: false },
} as const satisfies Readonly<Record<string, PrizeFieldRow>>;

/** The fields of a rule, in the same way. An entry's checklist has them all. */
export const RULE_FIELDS = {
  number: { maxLength: null, usual: "" },
  details: { maxLength: 1000, usual: "" },
  drops: { maxLength: null, usual: 1 },
  // How it is proved, how often it counts for one entry, and how soon again (proof/ways.ts).
  proof: { maxLength: null, usual: "said" },
  maxTimes: { maxLength: null, usual: 1 },
  pace: { maxLength: null, usual: PACES[0] },
  // How many of its stations earn it, once; 0 where each stamp earns its drops.
  needs: { maxLength: null, usual: 0 },
} as const satisfies Readonly<Record<string, RowField>>;

export type PrizeField = keyof typeof PRIZE_FIELDS;
export type RuleField = keyof typeof RULE_FIELDS;

/** The fields of a raffle's plan. */
export type PlannedPrizeField = {
  [Field in PrizeField]: (typeof PRIZE_FIELDS)[Field]["planned"] extends true ? Field : never;
}[PrizeField];

/** The fields in an entry's wishlist. */
export type WishedPrizeField = {
  [Field in PrizeField]: (typeof PRIZE_FIELDS)[Field]["wished"] extends true ? Field : never;
}[PrizeField];

export const PRIZE_FIELD_NAMES = Object.keys(PRIZE_FIELDS) as PrizeField[];
export const RULE_FIELD_NAMES = Object.keys(RULE_FIELDS) as RuleField[];

export const PLANNED_PRIZE_FIELDS = PRIZE_FIELD_NAMES.filter(
  (name): name is PlannedPrizeField => PRIZE_FIELDS[name].planned,
);

export const WISHED_PRIZE_FIELDS = PRIZE_FIELD_NAMES.filter(
  (name): name is WishedPrizeField => PRIZE_FIELDS[name].wished,
);
