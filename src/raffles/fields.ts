/** The definition of one field of a raffle. */
type RaffleFieldRow = {
  /** Of a plain text, in characters; the database checks the same limit. Null for a date, a number or a choice. */
  readonly maxLength: number | null;
  /** Whether a raffle without it is refused. */
  readonly required: boolean;
  /** Whether lists of raffles have it. A raffle's own page and answer have all fields. */
  readonly listed: boolean;
};

/**
 * What an organiser fills in once for a raffle, one row each: a column of the same name, and one input of the form.
 * Types, what is read and stored, the form's reading and its stored values derive from it. Whatever needs more than a
 * row (the check, an input, a description) is a `Record` by name. So the compiler reports each place that lacks a
 * field.
 *
 * Not here: prizes and rules, which are lists with tables of their own (row-fields.ts), and the banner, a picture.
 */
export const RAFFLE_FIELDS = {
  name: { maxLength: 120, required: true, listed: true },
  details: { maxLength: 5000, required: true, listed: true },
  dueDate: { maxLength: null, required: true, listed: true },
  drawDate: { maxLength: null, required: true, listed: true },
  retentionDays: { maxLength: null, required: false, listed: false },
  status: { maxLength: null, required: false, listed: true },
  sources: { maxLength: null, required: false, listed: false },
  facebookLink: { maxLength: null, required: false, listed: false },
  instagramLink: { maxLength: null, required: false, listed: false },
  drawRequires: { maxLength: null, required: false, listed: false },
  drawWeight: { maxLength: null, required: false, listed: false },
  prizesEach: { maxLength: null, required: false, listed: false },
  reserves: { maxLength: null, required: false, listed: false },
  claimDays: { maxLength: null, required: false, listed: true },
  checkMinutes: { maxLength: null, required: false, listed: true },
  leadMinutes: { maxLength: null, required: false, listed: true },
  announce: { maxLength: null, required: false, listed: true },
  permitNumber: { maxLength: 120, required: false, listed: false },
  shopName: { maxLength: 80, required: false, listed: true },
  shopPlace: { maxLength: 80, required: false, listed: true },
  shopContact: { maxLength: 160, required: false, listed: false },
  accentColor: { maxLength: null, required: false, listed: false },
  publishAt: { maxLength: null, required: false, listed: false },
  entriesPerMailbox: { maxLength: null, required: false, listed: false },
  pauseDays: { maxLength: null, required: false, listed: false },
  liveOdds: { maxLength: null, required: false, listed: false },
} as const satisfies Readonly<Record<string, RaffleFieldRow>>;

export type RaffleField = keyof typeof RAFFLE_FIELDS;

/** The fields that are plain texts. */
export type RaffleText = {
  [Field in RaffleField]: (typeof RAFFLE_FIELDS)[Field]["maxLength"] extends number ? Field : never;
}[RaffleField];

/** The fields in lists of raffles. */
export type ListedRaffleField = {
  [Field in RaffleField]: (typeof RAFFLE_FIELDS)[Field]["listed"] extends true ? Field : never;
}[RaffleField];

export const RAFFLE_FIELD_NAMES = Object.keys(RAFFLE_FIELDS) as RaffleField[];

export const LISTED_RAFFLE_FIELDS = RAFFLE_FIELD_NAMES.filter(
  (name): name is ListedRaffleField => RAFFLE_FIELDS[name].listed,
);

export const REQUIRED_RAFFLE_FIELDS = RAFFLE_FIELD_NAMES.filter((name) => RAFFLE_FIELDS[name].required);

/** Maps each field's name to a value. */
export function eachRaffleField<Value>(make: (name: RaffleField) => Value): { readonly [Field in RaffleField]: Value } {
  return recordOf(RAFFLE_FIELD_NAMES, make);
}

/** Makes an object that has a value for each of some names. */
export function recordOf<const Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): { readonly [Each in Name]: Value } {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
}

/** Copies these properties of an object, and no others. */
export function pick<From extends object, Name extends keyof From & string>(
  from: From,
  names: readonly Name[],
): Pick<From, Name> {
  return recordOf(names, (name) => from[name]) as Pick<From, Name>;
}
