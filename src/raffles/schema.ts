import { z } from "zod";
import { isId } from "#src/base/ids.ts";
import { encodeMessage, optionalText, requiredText } from "#src/base/text.ts";
import { type ListedRaffleField, RAFFLE_FIELDS, type RaffleField } from "./fields.ts";
import { DEFAULT_SOURCES, LINK_REQUIREMENTS, RAFFLE_LIMITS, RAFFLE_STATUSES, RETENTION_DAYS } from "./limits.ts";
import { parseMoment } from "./wall-clock.ts";

const WORTH = /^([0-9][0-9,]{0,14}(\.[0-9]{1,2})?)?$/;

/** A whole number, as text from a form or as a JSON number. An empty field gets the default. */
function wholeNumber(min: number, max: number, whenEmpty: number) {
  const message = encodeMessage({ key: "integerRange", params: { min, max } });
  return z.preprocess(
    (value) => {
      if (value === undefined || value === null || value === "") return whenEmpty;
      return typeof value === "string" && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : value;
    },
    z.int({ error: message }).min(min, { error: message }).max(max, { error: message }),
  );
}

const worth = z.preprocess(
  (value) => (typeof value === "number" ? String(value) : value),
  optionalText(RAFFLE_LIMITS.worth).refine((text) => WORTH.test(text), { error: "worthInvalid" }),
);

/** @param fallbackOrder the prize's place in the list, used if the organiser gives no order number */
function prizeInput(fallbackOrder: number) {
  return z.object(
    {
      prizeCode: requiredText(RAFFLE_LIMITS.prizeCode, "prizeCodeRequired"),
      name: requiredText(RAFFLE_LIMITS.prizeName, "nameRequired"),
      details: optionalText(RAFFLE_LIMITS.prizeDetails, { lines: true }),
      worth,
      numberOfWinners: wholeNumber(1, RAFFLE_LIMITS.winners, 1),
      orderNumber: wholeNumber(0, RAFFLE_LIMITS.number, fallbackOrder),
    },
    { error: "itemInvalid" },
  );
}

function ruleInput(fallbackNumber: number) {
  return z.object(
    {
      number: wholeNumber(0, RAFFLE_LIMITS.number, fallbackNumber),
      details: requiredText(RAFFLE_LIMITS.ruleDetails, "detailsRequired", { lines: true }),
      drops: wholeNumber(1, RAFFLE_LIMITS.drops, 1),
    },
    { error: "itemInvalid" },
  );
}

// A form sends an empty id for a new row.
const knownId = z.preprocess(
  (value) => (value === "" || value === null ? undefined : value),
  z.string({ error: "itemInvalid" }).refine(isId, { error: "itemInvalid" }).toLowerCase().optional(),
);

const editedPrize = (fallbackOrder: number) => prizeInput(fallbackOrder).extend({ id: knownId });
const editedRule = (fallbackNumber: number) => ruleInput(fallbackNumber).extend({ id: knownId });

/** A list whose items are checked by a schema that depends on the item's place (counted from 1). */
function listOf<Item extends z.ZodType>(max: number, itemAt: (place: number) => Item) {
  return z
    .array(z.unknown(), { error: "listInvalid" })
    .max(max, { error: encodeMessage({ key: "tooManyItems", params: { max } }) })
    .transform((items, context) =>
      items.map((item, index) => {
        const parsed = itemAt(index + 1).safeParse(item);
        if (parsed.success) return parsed.data;
        for (const issue of parsed.error.issues) {
          context.addIssue({ ...issue, path: [index, ...issue.path] } as Parameters<typeof context.addIssue>[0]);
        }
        return z.NEVER;
      }),
    );
}

function moment(timeZone: string) {
  return requiredText(40, "dateRequired").transform((text, context) => {
    const parsed = parseMoment(text, timeZone);
    if (parsed) return parsed;
    context.addIssue({ code: "custom", message: "dateInvalid" });
    return z.NEVER;
  });
}

const sourceList = z
  .array(optionalText(RAFFLE_LIMITS.source), { error: "listInvalid" })
  // The length is checked before the items, so 100,000 wrong items give only one message.
  .max(RAFFLE_LIMITS.sources, { error: encodeMessage({ key: "tooManyItems", params: { max: RAFFLE_LIMITS.sources } }) })
  .transform((list) => {
    const named = distinct(list);
    return named.length > 0 ? named : DEFAULT_SOURCES;
  });

