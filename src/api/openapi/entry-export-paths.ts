import { OF_RAFFLE, ORGANISER_REFUSALS, refusal } from "./describe.ts";

/** The organiser's export files of all entries. */
export const entryExportPaths = {
  "/api/raffles/{idOrCode}/entries.csv": {
    get: {
      summary: "All entries as CSV",
      description:
        "For its organiser, in the order in which the entries were made. The last column has each one's drops.",
      security: [{ organiser: [] }],
      parameters: [OF_RAFFLE],
      responses: {
        200: {
          description: "RFC 4180 in UTF-8 with a byte order mark; what a spreadsheet would calculate starts with '.",
          content: { "text/csv": { schema: { type: "string" } } },
        },
        ...ORGANISER_REFUSALS,
      },
    },
  },
  "/api/raffles/{idOrCode}/entries.xlsx": {
    get: {
      summary: "All entries as an Excel workbook",
      description: "For its organiser: the columns and the order of the CSV, every text as a text.",
      security: [{ organiser: [] }],
      parameters: [OF_RAFFLE],
      responses: {
        200: {
          description: "Office Open XML with one sheet.",
          content: { "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": {} },
        },
        409: refusal("More entries than an Excel sheet has lines: the CSV has no such limit."),
        ...ORGANISER_REFUSALS,
      },
    },
  },
};
