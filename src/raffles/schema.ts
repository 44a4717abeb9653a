import { z } from "zod";
import { isId } from "#src/base/ids.ts";
import { encodeMessage, oneOf, optionalText, requiredText, wholeNumber } from "#src/base/text.ts";
import { checkTogether, type Soonest } from "./check-together.ts";
import { type ListedRaffleField, RAFFLE_FIELDS, type RaffleField } from "./fields.ts";
import type { EntriesFrom } from "./lifecycle/entries-from.ts";
import {
  ANNOUNCEMENTS,
  CHECK_MINUTES,
  CLAIM_DAYS,
  DEFAULT_LINK_REQUIREMENT,
  DEFAULT_SOURCES,
  DRAW_REQUIREMENTS,
  DRAW_WEIGHTS,
  ENTRIES_PER_MAILBOX,
  LEAD_MINUTES,
  LINK_REQUIREMENTS,
  LIVE_ODDS,
  MAX_ODDS,
  PAUSE_DAYS,
  PRIZE_ICONS,
  PRIZE_POOLS,
  PRIZES_EACH,
  RAFFLE_LIMITS,
  RAFFLE_STATUSES,
  RESERVES,
  RETENTION_DAYS,
} from "./limits.ts";
import { MARK_LENGTH } from "./pictures/shop-picture.ts";
import { MAX_STATIONS, PACES, PROOFS } from "./proof/ways.ts";
import { PRIZE_FIELDS, type PrizeField, RULE_FIELDS, type RuleField } from "./row-fields.ts";
import { accentColor } from "./shop/accent-color.ts";
import { parseTimestamp } from "./wall-clock.ts";

const WORTH = /^([0-9][0-9,]{0,14}(\.[0-9]{1,2})?)?$/;

const worth = z
  .preprocess(
    (value) => (typeof value === "number" ? String(value) : value),
    optionalText(PRIZE_FIELDS.worth.maxLength).refine((text) => WORTH.test(text), { error: "worthInvalid" }),
  )
  .meta({ pattern: WORTH.source, description: "For example 1,500.00" });

/** A prize as sent. */
export const prizeInput = z.object(
  {
    // What looks the same is the same: winners follow from the bytes of a prize's code.
    prizeCode: requiredText(PRIZE_FIELDS.prizeCode.maxLength, "prizeCodeRequired")
      .overwrite((code) => code.normalize("NFC"))
      // Some characters become three.
      .max(PRIZE_FIELDS.prizeCode.maxLength, {
        error: encodeMessage({ key: "textTooLong", params: { max: PRIZE_FIELDS.prizeCode.maxLength } }),
        abort: true,
      })
      .describe("Unique in the raffle."),
    name: requiredText(PRIZE_FIELDS.name.maxLength, "nameRequired"),
    details: optionalText(PRIZE_FIELDS.details.maxLength, { lines: true }),
    worth,
    numberOfWinners: wholeNumber(1, RAFFLE_LIMITS.winners, PRIZE_FIELDS.numberOfWinners.usual),
    orderNumber: wholeNumber(0, RAFFLE_LIMITS.number, undefined).describe("Its place in the list, where none is sent."),
    icon: oneOf(PRIZE_ICONS, PRIZE_FIELDS.icon.usual).describe("The drawing that stands for it without a picture."),
    picture: z
      .string({ error: "pictureUnknown" })
      .regex(new RegExp(`^([A-Za-z0-9_-]{${MARK_LENGTH}})?$`), { error: "pictureUnknown" })
      .default("")
      .describe("The mark of a stored picture: /picture/{codeId}/{mark}-720.webp. Empty for none."),
    pool: oneOf(PRIZE_POOLS, PRIZE_FIELDS.pool.usual).describe("Those who chose it or no prize; all; or both."),
    oddsChances: wholeNumber(1, MAX_ODDS, PRIZE_FIELDS.oddsChances.usual).describe(
      "The prize is given with so many chances of `oddsOf`: one of one is certain.",
    ),
    oddsOf: wholeNumber(1, MAX_ODDS, PRIZE_FIELDS.oddsOf.usual).describe("At least `oddsChances`."),
  } satisfies Record<PrizeField, z.ZodType>,
  { error: "itemInvalid" },
);

/** A rule as sent. */
export const ruleInput = z.object(
  {
    number: wholeNumber(0, RAFFLE_LIMITS.number, undefined).describe("Its place in the list, where none is sent."),
    details: requiredText(RULE_FIELDS.details.maxLength, "detailsRequired", { lines: true }),
    drops: wholeNumber(1, RAFFLE_LIMITS.drops, RULE_FIELDS.drops.usual).describe(
      "Chances of an entry that has done it, where drawWeight is drops and not every rule is required.",
    ),
    proof: oneOf(PROOFS, RULE_FIELDS.proof.usual).describe("How it is proved. Fixed once somebody has joined."),
    maxTimes: wholeNumber(1, RAFFLE_LIMITS.times, RULE_FIELDS.maxTimes.usual).describe(
      "How often it counts for an entry.",
    ),
    pace: oneOf(PACES, RULE_FIELDS.pace.usual).describe(
      "Whether a station’s stamp counts once, or once a day. Of other ways: any.",
    ),
    needs: wholeNumber(0, MAX_STATIONS, RULE_FIELDS.needs.usual).describe(
      "Of stamps: how many stations earn it, once. 0: each stamp earns its drops.",
    ),
  } satisfies Record<RuleField, z.ZodType>,
  { error: "itemInvalid" },
);