/** Sources are a list or one comma-separated text. Blank and repeated ones are ignored. */
const sources = z.preprocess(
  (value) => value ?? DEFAULT_SOURCES,
  z.unknown().transform((value, context) => {
    const isText = typeof value === "string";
    const parsed = sourceList.safeParse(isText ? distinct(value.split(",")) : value);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) {
      // A text is one form field, so its errors belong to the field and not to a single source.
      const path = isText ? [] : issue.path;
      context.addIssue({ ...issue, path } as Parameters<typeof context.addIssue>[0]);
    }
    return z.NEVER;
  }),
);

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== "");
}

const linkRequirement = z.enum(LINK_REQUIREMENTS, { error: "optionInvalid" }).default("required");

function raffleFields(timeZone: string) {
  return {
    name: requiredText(RAFFLE_FIELDS.name.maxLength, "nameRequired"),
    details: requiredText(RAFFLE_FIELDS.details.maxLength, "detailsRequired", { lines: true }),
    dueDate: moment(timeZone),
    drawDate: moment(timeZone),
    retentionDays: wholeNumber(RETENTION_DAYS.least, RETENTION_DAYS.most, RETENTION_DAYS.usual),
    status: z.enum(RAFFLE_STATUSES, { error: "optionInvalid" }).default("Unpublished"),
    sources,
    facebookLink: linkRequirement,
    instagramLink: linkRequirement,
  } satisfies Record<RaffleField, z.ZodType>;
}

/**
 * The schema of a new raffle, sent as a form or as JSON.
 *
 * @param timeZone the time zone of dates without an offset
 */
export function raffleInput(timeZone: string) {
  // A missing list gives the same error as an empty one.
  const prizes = z.preprocess(
    (value) => value ?? [],
    listOf(RAFFLE_LIMITS.prizes, prizeInput).refine((list) => list.length > 0, { error: "prizesRequired" }),
  );
  return raffleOf(timeZone, prizes, ruleInput);
}

/** The schema of an edited raffle. Prizes and rules with an id already exist. Both lists may be empty. */
export function editedRaffle(timeZone: string) {
  return raffleOf(timeZone, listOf(RAFFLE_LIMITS.prizes, editedPrize), editedRule);
}

function raffleOf<P extends z.ZodType<readonly { readonly prizeCode: string }[]>, R extends z.ZodType>(
  timeZone: string,
  prizes: P,
  ruleAt: (place: number) => R,
) {
  return z
    .object(
      { ...raffleFields(timeZone), prizes, rules: listOf(RAFFLE_LIMITS.rules, ruleAt).default([]) },
      { error: "bodyInvalid" },
    )
    .superRefine((raffle, context) => {
      if (raffle.drawDate < raffle.dueDate) {
        context.addIssue({ code: "custom", path: ["drawDate"], message: "drawBeforeDue" });
      }
      const { prizes: listed } = raffle as { readonly prizes: readonly { readonly prizeCode: string }[] };
      const seen = new Set<string>();
      listed.forEach(({ prizeCode }, index) => {
        if (seen.has(prizeCode)) {
          context.addIssue({ code: "custom", path: ["prizes", index, "prizeCode"], message: "prizeCodeTaken" });
        }
        seen.add(prizeCode);
      });
    });
}

export type RaffleInput = z.infer<ReturnType<typeof raffleInput>>;
export type PrizeInput = RaffleInput["prizes"][number];
export type RuleInput = RaffleInput["rules"][number];

export type EditedRaffle = z.infer<ReturnType<typeof editedRaffle>>;

export type Prize = PrizeInput & { readonly id: string };
export type RaffleRule = RuleInput & { readonly id: string };

/** A raffle as shown in lists. */
export type RaffleSummary = Readonly<Pick<RaffleInput, ListedRaffleField>> & {
  readonly id: string;
  readonly codeId: string;
  readonly createdAt: Date;
  /** Whether entries were accepted when this was read, by the database's clock. */
  readonly open: boolean;
};

/** A raffle as anyone may see it. */
export type PublicRaffle = RaffleSummary &
  Readonly<Pick<RaffleInput, RaffleField>> & {
    /** Each edit increments it. An edit names the version that it is based on. */
    readonly version: number;
    readonly prizes: readonly Prize[];
    readonly rules: readonly RaffleRule[];
  };
