import {
  ENTRY_ORDERS,
  ENTRY_PERIODS,
  ENTRY_STATES,
  type EntryFilter,
  type EntryOrder,
  EVERY_ENTRY,
  findsEvery,
  writeEntryFilter,
} from "#src/entries/lists/filter.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { KeyUnder } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";

type Listed = {
  readonly raffle: Pick<PublicRaffle, "rules" | "prizes">;
  readonly sources: readonly string[];
  readonly filter: EntryFilter;
  readonly order: EntryOrder;
  /** As it was typed. */
  readonly fragment: string;
  /** The page, in the address's part of it. */
  readonly place: Readonly<Partial<Record<"after" | "before", string>>>;
  readonly language: Language;
};

/** What can be chosen. */
type Choice = "state" | "missing" | "source" | "prize" | "since" | "sort";

/** What the lists' filter offers and has chosen. Its texts come from the server, so that no page's script grows. */
export function filterView({ raffle, sources, filter, order, fragment, place, language }: Listed) {
  const say = (key: KeyUnder<"desk", "lists.filter">) => translate(language, { key: `desk:lists.filter.${key}` });
  const field = (name: Choice, options: readonly (readonly [string, string])[], chosen: unknown) => ({
    name,
    label: say(`${name}.label`),
    options: options.map(([value, label]) => ({ value, label })),
    chosen: String(chosen ?? ""),
  });
  const any = (name: Exclude<Choice, "sort">) => ["", say(`${name}.any`)] as const;
  const named = <Value extends string>(values: readonly Value[], nameOf: (value: Value) => string) =>
    values.map((value) => [value, nameOf(value)] as const);
  const fields = [
    field("state", [any("state"), ...named(ENTRY_STATES, (state) => say(`state.${state}`))], filter.state),
    field(
      "missing",
      [any("missing"), ...raffle.rules.map(({ id, number, details }) => [id, `${number}. ${details}`] as const)],
      filter.missing,
    ),
    field("source", [any("source"), ...sources.map((source) => [source, source] as const)], filter.source),
    field("prize", [any("prize"), ...raffle.prizes.map(({ id, name }) => [id, name] as const)], filter.prize),
    field("since", [any("since"), ...named(ENTRY_PERIODS, (since) => say(`since.${since}`))], filter.since),
    field(
      "sort",
      named(ENTRY_ORDERS, (sort) => say(`sort.${sort}`)),
      order,
    ),
  ];
  const link = (label: string, wanted: Partial<EntryFilter>) => {
    const to = writeEntryFilter({ ...EVERY_ENTRY, ...wanted }, order).toString();
    return { label, href: `?${to}`, current: to === writeEntryFilter(filter, order).toString() };
  };
  const asked = addressOf(fragment, filter, order);
  return {
    // A choice between "any" and nothing helps nobody.
    fields: fields.filter(({ options }) => options.length > 1),
    links: [
      link(say("all"), {}),
      ...ENTRY_STATES.map((state) => link(say(`state.${state}`), { state })),
      link(say("since.day"), { since: "day" }),
    ],
    narrows: !findsEvery(filter),
    /** Whether it is about what entries have not done. */
    asksMissing: filter.state === "invalid" || filter.missing !== null,
    open: !findsEvery(filter) || order !== "name",
    /** The address's part of what is searched for, and how. */
    asked: asked.toString(),
    /** The same page, with all its entries chosen. */
    all: new URLSearchParams([...asked, ...Object.entries(place), ["all", ""]]).toString(),
  };
}

function addressOf(fragment: string, filter: EntryFilter, order: EntryOrder): URLSearchParams {
  const asked = writeEntryFilter(filter, order);
  if (fragment.trim() !== "") asked.set("q", fragment);
  return asked;
}
