import { pathParameter, refusal, TOO_MANY_WRONG } from "./describe.ts";

const raffle = pathParameter("idOrCode", "The raffle's id, or its code in any case.");

const refusals = {
  403: refusal("Access code mismatch."),
  404: refusal("No such raffle."),
  429: TOO_MANY_WRONG,
};

/** The organiser's export files of all entries. */
export const entryExportPaths = {
  "/api/raffles/{idOrCode}/entries.csv": {
    get: {
      summary: "All entries as CSV",
      description:
        "For its organiser, in the order in which the entries were made. The last column has each one's drops.",
      security: [{ organiser: [] }],
      parameters: [raffle],
      responses: {
        200: {
          description: "RFC 4180 in UTF-8 with a byte order mark; what a spreadsheet would calculate starts with '.",
          content: { "text/csv": { schema: { type: "string" } } },
        },
        ...refusals,
      },
    },
  },
  "/api/raffles/{idOrCode}/entries.xlsx": {
    get: {
      summary: "All entries as an Excel workbook",
      description: "For its organiser: the columns and the order of the CSV, every text as a text.",
      security: [{ organiser: [] }],
      parameters: [raffle],
      responses: {
        200: {
          description: "Office Open XML with one sheet.",
          content: { "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": {} },
        },
        409: refusal("More entries than an Excel sheet has lines: the CSV has no such limit."),
        ...refusals,
      },
    },
  },
};
