import { jsonOf, OF_RAFFLE, ORGANISER_REFUSALS, refusal, schemaRef } from "./describe.ts";

const LINES = { "application/x-ndjson": { schema: { type: "string" } } };
const NO_DRAW = { 404: refusal("No such raffle, or its list is not locked yet.") };

/** Draws that anyone can check. */
export const drawPaths = {
  "/api/raffles/{idOrCode}/draw": {
    get: {
      summary: "The lock of a raffle's list, and its draw",
      description: "What `tambiolo verify` reads: lock, signature and site key; after the draw the whole transcript.",
      parameters: [OF_RAFFLE],
      responses: { 200: { description: "As the draw protocol has it.", ...jsonOf(schemaRef("Draw")) }, ...NO_DRAW },
    },
  },
  "/api/raffles/{idOrCode}/draw/tickets": {
    get: {
      summary: "The list of all tickets",
      description: "The file whose tree the lock is signed with: a line of canonical JSON for each ticket.",
      parameters: [OF_RAFFLE],
      responses: { 200: { description: "Ends with a line feed.", content: LINES }, ...NO_DRAW },
    },
  },
  "/api/raffles/{idOrCode}/draw/lock": {
    post: {
      summary: "Lock the list for the draw",
      description: "For its organiser, after the due date. It cannot be undone.",
      security: [{ organiser: [] }],
      parameters: [OF_RAFFLE],
      responses: {
        201: { description: "Locked, signed and published.", ...jsonOf(schemaRef("ListLocked")) },
        409: refusal("Still open, locked already, nobody in play, or more than can be drawn."),
        ...ORGANISER_REFUSALS,
      },
    },
  },
  "/api/locks": {
    get: {
      summary: "Every lock of the site",
      description: "A line of JSON for each, the latest first: raffle, lockHash, lockedAt, roundAt, tickets, drawnAt.",
      responses: { 200: { description: "Streamed.", content: LINES } },
    },
  },
};