// A form sends an empty id for a new row.
const knownId = z
  .preprocess(
    (value) => (value === "" || value === null ? undefined : value),
    z.string({ error: "itemInvalid" }).refine(isId, { error: "itemInvalid" }).toLowerCase().optional(),
  )
  .meta({ format: "uuid" });

export const editedPrize = prizeInput.extend({ id: knownId });
export const editedRule = ruleInput.extend({ id: knownId });

/** A list. Its length is checked before the items, so 100,000 wrong items give only one message. */
function listOf<Item extends z.ZodType>(max: number, item: Item) {
  return z.preprocess(
    (value, context) => {
      if (!Array.isArray(value) || value.length <= max) return value;
      context.addIssue({ code: "custom", message: encodeMessage({ key: "tooManyItems", params: { max } }) });
      return z.NEVER;
    },
    z.array(item, { error: "listInvalid" }).max(max),
  );
}

function prizeList<Item extends z.ZodType<z.output<typeof prizeInput>>>(item: Item) {
  return listOf(RAFFLE_LIMITS.prizes, item).transform((list) =>
    list.map((prize, index) => ({ ...prize, orderNumber: prize.orderNumber ?? index + 1 })),
  );
}

function ruleList<Item extends z.ZodType<z.output<typeof ruleInput>>>(item: Item) {
  return listOf(RAFFLE_LIMITS.rules, item)
    .transform((list) => list.map((rule, index) => ({ ...rule, number: rule.number ?? index + 1 })))
    .prefault([]);
}

function moment(timeZone: string) {
  return requiredText(40, "dateRequired")
    .transform((text, context) => {
      const parsed = parseTimestamp(text, timeZone);
      if (parsed) return parsed;
      context.addIssue({ code: "custom", message: "dateInvalid" });
      return z.NEVER;
    })
    .pipe(z.date())
    .meta({ format: "date-time" });
}

const sourceList = listOf(RAFFLE_LIMITS.sources, optionalText(RAFFLE_LIMITS.source)).overwrite((list) => {
  const named = distinct(list);
  return named.length > 0 ? named : DEFAULT_SOURCES;
});

/** Sources are a list or one comma-separated text. Blank and repeated ones are ignored. */
const sources = z
  .preprocess((value, context) => {
    if (typeof value !== "string") return value ?? DEFAULT_SOURCES;
    const parsed = sourceList.safeParse(distinct(value.split(",")));
    // A text is one form field, so its errors belong to the field and not to a single source.
    for (const { message } of parsed.error?.issues ?? []) context.addIssue({ code: "custom", message });
    return parsed.data;
  }, sourceList)
  .prefault(DEFAULT_SOURCES);

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== "");
}

function plannedTimestamp(timeZone: string) {
  return z.preprocess(
    (value) => (typeof value === "string" && value.trim() === "" ? null : value),
    moment(timeZone).nullable().default(null),
  );
}

const linkRequirement = oneOf(LINK_REQUIREMENTS, DEFAULT_LINK_REQUIREMENT);

