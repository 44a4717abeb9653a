import { ENTRY_LIMITS } from "#src/entries/limits.ts";
import { LANGUAGES } from "#src/i18n/languages.ts";
import { jsonOf, pathParameter, refusal, schemaRef, TOO_MANY_WRONG, text } from "./describe.ts";

const idOrCode = pathParameter("idOrCode", "A raffle's id or its code, in any case.");

/** Raffles: create, list, read. */
export const rafflePaths = {
  "/api/raffles": {
    post: {
      summary: "Create a raffle",
      requestBody: { required: true, ...jsonOf(schemaRef("RaffleInput")) },
      responses: {
        201: { description: "Created. The access code is in no other answer.", ...jsonOf(schemaRef("RaffleCreated")) },
        400: refusal("Not JSON."),
        413: refusal("Too large."),
        415: refusal("Not sent as JSON."),
        422: refusal("A field needs attention."),
        429: refusal("Many from this network: send the same with the solution as `altcha`.", "ChallengeProblem"),
      },
    },
    get: {
      summary: "The published raffles",
      description: "Those open first, the soonest to close on top. `Link: rel=next` leads to the next page.",
      parameters: [{ name: "page", in: "query", schema: { type: "integer", minimum: 1, default: 1 } }],
      responses: {
        200: { description: "One page.", ...jsonOf({ type: "array", items: schemaRef("RaffleSummary") }) },
      },
    },
  },
  "/api/raffles/{idOrCode}": {
    get: {
      summary: "One raffle with its prizes and rules",
      parameters: [idOrCode],
      responses: {
        200: { description: "The raffle.", ...jsonOf(schemaRef("Raffle")) },
        404: refusal("No such raffle."),
      },
    },
    patch: {
      summary: "Change a raffle",
      description:
        "For its organiser. What is left out stays; a list of prizes or rules is the whole list, and those that are to " +
        "stay are named by their id.",
      security: [{ organiser: [] }],
      parameters: [
        idOrCode,
        { name: "If-Match", in: "header", schema: { type: "string" }, description: "The ETag, in place of `version`." },
      ],
      requestBody: { required: true, ...jsonOf(schemaRef("RaffleChanges")) },
      responses: {
        200: { description: "The raffle as it is now.", ...jsonOf(schemaRef("Raffle")) },
        400: refusal("Not JSON."),
        403: refusal("Not this raffle's access code."),
        404: refusal("No such raffle."),
        409: refusal("Saved by another since this version, or entrants ticked what would be removed."),
        413: refusal("Too large."),
        415: refusal("Not sent as JSON."),
        422: refusal("A field needs attention."),
        429: refusal("Too many wrong access codes, or changes: wait, or send the solution of a `challenge`."),
      },
    },
    delete: {
      summary: "Delete a raffle with its prizes, rules and banner",
      description: "For its organiser; refused while it has entries.",
      security: [{ organiser: [] }],
      parameters: [idOrCode],
      responses: {
        204: { description: "Deleted." },
        403: refusal("Not this raffle's access code."),
        404: refusal("No such raffle."),
        409: refusal("The raffle has entries."),
        429: TOO_MANY_WRONG,
      },
    },
  },
  "/api/raffles/{idOrCode}/access": {
    post: {
      summary: "Prove a raffle's access code",
      description: "Trimmed and in any case. The cookie of the answer keeps the door open for this browser.",
      parameters: [idOrCode],
      requestBody: { required: true, ...jsonOf(schemaRef("AccessCode")) },
      responses: {
        204: { description: "It is the raffle's access code." },
        400: refusal("Not JSON."),
        403: refusal("Not this raffle's access code."),
        404: refusal("No such raffle."),
        413: refusal("Too large."),
        415: refusal("Not sent as JSON."),
        429: TOO_MANY_WRONG,
      },
    },
  },
  "/api/raffles/{idOrCode}/access-code": {
    post: {
      summary: "Give a raffle a new access code",
      description: "For its organiser. The old code, and every browser that proved it, opens nothing from then on.",
      security: [{ organiser: [] }],
      parameters: [idOrCode],
      responses: {
        200: { description: "The new code, which is in no other answer.", ...jsonOf(schemaRef("AccessCode")) },
        403: refusal("Not this raffle's access code."),
        404: refusal("No such raffle."),
        429: TOO_MANY_WRONG,
      },
    },
  },
  "/api/raffles/{idOrCode}/entries": {
    get: {
      summary: "A raffle's entries",
      description: "For its organiser, by last name in any case, a page at a time.",
      security: [{ organiser: [] }],
      parameters: [
        idOrCode,
        {
          name: "q",
          in: "query",
          description:
            "Words of a name, email, phone, address, entry code or source, in any case and order; all have to be there.",
          schema: text(ENTRY_LIMITS.fragment),
        },
        {
          name: "after",
          in: "query",
          description: "The `next` of the page before; what is none leads past the end.",
          schema: { type: "string" },
        },
        {
          name: "before",
          in: "query",
          description: "The `previous` of the page after, for the page before it; `end` for the last page.",
          schema: { type: "string" },
        },
      ],
      responses: {
        200: { description: "One page, and how many entries there are.", ...jsonOf(schemaRef("EntryPage")) },
        403: refusal("Not this raffle's access code."),
        404: refusal("No such raffle."),
        429: TOO_MANY_WRONG,
      },
    },
    post: {
      summary: "Join a raffle",
      description:
        "The same entry code with the same data is the same entry: sending it again is safe. When very many entries " +
        "come from an address or for a raffle, an answer 429 brings an ALTCHA challenge (version 2 of its proof of work): " +
        "solve it, and send the same entry with the solution as `altcha` and the challenge's entry code as `entryCode`.",
      parameters: [
        idOrCode,
        {
          name: "lang",
          in: "query",
          description:
            "The language of the receipt that the entrant gets by mail; without it that of `Accept-Language`.",
          schema: { enum: [...LANGUAGES] },
        },
      ],
      requestBody: { required: true, ...jsonOf(schemaRef("EntryInput")) },
      responses: {
        201: { description: "The entry is stored.", ...jsonOf(schemaRef("EntryStored")) },
        400: refusal("Not JSON."),
        404: refusal("No such raffle."),
        409: refusal("The raffle is closed, or the phone number, email or entry code is taken."),
        413: refusal("Too large."),
        415: refusal("Not sent as JSON."),
        422: refusal("A field needs attention."),
        429: refusal("Solve `challenge`, or wait as long as `Retry-After` says.", "ChallengeProblem"),
        503: refusal("Too many are entering at once: `Retry-After` says when to send the same entry again."),
      },
    },
  },
};
