import { byOrganiser, jsonOf, ORGANISER_REFUSALS, refusal, schemaRef } from "./describe.ts";
import type { Operations } from "./described.ts";

const LINES = { "application/x-ndjson": { schema: { type: "string" } } };
const NO_DRAW = { 404: refusal("No such raffle, or its list is not locked yet.") };

/** Draws that anyone can check. */
export const drawOperations = {
  find: {
    summary: "The lock of a raffle's list, and its draw",
    description: "What `tambiolo verify` reads: lock, signature and site key; after the draw the whole transcript.",
    responses: { 200: { description: "As the draw protocol has it.", ...jsonOf(schemaRef("Draw")) }, ...NO_DRAW },
  },
  tickets: {
    summary: "The list of all tickets",
    description: "The file whose tree the lock is signed with: a line of canonical JSON for each ticket.",
    responses: { 200: { description: "Ends with a line feed.", content: LINES }, ...NO_DRAW },
  },
  lockProof: {
    summary: "That the lock stands in the site's log",
    description:
      "The leaf and its proof (c2sp.org/tlog-proof), under the first checkpoint that witnesses cosigned; who did so, and when.",
    responses: { 200: { description: "The proof.", ...jsonOf(schemaRef("LockProof")) }, ...NO_DRAW },
  },
  announcements: {
    summary: "Which winners are to be replaced",
    description:
      "What the organiser says of winners, until when it stands in public (`dueAt`), and whether the winner objects. " +
      "What has ended is not here; a replacement that came of it is in the draw.",
    responses: {
      200: { description: "The announcements, the earliest first.", ...jsonOf(schemaRef("Announcements")) },
      ...NO_DRAW,
    },
  },
  sealLeaves: {
    summary: "What the site's log says of a ticket",
    description:
      "By the ticket's seal, in 64 hex digits. Each leaf has a proof that it stands in the log (c2sp.org/tlog-proof). " +
      "`raffle` stands for the raffle in all leaves. A seal that the log does not know has none.",
    responses: {
      200: { description: "The leaves, the oldest first.", ...jsonOf(schemaRef("SealLeaves")) },
      404: refusal("No such raffle."),
    },
  },
  lock: {
    summary: "Lock the list for the draw",
    description: "For its organiser, after the due date. It cannot be undone.",
    security: byOrganiser("draw"),
    responses: {
      201: { description: "Locked, signed and published.", ...jsonOf(schemaRef("ListLocked")) },
      409: refusal("Still open, locked already, nobody in play, or more than can be drawn."),
      ...ORGANISER_REFUSALS,
    },
  },
  show: {
    summary: "The show of a raffle's draw",
    description:
      "What its audience may see now: times, lock, prizes in the order of the draw, and the winners shown so far.",
    responses: { 200: { description: "The show.", ...jsonOf({ type: "object" }) }, 404: refusal("No such raffle.") },
  },
  showEvents: {
    summary: "The show of a raffle's draw, as it goes on",
    description:
      "Server-sent events: `show` with the same JSON at once and after each change, `time` with the server's time.",
    responses: {
      200: {
        description: "Until the reader leaves.",
        content: { "text/event-stream": { schema: { type: "string" } } },
      },
      404: refusal("No such raffle."),
      503: refusal("All seats are taken: ask for the show every 15 seconds instead."),
    },
  },
  locks: {
    summary: "Every lock of the site",
    description: "A line of JSON for each, the latest first: raffle, lockHash, lockedAt, roundAt, tickets, drawnAt.",
    responses: { 200: { description: "Streamed.", content: LINES } },
  },
} satisfies Operations;