/** The fields of a raffle as sent; `timeZone` is that of dates without an offset. */
export function raffleFields(timeZone: string) {
  return {
    name: requiredText(RAFFLE_FIELDS.name.maxLength, "nameRequired"),
    details: requiredText(RAFFLE_FIELDS.details.maxLength, "detailsRequired", { lines: true }),
    dueDate: moment(timeZone).describe("Entries are taken until then."),
    drawDate: moment(timeZone).describe(
      "Not before the due date. Moved to the due date, `checkMinutes` and `leadMinutes`, if it is earlier.",
    ),
    retentionDays: wholeNumber(RETENTION_DAYS.least, RETENTION_DAYS.most, RETENTION_DAYS.usual).describe(
      "Days after the draw date for which entries are kept; then they are erased.",
    ),
    status: oneOf(RAFFLE_STATUSES, "Unpublished"),
    sources,
    facebookLink: linkRequirement,
    instagramLink: linkRequirement,
    drawRequires: oneOf(DRAW_REQUIREMENTS, "all-rules").describe("Who is in play."),
    drawWeight: oneOf(DRAW_WEIGHTS, "equal").describe("One chance each, or as many as the done rules are worth."),
    prizesEach: oneOf(PRIZES_EACH, "one").describe("How many prizes one entry can win."),
    reserves: wholeNumber(RESERVES.least, RESERVES.most, RESERVES.usual).describe("Reserves of each prize."),
    claimDays: wholeNumber(CLAIM_DAYS.least, CLAIM_DAYS.most, CLAIM_DAYS.usual).describe("Days to claim a prize in."),
    checkMinutes: wholeNumber(CHECK_MINUTES.least, CHECK_MINUTES.most, CHECK_MINUTES.usual).describe(
      "How long the organiser checks entries after the due date, before the list locks by itself.",
    ),
    leadMinutes: wholeNumber(LEAD_MINUTES.least, LEAD_MINUTES.most, LEAD_MINUTES.usual).describe(
      "How long the published list is older than the randomness.",
    ),
    announce: oneOf(ANNOUNCEMENTS, "at-once").describe(
      "When the winners are announced: with the draw, or with the end of its show, a day after the draw at the latest.",
    ),
    permitNumber: optionalText(RAFFLE_FIELDS.permitNumber.maxLength).describe("Of the permit that the law asks for."),
    shopName: optionalText(RAFFLE_FIELDS.shopName.maxLength).describe("Who runs the raffle."),
    shopPlace: optionalText(RAFFLE_FIELDS.shopPlace.maxLength).describe("Where, for example Jaro, Iloilo City."),
    shopContact: optionalText(RAFFLE_FIELDS.shopContact.maxLength).describe(
      "How everybody reaches the shop: a phone number, an email address or a page.",
    ),
    accentColor,
    publishAt: plannedTimestamp(timeZone).describe(
      "When an unpublished raffle is published by itself, before its due date. Null for no such plan.",
    ),
    entriesPerMailbox: oneOf(ENTRIES_PER_MAILBOX, "any").describe("Tags and Gmail's dots are one mailbox."),
    pauseDays: wholeNumber(PAUSE_DAYS.least, PAUSE_DAYS.most, PAUSE_DAYS.usual).describe(
      "Who won in a draw of the same owner within so many days before the lock is out. 0: nobody is.",
    ),
    liveOdds: oneOf(LIVE_ODDS, "hidden").describe("Whether its page says how many are in each draw, up to 100,000."),
  } satisfies Record<RaffleField, z.ZodType>;
}

/**
 * The schema of a new raffle, sent as a form or as JSON.
 *
 * @param timeZone the time zone of dates without an offset
 * @param now refuses dates that have passed; null takes any, as of a raffle of long ago
 */
export function raffleInput(timeZone: string, now: Date | null = null) {
  // A missing list gives the same error as an empty one, and is described as required.
  const prizes = z
    .preprocess(
      (value) => value ?? [],
      prizeList(prizeInput).refine((list) => list.length > 0, { error: "prizesRequired" }),
    )
    .nonoptional()
    .meta({ minItems: 1 });
  return raffleOf(timeZone, prizes, ruleList(ruleInput), { dueDate: now, publishAt: now });
}

/**
 * The schema of an edited raffle. Prizes and rules with an id already exist. Both lists may be empty.
 *
 * @param now refuses a plan to publish that has passed; null takes any, as one that is stored
 */
export function editedRaffle(timeZone: string, now: Date | null = null) {
  return raffleOf(timeZone, prizeList(editedPrize), ruleList(editedRule), { dueDate: null, publishAt: now });
}

function raffleOf<
  P extends z.ZodType<readonly { readonly prizeCode: string }[]>,
  R extends z.ZodType<readonly unknown[]>,
>(timeZone: string, prizes: P, rules: R, soonest: Soonest) {
  return z
    .object({ ...raffleFields(timeZone), prizes, rules }, { error: "bodyInvalid" })
    .superRefine((raffle, context) => checkTogether(raffle, context, soonest), {
      when: ({ value }) => typeof value === "object" && value !== null,
    });
}

export type RaffleInput = z.infer<ReturnType<typeof raffleInput>>;
export type PrizeInput = RaffleInput["prizes"][number];
export type RuleInput = RaffleInput["rules"][number];

export type EditedRaffle = z.infer<ReturnType<typeof editedRaffle>>;

export type Prize = PrizeInput & { readonly id: string };
export type RaffleRule = RuleInput & { readonly id: string };

/** A raffle as shown in lists. */
export type RaffleSummary = Readonly<Pick<RaffleInput, ListedRaffleField> & Record<"id" | "codeId", string>> & {
  readonly createdAt: Date;
  /** Each edit increments it. An edit names the version that it is based on. */
  readonly version: number;
  /** The mark of its shop's logo; empty for none. */
  readonly logo: string;
  readonly entriesFrom: EntriesFrom;
  /** Whether entries were accepted when this was read, by the database's clock. */
  readonly open: boolean;
  /** When its list of tickets was locked for the draw; after that nothing that matters to it changes. */
  readonly lockedAt: Date | null;
  readonly drawnAt: Date | null;
  /** When its winners were announced. Until then they have no claims, and only a show names them. */
  readonly announcedAt: Date | null;
  /** When the random number of its draw is published; null until its list is locked. */
  readonly roundAt: Date | null;
};

/** A raffle as anyone may see it. */
export type PublicRaffle = RaffleSummary &
  Readonly<Pick<RaffleInput, RaffleField>> & {
    readonly prizes: readonly Prize[];
    readonly rules: readonly RaffleRule[];
  };
