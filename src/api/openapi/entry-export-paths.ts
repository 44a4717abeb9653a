import { pathParameter, refusal } from "./describe.ts";

/** The organiser's files of all entries. */
export const entryExportPaths = {
  "/api/raffles/{idOrCode}/entries.csv": {
    get: {
      summary: "All entries as CSV",
      description: "For its organiser, in the order in which the entries were made.",
      security: [{ organiser: [] }],
      parameters: [pathParameter("idOrCode", "The raffle's id, or its code in any case.")],
      responses: {
        200: {
          description: "RFC 4180 in UTF-8 with a byte order mark; what a spreadsheet would calculate starts with '.",
          content: { "text/csv": { schema: { type: "string" } } },
        },
        403: refusal("Access code mismatch."),
        404: refusal("No such raffle."),
        429: refusal("Too many wrong access codes."),
      },
    },
  },
};
