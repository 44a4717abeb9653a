import type { OrganiserScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import { withGuards } from "#src/entries/formula-guard.ts";
import { BYTE_ORDER_MARK } from "./entries-csv.ts";
import { type ReportFrame, WINNER_COLUMNS, winnerCells } from "./winner-cells.ts";

/** Streams the report on a raffle's winners as CSV, guarded and encoded as the list of entries is. */
export async function* winnersCsv(
  reader: Reader,
  scope: OrganiserScope,
  frame: ReportFrame,
): AsyncGenerator<string, void> {
  yield `${BYTE_ORDER_MARK}${WINNER_COLUMNS.map(({ header }) => header).join(",")}\r\n`;
  for await (const rows of winnerCells(reader, scope, frame)) {
    yield rows.map((cells) => `${cells.map(cellOf).join(",")}\r\n`).join("");
  }
}

function cellOf(cell: string | number): string {
  return typeof cell === "number" ? String(cell) : `"${withGuards(cell).replaceAll('"', '""')}"`;
}
