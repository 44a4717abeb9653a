import { z } from "zod";
import { CODE_FORMATS } from "#src/base/code-formats.ts";
import { encodeMessage, optionalText, requiredText } from "#src/base/text.ts";
import { isEmailAddress } from "#src/contact/email.ts";
import { profileLink, type SocialNetwork } from "#src/contact/social-link.ts";
import { type LinkRequirement, RAFFLE_LIMITS } from "#src/raffles/limits.ts";
import type { RuleField, WishedPrizeField } from "#src/raffles/row-fields.ts";
import type { Prize, PublicRaffle, RaffleRule } from "#src/raffles/schema.ts";
import type { PersonField } from "./fields.ts";
import { ENTRY_LIMITS } from "./limits.ts";

export const WISH_STATUSES = ["Selected", "Unselected"] as const;

/** An id of a rule or prize. A malformed id gets the same message as an unknown one. */
function reference(unknownKey: string) {
  return z.uuid({ error: unknownKey }).toLowerCase();
}

function uniqueBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): boolean {
  return new Set(items.map(keyOf)).size === items.length;
}

const tooMany = (max: number) => encodeMessage({ key: "tooManyItems", params: { max } });

/** A profile link. The form is filled with the network's bare address, which means no link. */
function socialLink(network: SocialNetwork, requirement: LinkRequirement, invalidKey: string) {
  const text = optionalText(ENTRY_LIMITS[network]).describe(
    `A profile, stored as https://www.${network}.com/juan.delacruz, also from a username or what an app copies.`,
  );
  if (requirement === "not-asked")
    return z
      .unknown()
      .optional()
      .transform(() => "");
  const isGiven = (typed: string) => requirement === "optional" || profileLink(network, typed) !== "";
  return text
    .refine((typed) => profileLink(network, typed) !== null, { error: invalidKey })
    .refine(isGiven, { error: invalidKey })
    .refine(isGiven, { error: "usernameMissing" })
    .overwrite((typed) => profileLink(network, typed) ?? typed);
}

type AskedLinks = Pick<PublicRaffle, "facebookLink" | "instagramLink">;

// Creating a schema costs a hundred times as much as checking an entry with it. There are at most nine.
const entryInputs = new Map<string, ReturnType<typeof makeEntryInput>>();

/** The schema of a submission, from the form or as JSON; the raffle decides which links it asks for. */
export function entryInput(raffle: AskedLinks): ReturnType<typeof makeEntryInput> {
  const key = `${raffle.facebookLink} ${raffle.instagramLink}`;
  const schema = entryInputs.get(key) ?? makeEntryInput(raffle, typedContact);
  entryInputs.set(key, schema);
  return schema;
}

const ONE_PERSON = "One person, one number, however it is spelt.";

/** A visitor's phone and e-mail, which the organiser needs to notify winners. Making the key validates the phone. */
const typedContact = {
  phone: requiredText(ENTRY_LIMITS.phone, "phoneRequired").describe(ONE_PERSON),
  email: requiredText(ENTRY_LIMITS.email, "emailRequired").refine((typed) => typed === "" || isEmailAddress(typed), {
    error: "emailInvalid",
  }),
};

/** A paper entry's phone and e-mail: the organiser decides on their formats, and a slip may lack both. */
const paperContact = {
  phone: optionalText(ENTRY_LIMITS.phone).describe(ONE_PERSON),
  email: optionalText(ENTRY_LIMITS.email),
};

/** The person's fields, in the order of `PERSON_FIELDS`. */
function personInput(raffle: AskedLinks, contact: typeof typedContact | typeof paperContact) {
  return {
    firstName: requiredText(ENTRY_LIMITS.firstName, "firstNameRequired"),
    lastName: requiredText(ENTRY_LIMITS.lastName, "lastNameRequired"),
    address: requiredText(ENTRY_LIMITS.address, "addressRequired"),
    ...contact,
    facebook: socialLink("facebook", raffle.facebookLink, "facebookInvalid"),
    instagram: socialLink("instagram", raffle.instagramLink, "instagramInvalid"),
  } satisfies Record<PersonField, z.ZodType<string>>;
}

