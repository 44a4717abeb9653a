import { jsonOf, pathParameter, refusal, schemaRef } from "./describe.ts";

const parameters = [
  pathParameter("entryCode", "The entry's code, in any case."),
  {
    name: "raffle",
    in: "query",
    description: "The raffle's id or code, for a code that two raffles hold.",
    schema: { type: "string" },
  },
];

/** One entry, its entrant's and its organiser's. */
export const entryPaths = {
  "/api/entries/{entryCode}": {
    get: {
      summary: "Your entry",
      parameters,
      responses: {
        200: { description: "The entry with its checklist and wishlist.", ...jsonOf(schemaRef("EntryView")) },
        404: refusal("No such entry."),
        409: refusal("Two raffles hold this code: say which."),
        429: refusal("Too many wrong codes from this address."),
      },
    },
    patch: {
      summary: "Change an entry",
      description:
        "Its entrant changes checklist and wishlist until the due date; its raffle's organiser these and the person's " +
        "details, at any time. All that is sent is changed, or nothing.",
      security: [{}, { organiser: [] }],
      parameters,
      requestBody: { required: true, ...jsonOf(schemaRef("EntryChanges")) },
      responses: {
        200: { description: "The entry as it is now.", ...jsonOf(schemaRef("EntryView")) },
        400: refusal("Not JSON."),
        403: refusal("Not this raffle's access code, or a detail that only the organiser may change."),
        404: refusal("No such entry."),
        409: refusal("The raffle is locked in, the phone number or email is taken, or two raffles hold this code."),
        413: refusal("Too large."),
        415: refusal("Not sent as JSON."),
        422: refusal("An item is unknown or not well-formed."),
        429: refusal("Too many wrong codes: `Retry-After` says how long to wait."),
      },
    },
    delete: {
      summary: "Delete an entry",
      description:
        "Its entrant erases it until the due date, with nothing but its code; its raffle's organiser deletes it at any " +
        "time. Its checklist and wishlist go with it, and what the raffle's log of changes has said of it.",
      security: [{}, { organiser: [] }],
      parameters,
      responses: {
        204: { description: "Deleted." },
        403: refusal("Not this raffle's access code."),
        404: refusal("No such entry, or no such raffle."),
        409: refusal("The raffle is locked in, or two raffles hold this code."),
        429: refusal("Too many wrong codes: `Retry-After` says how long to wait."),
      },
    },
  },
  "/api/entries/{entryCode}/data": {
    get: {
      summary: "Download all that is stored about your entry",
      description: "Also after the due date, for as long as the entry is kept.",
      parameters,
      responses: {
        200: { description: "A file.", ...jsonOf(schemaRef("EntryData")) },
        404: refusal("No such entry."),
        409: refusal("Two raffles hold this code: say which."),
        429: refusal("Too many wrong codes from this address."),
      },
    },
  },
};
