import { z } from "zod";
import { encodeMessage, optionalText, requiredText } from "#src/base/text.ts";
import { type LinkRequirement, RAFFLE_LIMITS } from "#src/raffles/limits.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { isEmailAddress } from "./email.ts";
import { ENTRY_LIMITS } from "./limits.ts";
import { checkSocialLink, type SocialNetwork } from "./social-link.ts";

const ENTRY_CODE = /^[A-Z]{8}$/;

/** An id of something else; one that is malformed is as unknown as one that does not exist. */
function reference(unknownKey: string) {
  return z.uuid({ error: unknownKey }).transform((id) => id.toLowerCase());
}

function uniqueBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): boolean {
  return new Set(items.map(keyOf)).size === items.length;
}

const tooMany = (max: number) => encodeMessage({ key: "tooManyItems", params: { max } });

/** A profile link. The form is filled with the network's bare address, which means no link. */
function socialLink(network: SocialNetwork, requirement: LinkRequirement, invalidKey: string) {
  const text = optionalText(ENTRY_LIMITS.link);
  if (requirement === "not-asked")
    return z
      .unknown()
      .optional()
      .transform(() => "");
  return text
    .refine((typed) => checkSocialLink(network, typed) !== "invalid", { error: invalidKey })
    .refine((typed) => requirement === "optional" || checkSocialLink(network, typed) !== "empty", { error: invalidKey })
    .transform((typed) => (checkSocialLink(network, typed) === "empty" ? "" : typed));
}

type AskedLinks = Pick<PublicRaffle, "facebookLink" | "instagramLink">;

// Making a schema costs a hundred times what checking an entry by it does, and there are nine of them at most.
const entryInputs = new Map<string, ReturnType<typeof makeEntryInput>>();

/** What a visitor sends to join a raffle, as a form or as JSON; the raffle says which links it asks for. */
export function entryInput(raffle: AskedLinks): ReturnType<typeof makeEntryInput> {
  const key = `${raffle.facebookLink} ${raffle.instagramLink}`;
  const schema = entryInputs.get(key) ?? makeEntryInput(raffle);
  entryInputs.set(key, schema);
  return schema;
}

function makeEntryInput(raffle: AskedLinks) {
  const schema = z.object(
    {
      firstName: requiredText(ENTRY_LIMITS.firstName, "firstNameRequired"),
      lastName: requiredText(ENTRY_LIMITS.lastName, "lastNameRequired"),
      address: requiredText(ENTRY_LIMITS.address, "addressRequired"),
      phone: requiredText(ENTRY_LIMITS.phone, "phoneRequired"),
      email: requiredText(ENTRY_LIMITS.email, "emailRequired").refine(
        (typed) => typed === "" || isEmailAddress(typed),
        {
          error: "emailInvalid",
        },
      ),
      facebook: socialLink("facebook", raffle.facebookLink, "facebookInvalid"),
      instagram: socialLink("instagram", raffle.instagramLink, "instagramInvalid"),
      acceptTerms: z.literal(true, { error: "acceptTermsRequired" }),
      promotions: z.boolean({ error: "optionInvalid" }).default(false),
      entryCode: z.string({ error: "entryCodeInvalid" }).regex(ENTRY_CODE, { error: "entryCodeInvalid" }).optional(),
      rules: z
        .array(reference("ruleUnknown"), { error: "listInvalid" })
        .max(ENTRY_LIMITS.rules, { error: tooMany(ENTRY_LIMITS.rules) })
        .transform((ids) => [...new Set(ids)])
        .default([]),
      wishes: z
        .array(
          z.object(
            { prizeId: reference("prizeUnknown"), note: optionalText(ENTRY_LIMITS.note) },
            { error: "itemInvalid" },
          ),
          { error: "listInvalid" },
        )
        .max(ENTRY_LIMITS.wishes, { error: tooMany(ENTRY_LIMITS.wishes) })
        .refine((wishes) => uniqueBy(wishes, (wish) => wish.prizeId), { error: "duplicateItem" })
        .default([]),
    },
    { error: "bodyInvalid" },
  );
  return z.compile(schema, { strict: true });
}

