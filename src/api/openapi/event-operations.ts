import {
  bodyOf,
  byOrganiser,
  IDEMPOTENCY_KEY,
  IF_MATCH,
  jsonOf,
  refusal,
  schemaRef,
  UNREADABLE,
  WRONG_TOKEN,
} from "./describe.ts";
import type { Operations } from "./described.ts";

/** Events: create, read, change. */
export const eventOperations = {
  create: {
    summary: "Create an event",
    description:
      "Pages of other sites in a frame: for registration at /event/{code}, for the draw at /draw-raffle/{code}.",
    security: [{}, { token: ["manage-events"] }],
    parameters: [IDEMPOTENCY_KEY],
    requestBody: bodyOf("EventInput"),
    responses: {
      ...WRONG_TOKEN,
      403: refusal("The token does not allow it."),
      201: { description: "Created. The access code is in no other answer.", ...jsonOf(schemaRef("EventCreated")) },
      ...UNREADABLE,
      409: refusal("The raffle identifier is taken."),
      422: refusal("A field needs attention."),
      429: refusal("Many from this network: send the same with the solution as `altcha`.", "ChallengeProblem"),
    },
  },
  find: {
    summary: "One event",
    responses: {
      200: { description: "The event.", ...jsonOf(schemaRef("Event")) },
      404: refusal("No such event."),
    },
  },
  change: {
    summary: "Change an event",
    description: "For its organiser. What is left out stays.",
    security: byOrganiser("manage-events"),
    parameters: [IF_MATCH],
    requestBody: bodyOf("EventChanges"),
    responses: {
      200: { description: "The event as it is now.", ...jsonOf(schemaRef("Event")) },
      ...UNREADABLE,
      ...WRONG_TOKEN,
      403: refusal("Not this event's access code."),
      404: refusal("No such event."),
      409: refusal("Saved by another since this version, or the raffle identifier is taken."),
      422: refusal("A field needs attention."),
      429: refusal("Too many wrong access codes, or changes: wait, or send the solution of a `challenge`."),
    },
  },
} satisfies Operations;