const namedByTicket = z
  .boolean({ error: "optionInvalid" })
  .describe("Whether a winner is named by the ticket number alone, without a name.");

function makeEntryInput(raffle: AskedLinks, contact: typeof typedContact | typeof paperContact) {
  const schema = z.object(
    {
      ...personInput(raffle, contact),
      acceptTerms: z.literal(true, { error: "acceptTermsRequired" }).describe("18 or older, and agrees to the terms."),
      promotions: z.boolean({ error: "optionInvalid" }).default(false),
      namedByTicket: namedByTicket.default(false),
      entryCode: z
        .string({ error: "entryCodeInvalid" })
        .regex(CODE_FORMATS.entry, { error: "entryCodeInvalid" })
        .optional()
        .describe("Made by the client to send the same entry again after a lost answer."),
      rules: z
        .array(reference("ruleUnknown"), { error: "listInvalid" })
        .max(ENTRY_LIMITS.rules, { error: tooMany(ENTRY_LIMITS.rules) })
        .overwrite((ids) => [...new Set(ids)])
        .default([])
        .describe("Rules that are done."),
      wishes: z
        .array(
          z.object(
            {
              prizeId: reference("prizeUnknown"),
              note: optionalText(ENTRY_LIMITS.note),
              status: z
                .enum(WISH_STATUSES, { error: "optionInvalid" })
                .optional()
                .describe("Unselected for a note on a prize that is not chosen. Without it the prize is chosen."),
            },
            { error: "itemInvalid" },
          ),
          { error: "listInvalid" },
        )
        .max(ENTRY_LIMITS.wishes, { error: tooMany(ENTRY_LIMITS.wishes) })
        .refine((wishes) => uniqueBy(wishes, (wish) => wish.prizeId), { error: "duplicateItem" })
        .prefault([]),
    },
    { error: "bodyInvalid" },
  );
  return z.compile(schema, { strict: true });
}

/** A paper entry, as its organiser types it. Links may be missing, even if the raffle asks for them. */
export const paperEntryInput = makeEntryInput({ facebookLink: "optional", instagramLink: "optional" }, paperContact);

export type EntryInput = z.infer<ReturnType<typeof entryInput>>;

export const CHECKLIST_STATUSES = ["Done", "Pending"] as const;

const checklistChange = z.object({
  ruleId: reference("ruleUnknown"),
  status: z.enum(CHECKLIST_STATUSES, { error: "optionInvalid" }),
});

const wishChange = z.object(
  {
    prizeId: reference("prizeUnknown"),
    status: z.enum(WISH_STATUSES, { error: "optionInvalid" }).optional(),
    note: optionalText(ENTRY_LIMITS.note).optional(),
  },
  { error: "itemInvalid" },
);

const noteChange = z.object(
  { prizeId: reference("prizeUnknown"), note: optionalText(ENTRY_LIMITS.note) },
  { error: "itemInvalid" },
);

/** The error of a checklist that has neither of the two valid forms. */
function checklistFault(input: unknown): string {
  if (!Array.isArray(input)) return "listInvalid";
  if (input.length > ENTRY_LIMITS.rules) return tooMany(ENTRY_LIMITS.rules);
  return input.every((item) => typeof item === "string") ? "ruleUnknown" : "itemInvalid";
}

// The lists of a change.
const tickChanges = {
  rules: z
    .union(
      [
        z
          .array(reference("ruleUnknown"))
          .max(ENTRY_LIMITS.rules)
          .transform((ids) => ({
            replace: true,
            items: ids.map((ruleId) => ({ ruleId, status: "Done" as const })),
          })),
        z
          .array(checklistChange)
          .max(ENTRY_LIMITS.rules)
          .transform((items) => ({ replace: false, items })),
      ],
      { error: (issue) => checklistFault(issue.input) },
    )
    .optional(),
  wishes: z
    .array(wishChange, { error: "listInvalid" })
    .max(ENTRY_LIMITS.wishes, { error: tooMany(ENTRY_LIMITS.wishes) })
    .refine((wishes) => uniqueBy(wishes, (wish) => wish.prizeId), { error: "duplicateItem" })
    .transform((items) => {
      const replace = items.every((item) => item.status === undefined);
      return {
        replace,
        items: replace ? items.map((item) => ({ ...item, status: "Selected" as const })) : items,
      };
    })
    .optional(),
  notes: z
    .array(noteChange, { error: "listInvalid" })
    .max(ENTRY_LIMITS.wishes, { error: tooMany(ENTRY_LIMITS.wishes) })
    .refine((notes) => uniqueBy(notes, (note) => note.prizeId), { error: "duplicateItem" })
    .transform((items) => ({ replace: false, items }))
    .optional(),
};