export type EntryInput = z.infer<ReturnType<typeof entryInput>>;

export const CHECKLIST_STATUSES = ["Done", "Pending"] as const;
export const WISH_STATUSES = ["Selected", "Unselected"] as const;

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

/** What is wrong with a checklist that is neither of its two forms. */
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

/**
 * What an entrant sends to change an entry. The short form of a list, as in a submission (`rules: [id]`,
 * `wishes: [{prizeId, note}]`), is the whole list; items with a status change only what they name. `notes` changes
 * notes and leaves open what is wished for.
 */
export const entryChanges = z
  .object(tickChanges, { error: "bodyInvalid" })
  .refine(namesSomething, { error: "bodyInvalid" });

export type EntryChanges = z.infer<typeof entryChanges>;

/**
 * What an organiser may correct of a person. The formats of phone and e-mail are the organiser's business: what came on
 * paper is stored as it was written.
 */
const entryInfo = z.object(
  {
    firstName: requiredText(ENTRY_LIMITS.firstName, "firstNameRequired"),
    lastName: requiredText(ENTRY_LIMITS.lastName, "lastNameRequired"),
    address: requiredText(ENTRY_LIMITS.address, "addressRequired"),
    phone: requiredText(ENTRY_LIMITS.phone, "phoneRequired"),
    email: requiredText(ENTRY_LIMITS.email, "emailRequired"),
    facebook: socialLink("facebook", "optional", "facebookInvalid"),
    instagram: socialLink("instagram", "optional", "instagramInvalid"),
    sources: requiredText(RAFFLE_LIMITS.source, "sourceUnknown"),
  },
  { error: "bodyInvalid" },
);

export type EntryInfo = z.infer<typeof entryInfo>;

/** What an organiser sends to change an entry: what it does not name stays, of the person and of the lists. */
export const entryEdit = entryInfo.partial().extend(tickChanges).refine(namesSomething, { error: "bodyInvalid" });

/** Of what was sent, the names of the person's details: those are the organiser's alone to change. */
export function infoNamedIn(body: unknown): (keyof EntryInfo)[] {
  if (typeof body !== "object" || body === null) return [];
  return entryInfo.keyof().options.filter((name) => Object.hasOwn(body, name));
}

/** A search fragment as typed, without what the database cannot look for and no longer than it can find. */
export function searchFragment(typed: string | null | undefined): string {
  return (typed ?? "").replaceAll("\u0000", "").trim().slice(0, ENTRY_LIMITS.fragment).toWellFormed();
}

/** A change to the checklist: the whole of it, or only the items it names. */
export type ChecklistChange = NonNullable<EntryChanges["rules"]>;

/** A change to the wishlist, likewise; what an item leaves out stays as it is. */
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

export type ChecklistItem = {
  readonly ruleId: string;
  readonly number: number;
  readonly details: string;
  readonly drops: number;
  readonly status: (typeof CHECKLIST_STATUSES)[number];
};

export type WishlistItem = Wish & {
  readonly prizeCode: string;
  readonly name: string;
  readonly details: string;
  readonly worth: string;
  readonly numberOfWinners: number;
};

/** An entry as its entrant sees it. */
export type EntryView = {
  readonly raffle: PublicRaffle;
  readonly entry: {
    readonly raffleId: string;
    readonly codeId: string;
    readonly entryCode: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly address: string;
    readonly phone: string;
    readonly email: string;
    readonly facebook: string;
    readonly instagram: string;
    readonly sources: string;
    readonly status: string;
    readonly promotions: boolean;
    readonly createdAt: Date;
  };
  readonly rules: readonly ChecklistItem[];
  readonly wishes: readonly WishlistItem[];
};
