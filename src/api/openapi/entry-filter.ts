import { ENTRY_PERIODS, ENTRY_STATES } from "#src/entries/lists/filter.ts";

/** The parameters by which a raffle's entries are narrowed, in the list and in the files. */
export const OF_FILTER = [
  ["state", "Whether every rule is done, or the organiser took it out of play.", { enum: [...ENTRY_STATES] }],
  ["missing", "The id of a rule that is not done.", { format: "uuid" }],
  ["source", "Where it came by.", {}],
  ["prize", "The id of a prize that is wished for.", { format: "uuid" }],
  ["since", "Entries of the last 24 hours, or 7 days.", { enum: ENTRY_PERIODS }],
].map(([name, description, schema]) => ({
  name,
  in: "query",
  description,
  schema: { type: "string", ...Object(schema) },
}));
