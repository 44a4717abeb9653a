import { writeXlsxStream } from "hucre/xlsx";
import type { OrganiserScope } from "#src/access/scope.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Reader } from "#src/db/connect.ts";
import { cellText, MAX_XLSX_ENTRIES } from "./entries-xlsx.ts";
import { type ReportFrame, WINNER_COLUMNS, winnerCells } from "./winner-cells.ts";

/**
 * Streams the report on a raffle's winners as an Excel workbook, every text as a text.
 *
 * @param most the maximum number of rows
 * @returns the stream of bytes, or the refusal `too-many-for-xlsx`
 */
export async function winnersXlsx(
  reader: Reader,
  scope: OrganiserScope,
  frame: ReportFrame,
  most = MAX_XLSX_ENTRIES,
): Promise<Outcome<ReadableStream<Uint8Array<ArrayBuffer>>, Refusal<"too-many-for-xlsx">>> {
  const beyond = await reader
    .selectFrom("claims")
    .select("id")
    .where("raffleId", "=", scope.raffleId)
    .offset(most)
    .limit(1)
    .executeTakeFirst();
  if (beyond) return refuse({ reason: "too-many-for-xlsx" });
  const sheet = { name: "Winners", columns: [...WINNER_COLUMNS], freezePane: { rows: 1 } };
  return accept(writeXlsxStream(rowsOf(reader, scope, frame), sheet) as ReadableStream<Uint8Array<ArrayBuffer>>);
}

async function* rowsOf(reader: Reader, scope: OrganiserScope, frame: ReportFrame) {
  for await (const rows of winnerCells(reader, scope, frame)) {
    for (const cells of rows) yield cells.map((cell) => (typeof cell === "number" ? cell : cellText(cell)));
  }
}
