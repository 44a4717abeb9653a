import { byOrganiser, jsonOf, OF_RAFFLE, ORGANISER_REFUSALS, refusal, schemaRef } from "./describe.ts";

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
      security: byOrganiser("draw"),
      parameters: [OF_RAFFLE],
      responses: {
        201: { description: "Locked, signed and published.", ...jsonOf(schemaRef("ListLocked")) },
        409: refusal("Still open, locked already, nobody in play, or more than can be drawn."),
        ...ORGANISER_REFUSALS,
      },
    },
  },
  "/api/raffles/{idOrCode}/show": {
    get: {
      summary: "The show of a raffle's draw",
      description:
        "What its audience may see now: times, lock, prizes in the order of the draw, and the winners shown so far.",
      parameters: [OF_RAFFLE],
      responses: { 200: { description: "The show.", ...jsonOf({ type: "object" }) }, 404: refusal("No such raffle.") },
    },
  },
  "/api/raffles/{idOrCode}/show/events": {
    get: {
      summary: "The show of a raffle's draw, as it goes on",
      description:
        "Server-sent events: `show` with the same JSON at once and after each change, `time` with the server's time.",
      parameters: [OF_RAFFLE],
      responses: {
        200: {
          description: "Until the reader leaves.",
          content: { "text/event-stream": { schema: { type: "string" } } },
        },
        404: refusal("No such raffle."),
        503: refusal("All seats are taken: ask for the show every 15 seconds instead."),
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
