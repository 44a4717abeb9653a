import { CODE_FORMATS } from "#src/base/code-formats.ts";
import { LISTED_FIELDS, type PersonField } from "#src/entries/fields.ts";
import { ENTRY_LIMITS } from "#src/entries/limits.ts";
import { CHECKLIST_STATUSES, WISH_STATUSES } from "#src/entries/schema.ts";
import { LISTED_RAFFLE_FIELDS, RAFFLE_FIELDS, type RaffleField, REQUIRED_RAFFLE_FIELDS } from "#src/raffles/fields.ts";
import { LINK_REQUIREMENTS, RAFFLE_LIMITS, RAFFLE_STATUSES, RETENTION_DAYS } from "#src/raffles/limits.ts";
import { MAX_SOLUTION_LENGTH } from "#src/rate-limits/limits.ts";
import { schemaRef, text } from "./describe.ts";

// Exported for the schemas in other files.
export const id = { type: "string", format: "uuid" };
export const moment = { type: "string", format: "date-time" };
export const raffleCode = { type: "string", pattern: CODE_FORMATS.raffle.source };
export const entryCode = { type: "string", pattern: "^[A-Z]{8}$" };

export const prizeFields = {
  prizeCode: text(RAFFLE_LIMITS.prizeCode, { minLength: 1, description: "Unique in the raffle." }),
  name: text(RAFFLE_LIMITS.prizeName, { minLength: 1 }),
  details: text(RAFFLE_LIMITS.prizeDetails, { default: "" }),
  worth: text(RAFFLE_LIMITS.worth, { default: "", examples: ["1,500.00"] }),
  numberOfWinners: { type: "integer", minimum: 1, maximum: RAFFLE_LIMITS.winners, default: 1 },
  orderNumber: { type: "integer", minimum: 0, maximum: RAFFLE_LIMITS.number },
};

// Wishes come in the order of the prizes, so they need no order number.
const { orderNumber: _, ...wishedPrizeFields } = prizeFields;

export const ruleFields = {
  number: { type: "integer", minimum: 0, maximum: RAFFLE_LIMITS.number },
  details: text(RAFFLE_LIMITS.ruleDetails, { minLength: 1 }),
  drops: { type: "integer", minimum: 1, maximum: RAFFLE_LIMITS.drops, default: 1 },
};

const raffleFields = {
  name: text(RAFFLE_FIELDS.name.maxLength, { minLength: 1 }),
  details: text(RAFFLE_FIELDS.details.maxLength, { minLength: 1 }),
  dueDate: { ...moment, description: "Entries are taken until then." },
  drawDate: { ...moment, description: "Not before the due date." },
  status: { enum: [...RAFFLE_STATUSES], default: "Unpublished" },
  retentionDays: {
    type: "integer",
    minimum: RETENTION_DAYS.least,
    maximum: RETENTION_DAYS.most,
    default: RETENTION_DAYS.usual,
    description: "Days after the draw date for which entries are kept; then they are erased.",
  },
  sources: {
    type: "array",
    maxItems: RAFFLE_LIMITS.sources,
    items: text(RAFFLE_LIMITS.source),
    default: ["Online"],
  },
  facebookLink: { enum: [...LINK_REQUIREMENTS], default: "required" },
  instagramLink: { enum: [...LINK_REQUIREMENTS], default: "required" },
} satisfies Record<RaffleField, object>;

const listedRaffleFields = Object.fromEntries(LISTED_RAFFLE_FIELDS.map((name) => [name, raffleFields[name]]));

export const personFields = {
  firstName: text(ENTRY_LIMITS.firstName, { minLength: 1 }),
  lastName: text(ENTRY_LIMITS.lastName, { minLength: 1 }),
  address: text(ENTRY_LIMITS.address, { minLength: 1 }),
  phone: text(ENTRY_LIMITS.phone, { description: "One person, one number, however it is spelt." }),
  email: text(ENTRY_LIMITS.email),
  facebook: text(ENTRY_LIMITS.facebook, { examples: ["https://www.facebook.com/juan.delacruz"] }),
  instagram: text(ENTRY_LIMITS.instagram, { examples: ["https://www.instagram.com/juan.delacruz"] }),
} satisfies Record<PersonField, object>;

