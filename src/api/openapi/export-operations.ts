import { byOrganiser, ORGANISER_REFUSALS, refusal } from "./describe.ts";
import type { Operations } from "./described.ts";
import { OF_FILTER } from "./entry-filter.ts";

const OF_FILE = [
  { name: "q", in: "query", description: "As in the list of entries.", schema: { type: "string" } },
  ...OF_FILTER,
  {
    name: "columns",
    in: "query",
    description: "`all` for the time, the rules done, the wishlist and the consent to promotions behind the others.",
    schema: { type: "string", enum: ["all"] },
  },
];

const CSV = {
  description: "RFC 4180 in UTF-8 with a byte order mark; what a spreadsheet would calculate starts with '.",
  content: { "text/csv": { schema: { type: "string" } } },
};

const XLSX = {
  description: "Office Open XML with one sheet.",
  content: { "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": {} },
};

/** The organiser's export files of all entries. */
export const entryExportOperations = {
  csv: {
    summary: "All entries as CSV",
    description:
      "For its organiser, in the order in which the entries were made. Each one's drops stand behind what is specified.",
    security: byOrganiser("read-entries"),
    parameters: OF_FILE,
    responses: {
      200: CSV,
      ...ORGANISER_REFUSALS,
    },
  },
  xlsx: {
    summary: "All entries as an Excel workbook",
    description: "For its organiser: the columns and the order of the CSV, every text as a text.",
    security: byOrganiser("read-entries"),
    parameters: OF_FILE,
    responses: {
      200: XLSX,
      409: refusal("More entries than an Excel sheet has lines: the CSV has no such limit."),
      ...ORGANISER_REFUSALS,
    },
  },
} satisfies Operations;

/** The organiser's report on winners as files. */
export const winnersExportOperations = {
  csv: {
    summary: "The report on winners as CSV",
    description:
      "For its organiser, in the order of the draw: each prize that a ticket holds or held, with what proves that its winner was told. Only a heading before the draw.",
    security: byOrganiser("read-winners"),
    responses: {
      200: CSV,
      ...ORGANISER_REFUSALS,
    },
  },
  xlsx: {
    summary: "The report on winners as an Excel workbook",
    description: "For its organiser: the columns and the order of the CSV, every text as a text.",
    security: byOrganiser("read-winners"),
    responses: {
      200: XLSX,
      409: refusal("More winners than an Excel sheet has lines: the CSV has no such limit."),
      ...ORGANISER_REFUSALS,
    },
  },
} satisfies Operations;
