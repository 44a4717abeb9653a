import { ENTRIES_PER_PAGE, ENTRY_LIMITS, MAX_ENTRIES_PER_PAGE } from "#src/entries/limits.ts";
import { ENTRY_ORDERS } from "#src/entries/lists/filter.ts";
import { LANGUAGES } from "#src/i18n/languages.ts";
import {
  AFTER,
  bodyOf,
  byOrganiser,
  IDEMPOTENCY_KEY,
  IF_MATCH,
  jsonOf,
  KEY_REFUSALS,
  ORGANISER_REFUSALS,
  refusal,
  schemaRef,
  UNREADABLE,
  WRONG_TOKEN,
} from "./describe.ts";
import type { Operations } from "./described.ts";
import { OF_FILTER } from "./entry-filter.ts";

/** Raffles: create, list, read. */
export const raffleOperations = {
  create: {
    summary: "Create a raffle",
    security: [{}, { token: ["manage-raffle"] }],
    parameters: [IDEMPOTENCY_KEY],
    requestBody: bodyOf("RaffleInput"),
    responses: {
      ...WRONG_TOKEN,
      403: refusal("The token does not allow it."),
      201: { description: "Created. The access code is in no other answer.", ...jsonOf(schemaRef("RaffleCreated")) },
      ...UNREADABLE,
      ...KEY_REFUSALS,
      429: refusal("Many from this network: send the same with the solution as `altcha`.", "ChallengeProblem"),
    },
  },
  list: {
    summary: "The published raffles",
    description: "Those open first, the soonest to close on top. `Link: rel=next` leads to the next part.",
    parameters: [AFTER],
    responses: {
      200: { description: "One page.", ...jsonOf({ type: "array", items: schemaRef("RaffleSummary") }) },
    },
  },
  find: {
    summary: "One raffle with its prizes and rules",
    responses: {
      200: { description: "The raffle.", ...jsonOf(schemaRef("Raffle")) },
      404: refusal("No such raffle."),
    },
  },
  change: {
    summary: "Change a raffle",
    description:
      "For its organiser. What is left out stays; a list of prizes or rules is the whole list, and those that are to " +
      "stay are named by their id.",
    security: byOrganiser("manage-raffle"),
    parameters: [IF_MATCH],
    requestBody: bodyOf("RaffleChanges"),
    responses: {
      200: { description: "The raffle as it is now.", ...jsonOf(schemaRef("Raffle")) },
      ...UNREADABLE,
      ...ORGANISER_REFUSALS,
      409: refusal("Saved by another since this version, or entrants ticked what would be removed."),
      422: refusal("A field needs attention."),
      429: refusal("Too many wrong access codes, or changes: wait, or send the solution of a `challenge`."),
    },
  },
  remove: {
    summary: "Delete a raffle with its prizes, rules and banner",
    description: "For its organiser; refused while it has entries.",
    security: byOrganiser("manage-raffle"),
    responses: {
      204: { description: "Deleted." },
      409: refusal("The raffle has entries."),
      ...ORGANISER_REFUSALS,
    },
  },
  access: {
    summary: "Prove a raffle's access code",
    description: "Trimmed and in any case. The cookie of the answer keeps the door open for this browser.",
    requestBody: bodyOf("AccessInput"),
    responses: {
      204: { description: "It is the raffle's access code." },
      ...UNREADABLE,
      ...ORGANISER_REFUSALS,
    },
  },
  accessCode: {
    summary: "Give a raffle a new access code",
    description: "For its organiser. The old code, and every browser that proved it, opens nothing from then on.",
    security: [{ organiser: [] }],
    responses: {
      200: { description: "The new code, which is in no other answer.", ...jsonOf(schemaRef("AccessCode")) },
      ...ORGANISER_REFUSALS,
    },
  },
  listEntries: {
    summary: "A raffle's entries",
    description: "For its organiser, by last name in any case, a page at a time.",
    security: byOrganiser("read-entries"),
    parameters: [
      {
        name: "q",
        in: "query",
        description:
          "Words of a name, email, phone, address, entry code or source, in any case and order; all have to be there.",
        schema: { type: "string", maxLength: ENTRY_LIMITS.fragment },
      },
      AFTER,
      {
        name: "limit",
        in: "query",
        description: `How many, ${MAX_ENTRIES_PER_PAGE} at most. If left out: ${ENTRIES_PER_PAGE}.`,
        schema: { type: "integer", minimum: 1 },
      },
      {
        name: "before",
        in: "query",
        description: "The `previous` of the page after, for the page before it; `end` for the last page.",
        schema: { type: "string" },
      },
      ...OF_FILTER,
      {
        name: "sort",
        in: "query",
        description: "By last name where it is none of these.",
        schema: { type: "string", enum: [...ENTRY_ORDERS] },
      },
    ],
    responses: {
      200: { description: "One page, and how many entries there are.", ...jsonOf(schemaRef("EntryPage")) },
      ...ORGANISER_REFUSALS,
    },
  },
  join: {
    summary: "Join a raffle",
    description:
      "The same entry code with the same data is the same entry: sending it again is safe. When very many entries " +
      "come from an address or for a raffle, an answer 429 brings an ALTCHA challenge (version 2 of its proof of work): " +
      "solve it, and send the same entry with the solution as `altcha` and the challenge's entry code as `entryCode`.",
    parameters: [
      {
        name: "lang",
        in: "query",
        description: "The language of the receipt that the entrant gets by mail; without it that of `Accept-Language`.",
        schema: { enum: [...LANGUAGES] },
      },
    ],
    requestBody: bodyOf("EntryInput"),
    responses: {
      201: { description: "The entry is stored.", ...jsonOf(schemaRef("EntryStored")) },
      ...UNREADABLE,
      404: refusal("No such raffle."),
      409: refusal("The raffle is closed, or the phone number, email or entry code is taken."),
      422: refusal("A field needs attention."),
      429: refusal("Solve `challenge`, or wait as long as `Retry-After` says.", "ChallengeProblem"),
      503: refusal("Too many are entering at once: `Retry-After` says when to send the same entry again."),
    },
  },
} satisfies Operations;
