import {
  ENTRY_ORDERS,
  ENTRY_PERIODS,
  ENTRY_STATES,
  type EntryFilter,
  type EntryOrder,
  EVERY_ENTRY,
  findsEvery,
  readEntryFilter,
  writeEntryFilter,
} from "#src/entries/lists/filter.ts";
import { type JudgedListEntry, listEntries, listSources } from "#src/entries/lists/organiser-list.ts";
import { searchFragment } from "#src/entries/schema.ts";
import { findPastWinners } from "#src/entries/standing/past-winners.ts";
import { type DrawTerms, standingIn } from "#src/entries/standing/rules.ts";
import { standingLine } from "#src/entries/standing/standing-line.ts";
import { MAX_XLSX_ENTRIES } from "#src/export/entries-xlsx.ts";
import { formatShort } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { KeyUnder } from "#src/i18n/text-keys.ts";
import { translate } from "#src/i18n/translate.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { raffleView } from "../../page/views/raffle-view.ts";
import { retentionView } from "../../page/views/retention-view.ts";
import type { DeskScreen } from "../desk-screen.ts";

/** Loads the data of the draw list and the master list: the raffle, one page of entries, and their number. */
export async function loadEntryList(
  { url, site, language, timeZone, scope, raffle }: DeskScreen,
  list: { readonly withSource: boolean },
) {
  const asked = url.searchParams;
  const typed = asked.get("q") ?? "";
  const wanted = readEntryFilter(asked);
  const query = {
    fragment: searchFragment(typed),
    ...list,
    ...wanted,
    after: asked.get("after"),
    before: asked.get("before"),
  };
  const [{ entries, ...page }, sources] = await Promise.all([
    listEntries(site.db, scope, query),
    listSources(site.db, scope),
  ]);
  const wonBefore = await findPastWinners(site.db, raffle, entries);
  return {
    raffle: raffleView(raffle, site, language),
    retention: await retentionView(site, scope, raffle),
    fragment: typed,
    filters: filterView({ raffle, sources, ...wanted, fragment: typed, place: placeOf(query), language }),
    chosen: asked.has("all"),
    continued: query.after !== null || query.before !== null,
    entries: entries.map((entry) => {
      const hasWonBefore = wonBefore.has(entry.id);
      return listedEntryView({ ...entry, hasWonBefore }, raffle, { now: site.clock(), language, timeZone });
    }),
    ...page,
    fitsSheet: page.total <= MAX_XLSX_ENTRIES,
  };
}

export type EntryListData = Awaited<ReturnType<typeof loadEntryList>>;

function placeOf({ after, before }: Record<"after" | "before", string | null>) {
  return { ...(after !== null && { after }), ...(before !== null && { before }) };
}

/**
 * An entry in the organiser's lists, with its wishes and ticks as texts. Null for items that the raffle no longer has.
 */
export type ListedEntryView = Omit<
  JudgedListEntry,
  "doneRules" | "wishes" | "createdAt" | "disqualifiedFor" | "disqualifiedAt"
> & {
  readonly wishes: readonly { readonly prize: string | null; readonly note: string }[];
  /** Notes on prizes that it did not choose: they wish for nothing. */
  readonly notes: readonly { readonly prize: string | null; readonly note: string }[];
  readonly rules: readonly (string | null)[];
  /** The rules that are not done; none of a valid entry. */
  readonly missing: readonly string[];
  /** Whether it is in play. */
  readonly isIn: boolean;
  /** Whether it can win, and what, in a line. */
  readonly standing: string;
  readonly made: { readonly iso: string; readonly text: string };
};

/** Adds the names of prizes and the texts of rules to an entry's wishes and ticks. */
function listedEntryView(
  {
    doneRules,
    wishes,
    createdAt,
    disqualifiedFor,
    disqualifiedAt,
    hasWonBefore,
    ...entry
  }: JudgedListEntry & { readonly hasWonBefore: boolean },
  raffle: DrawTerms & Pick<PublicRaffle, "prizes" | "rules" | "open" | "drawnAt">,
  { now, language, timeZone }: { readonly now: Date; readonly language: Language; readonly timeZone: string },
): ListedEntryView {
  const prizeNames = new Map(raffle.prizes.map((prize) => [prize.id, prize.name]));
  const named = (some: JudgedListEntry["wishes"]) =>
    some.map(({ prizeId, note }) => ({ prize: prizeNames.get(prizeId) ?? null, note }));
  const ruleTexts = new Map(raffle.rules.map((rule) => [rule.id, rule.details]));
  const { claimedRules, earned } = entry;
  const judged = { doneRules, claimedRules, earned, wishes, disqualifiedFor, disqualifiedAt, hasWonBefore };
  const standing = standingIn(raffle)(judged);
  return {
    ...entry,
    wishes: named(wishes.filter(({ status }) => status === "Selected")),
    notes: named(wishes.filter(({ status, note }) => status !== "Selected" && note !== "")),
    rules: doneRules.map((id) => ruleTexts.get(id) ?? null),
    missing: raffle.rules.filter(({ id }) => !doneRules.includes(id)).map(({ details }) => details),
    isIn: standing.state === "in",
    standing: standingLine(standing, raffle, { language, timeZone, reader: "staff" }),
    made: { iso: createdAt.toISOString(), text: formatShort(createdAt, now, language, timeZone) },
  };
}

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
function filterView({ raffle, sources, filter, order, fragment, place, language }: Listed) {
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
