/**
 * The database's function of the columns that the organiser's search covers. One more column needs a function of a new
 * name (`search_words_2`): the version before goes on calling this one, and two of one name cannot be distinguished.
 */
export const SEARCH_FUNCTION = "search_words";

/** The definition of one text field of an entry's person. */
type PersonFieldRow = {
  /** Its column of the table `entries`. */
  readonly column: string;
  /** In characters; the database checks the same limit. */
  readonly maxLength: number;
  /** Its heading in the CSV and Excel files; null if the organiser's lists and files leave it out. */
  readonly heading: string | null;
  /** Whether the organiser's search covers it. Then SEARCH_FUNCTION has its column, in this order. */
  readonly searched: boolean;
};

/**
 * The text fields of an entry's person, one row each. Types, the schema, the insert, lists, files, the import and the
 * log derive from it. Whatever needs more than a row (a form's input, labels) is a `Record` by name. So the compiler
 * reports each place that lacks a new field.
 *
 * The order is part of every stored entry's hash, by which a repeated submission is recognised: add at the end. There,
 * an empty field is no part of it (`src/entries/submit/submission.ts`), so that hashes from before the field hold.
 */
export const PERSON_FIELDS = {
  firstName: { column: "first_name", maxLength: 100, heading: "First Name", searched: true },
  lastName: { column: "last_name", maxLength: 100, heading: "Last Name", searched: true },
  address: { column: "address", maxLength: 300, heading: "Address", searched: true },
  phone: { column: "phone", maxLength: 40, heading: "Phone", searched: true },
  email: { column: "email", maxLength: 254, heading: "Email", searched: true },
  facebook: { column: "facebook", maxLength: 200, heading: null, searched: false },
  instagram: { column: "instagram", maxLength: 200, heading: null, searched: false },
} as const satisfies Readonly<Record<string, PersonFieldRow>>;

export type PersonField = keyof typeof PERSON_FIELDS;

/** The fields in the organiser's lists and files. */
export type ListedField = {
  [Field in PersonField]: (typeof PERSON_FIELDS)[Field]["heading"] extends string ? Field : never;
}[PersonField];

/** A person's details; a field that was not asked for is empty. */
export type PersonDetails = { readonly [Field in PersonField]: string };

/** The fields' names in the order of the schema. */
export const PERSON_FIELD_NAMES = Object.keys(PERSON_FIELDS) as PersonField[];

/** The same names in the order of lists of people: the last name first. */
export const PERSON_FIELDS_IN_LISTS: readonly PersonField[] = [
  "lastName",
  ...PERSON_FIELD_NAMES.filter((name) => name !== "lastName"),
];

/** The names of the fields in the organiser's lists and files, the last name first. */
export const LISTED_FIELDS = PERSON_FIELDS_IN_LISTS.filter(
  (name): name is ListedField => PERSON_FIELDS[name].heading !== null,
);

/** The maximum of each field, in characters. */
export const PERSON_LIMITS = eachPersonField((name) => PERSON_FIELDS[name].maxLength);

/** Maps each field's name to a value. */
export function eachPersonField<Value>(make: (name: PersonField) => Value): { readonly [Field in PersonField]: Value } {
  return Object.fromEntries(PERSON_FIELD_NAMES.map((name) => [name, make(name)])) as Record<PersonField, Value>;
}

/** Picks only the person's details from a larger object. */
export function personOf(from: PersonDetails): PersonDetails {
  return eachPersonField((name) => from[name]);
}
