import { byOrganiser, OF_RAFFLE, ORGANISER_REFUSALS, refusal } from "./describe.ts";

/** The organiser's report on winners as files. */
export const winnersExportPaths = {
  "/api/raffles/{idOrCode}/winners.csv": {
    get: {
      summary: "The report on winners as CSV",
      description:
        "For its organiser, in the order of the draw: each prize that a ticket holds or held, with what proves that its winner was told. Only a heading before the draw.",
      security: byOrganiser("read-winners"),
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
  "/api/raffles/{idOrCode}/winners.xlsx": {
    get: {
      summary: "The report on winners as an Excel workbook",
      description: "For its organiser: the columns and the order of the CSV, every text as a text.",
      security: byOrganiser("read-winners"),
      parameters: [OF_RAFFLE],
      responses: {
        200: {
          description: "Office Open XML with one sheet.",
          content: { "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": {} },
        },
        409: refusal("More winners than an Excel sheet has lines: the CSV has no such limit."),
        ...ORGANISER_REFUSALS,
      },
    },
  },
};
