import { byOrganiser, jsonOf, ORGANISER_REFUSALS, refusal, schemaRef } from "./describe.ts";
import type { Operations } from "./described.ts";

const ofOrganiser = { security: byOrganiser("read-entries") };

/** Statistics of a raffle's entries, for its organiser. */
export const overviewOperations = {
  find: {
    summary: "How many entries, by time, source, rule and prize",
    ...ofOrganiser,
    responses: { 200: { description: "As of now.", ...jsonOf(schemaRef("Overview")) }, ...ORGANISER_REFUSALS },
  },
  events: {
    summary: "The same again whenever it changes",
    description:
      "Server-sent events: `overview` with an Overview as data, at once and then at most once a second; `ended` when " +
      "the access code was changed or the raffle deleted, after which asking again is in vain.",
    ...ofOrganiser,
    responses: {
      200: { description: "Goes on until one side leaves.", content: { "text/event-stream": {} } },
      ...ORGANISER_REFUSALS,
      503: refusal("Too many are watching: `Retry-After` says how long to wait."),
    },
  },
} satisfies Operations;