function namesSomething(changes: object): boolean {
  return Object.values(changes).some((change) => change !== undefined);
}

/** Phone and e-mail as an entrant corrects them. Whether they are valid is known only beside those of the entry. */
const correctedContact = {
  phone: optionalText(ENTRY_LIMITS.phone).optional(),
  email: optionalText(ENTRY_LIMITS.email).optional(),
};

/**
 * What an entrant sends to change an entry. The short form of a list, as in a submission (`rules: [id]`,
 * `wishes: [{prizeId, note}]`), replaces the whole list. Items with a status change only themselves. `notes` changes
 * only notes, not which prizes are selected.
 */
export const entryChanges = z
  .object({ ...tickChanges, namedByTicket: namedByTicket.optional(), ...correctedContact }, { error: "bodyInvalid" })
  .refine(namesSomething, { error: "bodyInvalid" });

export type EntrantChanges = z.infer<typeof entryChanges>;

/** Changes of ticks and wishes, by an entrant or an organiser. */
export type EntryChanges = Omit<EntrantChanges, keyof typeof correctedContact>;

/** The person's details that an organiser may correct. Contacts have no format check: paper is stored as written. */
export const entryInfo = z.object(
  {
    ...personInput({ facebookLink: "optional", instagramLink: "optional" }, paperContact),
    sources: optionalText(RAFFLE_LIMITS.source).describe("One of the raffle's sources; empty for none."),
  },
  { error: "bodyInvalid" },
);

export type EntryInfo = z.infer<typeof entryInfo>;

/** What an organiser sends to change an entry. Details and lists that are absent stay unchanged. */
export const entryEdit = entryInfo.partial().extend(tickChanges).refine(namesSomething, { error: "bodyInvalid" });

/** The names of the details in a body that only the organiser may change: all but phone and e-mail. */
export function organisersInfoIn(body: unknown): (keyof EntryInfo)[] {
  if (typeof body !== "object" || body === null) return [];
  return entryInfo.keyof().options.filter((name) => !(name in correctedContact) && Object.hasOwn(body, name));
}

/** A typed search text, without characters that the database refuses, cut to `ENTRY_LIMITS.fragment`. */
export function searchFragment(typed: string | null | undefined): string {
  return (typed ?? "").replaceAll("\u0000", "").trim().slice(0, ENTRY_LIMITS.fragment).toWellFormed();
}

/** A change to the checklist: it replaces the list, or changes only the items it names. */
export type ChecklistChange = NonNullable<EntryChanges["rules"]>;

/** A change to the wishlist, likewise. Properties that an item leaves out stay unchanged. */
export type WishlistChange = {
  readonly replace: boolean;
  readonly items: readonly (Pick<Wish, "prizeId"> & { readonly [Key in "status" | "note"]?: Wish[Key] | undefined })[];
};

/** A wish as it is stored with its entry. */
export type Wish = {
  readonly prizeId: string;
  readonly status: (typeof WISH_STATUSES)[number];
  readonly note: string;
};

export type ChecklistItem = Readonly<Pick<RaffleRule, RuleField>> & {
  readonly ruleId: string;
  readonly status: (typeof CHECKLIST_STATUSES)[number];
  /** The entrant ticked it, and the shop has to check it. */
  readonly claimed: boolean;
};

export type WishlistItem = Wish & Readonly<Pick<Prize, WishedPrizeField>>;
