import type { PersonDetails } from "#src/entries/fields.ts";
import type { RaffleField } from "#src/raffles/fields.ts";
import { recordOf } from "#src/raffles/fields.ts";
import {
  PRIZE_FIELD_NAMES,
  PRIZE_FIELDS,
  type PrizeField,
  RULE_FIELD_NAMES,
  RULE_FIELDS,
  type RuleField,
} from "#src/raffles/row-fields.ts";
import type { Prize, RaffleRule } from "#src/raffles/schema.ts";

/** For each field of a person a value that occurs in no other field. */
export const PERSON: PersonDetails = {
  firstName: "Carmelita",
  lastName: "Villanueva",
  address: "7 Calle Real, Guimaras",
  phone: "+63 917 555 0199",
  email: "carmelita@example.com",
  facebook: "https://www.facebook.com/carmelita.v",
  instagram: "https://www.instagram.com/carmelita.v",
};

/** For each field of a raffle a value that is not its default, and one to change it to. */
export const RAFFLE: Readonly<Record<RaffleField, readonly [first: unknown, then: unknown]>> = {
  name: ["Noche Buena", "Media Noche"],
  details: ["Ham\nand queso", "Twelve round fruits"],
  dueDate: ["2130-12-24T10:00:00.000Z", "2130-12-25T10:00:00.000Z"],
  drawDate: ["2130-12-26T10:00:00.000Z", "2130-12-27T10:00:00.000Z"],
  retentionDays: [60, 61],
  status: ["Published", "Unpublished"],
  sources: [["Booth", "Facebook Live"], ["Booth"]],
  facebookLink: ["optional", "not-asked"],
  instagramLink: ["not-asked", "optional"],
  drawRequires: ["any-rule", "none"],
  drawWeight: ["drops", "equal"],
  prizesEach: ["several", "one"],
  reserves: [3, 4],
  claimDays: [58, 59],
  checkMinutes: [30, 31],
  leadMinutes: [62, 63],
  announce: ["with-show", "at-once"],
  shopName: ["Nanay Luz Bakery", "Nanay Luz & Sons"],
  shopPlace: ["Jaro, Iloilo City", "Molo, Iloilo City"],
  shopContact: ["0917 555 0142", "luz@example.com"],
  accentColor: ["#0b6e69", "#c4193b"],
  permitNumber: ["DTI-2130-0042", "DTI-2130-0043"],
  entriesPerMailbox: ["one", "any"],
  pauseDays: [64, 65],
  liveOdds: ["shown", "hidden"],
  publishAt: ["2130-12-20T10:00:00.000Z", "2130-12-21T10:00:00.000Z"],
};

/** The same for the fields of a prize and of a rule. A picture has to be stored first: it has tests of its own. */
export const PRIZE: Readonly<Record<PrizeField, readonly [first: unknown, then: unknown]>> = {
  prizeCode: ["LECHON", "PANCIT"],
  name: ["Lechon baboy", "Pancit molo"],
  details: ["Crispy, with liver sauce", "For twelve, with garlic"],
  worth: ["4,321.00", "987.00"],
  numberOfWinners: [37, 38],
  orderNumber: [41, 42],
  icon: ["meal", "fish"],
  picture: ["", ""],
  pool: ["everyone", "wished-first"],
  oddsChances: [1, 8],
  oddsOf: [71, 72],
};
export const RULE: Readonly<Record<RuleField, readonly [first: unknown, then: unknown]>> = {
  number: [51, 52],
  details: ["Sing at the plaza", "Dance at the plaza"],
  drops: [61, 62],
  proof: ["checked", "said"],
  // Other numbers are for what counts several times.
  maxTimes: [1, 1],
  pace: ["any", "any"],
  needs: [0, 0],
};

/** A prize as a new one in the form, but for what a test says. */
export function newPrize(said: Partial<Prize> & Pick<Prize, "id">): Prize {
  return { ...(recordOf(PRIZE_FIELD_NAMES, (name) => PRIZE_FIELDS[name].usual) as unknown as Prize), ...said };
}

/** The same for a rule. */
export function newRule(said: Partial<RaffleRule> & Pick<RaffleRule, "id">): RaffleRule {
  return { ...(recordOf(RULE_FIELD_NAMES, (name) => RULE_FIELDS[name].usual) as unknown as RaffleRule), ...said };
}

/** The first value of each field, or the second of one. */
export function filledRow<Name extends string>(
  values: Readonly<Record<Name, readonly [first: unknown, then: unknown]>>,
  changed?: Name,
): Record<string, unknown> {
  const of = ([name, [first, then]]: [string, readonly [unknown, unknown]]) => [name, name === changed ? then : first];
  return Object.fromEntries(Object.entries<readonly [unknown, unknown]>(values).map(of));
}

/**
 * The first value of each field of a raffle.
 *
 * @param shown the field that matters: only an unpublished raffle has a plan to publish it
 */
export function filledRaffle(shown?: RaffleField): Record<string, unknown> {
  const filled = Object.fromEntries(Object.entries(RAFFLE).map(([name, [first]]) => [name, first]));
  return { ...filled, ...(shown === "publishAt" ? { status: "Unpublished" } : { publishAt: null }) };
}