const listedPersonFields = Object.fromEntries(LISTED_FIELDS.map((name) => [name, personFields[name]]));

const listOf = (name: string, maxItems: number) => ({ type: "array", maxItems, items: schemaRef(name) });
export const listItems = (properties: object) => ({ type: "array", items: { type: "object", properties } });
export const count = { type: "integer", minimum: 0 };
export const drops = { ...count, description: "Chances in the draw: the drops of the raffle's rules that are done." };
export const allDrops = { ...count, description: "The drops of all entries together." };
const note = text(ENTRY_LIMITS.note, { default: "" });
export const checklist = listItems({ ruleId: id, ...ruleFields, status: { enum: [...CHECKLIST_STATUSES] } });
export const wishlist = listItems({ prizeId: id, ...wishedPrizeFields, status: { enum: [...WISH_STATUSES] }, note });

/** The schemas of bodies and answers. */
export const schemas = {
  AccessCode: {
    type: "object",
    required: ["accessCode"],
    properties: { accessCode: { type: "string", pattern: CODE_FORMATS.access.source } },
  },
  RaffleInput: {
    type: "object",
    required: [...REQUIRED_RAFFLE_FIELDS, "prizes"],
    properties: {
      ...raffleFields,
      prizes: { ...listOf("PrizeInput", RAFFLE_LIMITS.prizes), minItems: 1 },
      rules: { ...listOf("RuleInput", RAFFLE_LIMITS.rules), default: [] },
    },
  },
  PrizeInput: { type: "object", required: ["prizeCode", "name"], properties: prizeFields },
  RuleInput: { type: "object", required: ["details"], properties: ruleFields },
  RaffleChanges: {
    type: "object",
    properties: {
      version: { type: "integer", minimum: 1, description: "The version that was read." },
      ...raffleFields,
      prizes: listOf("PrizeChange", RAFFLE_LIMITS.prizes),
      rules: listOf("RuleChange", RAFFLE_LIMITS.rules),
      confirmRemoval: {
        type: "array",
        items: id,
        description: "Prizes and rules that may go although entrants ticked or wished for them.",
      },
    },
  },
  PrizeChange: { type: "object", required: ["prizeCode", "name"], properties: { id, ...prizeFields } },
  RuleChange: { type: "object", required: ["details"], properties: { id, ...ruleFields } },
  RaffleCreated: {
    type: "object",
    properties: {
      id,
      codeId: raffleCode,
      accessCode: { type: "string", pattern: CODE_FORMATS.access.source, description: "Shown only in this answer." },
    },
  },
  RaffleSummary: {
    type: "object",
    properties: {
      id,
      codeId: raffleCode,
      ...listedRaffleFields,
      createdAt: moment,
      open: { type: "boolean", description: "Whether entries are taken now, by the server's clock." },
    },
  },
  Raffle: {
    allOf: [
      schemaRef("RaffleSummary"),
      {
        type: "object",
        properties: {
          version: { type: "integer", minimum: 1, description: "Counted up by each change." },
          ...raffleFields,
          prizes: { type: "array", items: { type: "object", properties: { id, ...prizeFields } } },
          rules: { type: "array", items: { type: "object", properties: { id, ...ruleFields } } },
        },
      },
    ],
  },
  EntryInput: {
    type: "object",
    required: ["firstName", "lastName", "address", "phone", "email", "acceptTerms"],
    properties: {
      ...personFields,
      acceptTerms: { const: true, description: "18 or older, and agrees to the terms." },
      promotions: { type: "boolean", default: false },
      entryCode: { ...entryCode, description: "Made by the client to send the same entry again after a lost answer." },
      rules: {
        type: "array",
        maxItems: ENTRY_LIMITS.rules,
        items: id,
        default: [],
        description: "Rules that are done.",
      },
      wishes: {
        type: "array",
        maxItems: ENTRY_LIMITS.wishes,
        default: [],
        items: { type: "object", required: ["prizeId"], properties: { prizeId: id, note } },
      },
      altcha: text(MAX_SOLUTION_LENGTH, {
        description: "The solution of the `challenge` that was given for this entry.",
      }),
    },
  },
  EntryStored: {
    type: "object",
    properties: { entryCode, raffleId: id, codeId: raffleCode, createdAt: moment },
  },
  EntryView: {
    type: "object",
    properties: {
      entry: {
        type: "object",
        properties: {
          raffleId: id,
          codeId: raffleCode,
          entryCode,
          ...personFields,
          sources: { type: "string" },
          status: { const: "Active" },
          promotions: { type: "boolean" },
          drops,
          createdAt: moment,
          masked: { type: "boolean", description: "Whether the person's details are masked." },
        },
      },
      rules: checklist,
      wishes: wishlist,
    },
  },
  EntryPage: {
    type: "object",
    properties: {
      entries: { type: "array", items: schemaRef("ListedEntry") },
      next: { type: ["string", "null"], description: "`after` of the next page; null at the end." },
      previous: { type: ["string", "null"], description: "`before` of the page before; null at the start." },
      first: { type: ["integer", "null"], description: "The first entry's number in the list; null if not counted." },
      matches: { type: "integer", description: "Entries that match, or the most that are counted." },
      moreMatches: { type: "boolean", description: "Whether more match than are counted." },
      total: { type: "integer", description: "Entries of the raffle." },
      valid: { type: "integer", description: "Entries of the raffle that have done all its rules." },
      drops: allDrops,
    },
  },
  ListedEntry: {
    type: "object",
    properties: {
      entryCode,
      ...listedPersonFields,
      sources: { type: "string" },
      rules: { type: "array", items: id, description: "Rules that are done, removed ones too." },
      wishes: {
        type: "array",
        items: { type: "object", properties: { prizeId: id, status: { enum: [...WISH_STATUSES] }, note } },
      },
      validation: { enum: ["VALID", "INVALID"], description: "Whether all the raffle's rules are done." },
      drops,
    },
  },
  EntryChanges: {
    type: "object",
    minProperties: 1,
    description:
      "A list of rule ids is the whole checklist, and wishes without a status are the whole wishlist; items with a " +
      "status change only what they name. `notes` changes notes alone. The person's details are for the organiser.",
    properties: {
      ...personFields,
      sources: text(RAFFLE_LIMITS.source, { description: "One of the raffle's sources; empty for none." }),
      rules: {
        oneOf: [
          { type: "array", items: id },
          {
            type: "array",
            items: {
              type: "object",
              required: ["ruleId", "status"],
              properties: { ruleId: id, status: { enum: [...CHECKLIST_STATUSES] } },
            },
          },
        ],
      },
      wishes: {
        type: "array",
        items: {
          type: "object",
          required: ["prizeId"],
          properties: { prizeId: id, note, status: { enum: [...WISH_STATUSES] } },
        },
      },
      notes: {
        type: "array",
        items: { type: "object", required: ["prizeId", "note"], properties: { prizeId: id, note } },
      },
    },
  },
  Problem: {
    type: "object",
    required: ["title", "status", "detail", "code"],
    properties: {
      title: { type: "string" },
      status: { type: "integer" },
      detail: { type: "string", description: "A sentence for the person who sent it." },
      code: { type: "string", description: "Stable, for programs." },
      errors: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
      reasons: {
        type: "object",
        description: "As `errors`, as keys of the `messages` catalogue.",
        additionalProperties: { type: "array", items: { type: "object" } },
      },
    },
  },
};
