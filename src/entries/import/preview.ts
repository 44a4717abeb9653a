import type { OrganiserScope } from "#src/access/scope.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import type { BadLine, DoubtfulLine } from "./check-lines.ts";
import { readImport } from "./files/import-file.ts";
import { BAD_LINES_SHOWN } from "./limits.ts";
import { entryLines, headerCells } from "./mapping.ts";
import type { StoredImport } from "./read.ts";
import { inSendersTurn } from "./senders.ts";
import { type ImportPreview, readPreview, savePreview } from "./stored-preview.ts";

const LINES_PREVIEWED = 5;

/** Characters shown of a cell: enough to recognise it. */
const CHARACTERS_PREVIEWED = 60;

/**
 * Previews a stored file and its faults, from the stored preview or by reading the file. It is read again after a new
 * mapping, after a failed import, and after a change of the raffle. The preview ignores entries that came meanwhile:
 * adding checks all lines again.
 *
 * @param deps.address the organiser's address
 * @returns null if the file's content is gone
 */
export async function previewImport(
  deps: { readonly db: Database; readonly defaultRegion: string; readonly address: string },
  scope: OrganiserScope,
  raffle: PublicRaffle,
  imported: StoredImport,
): Promise<ImportPreview | null> {
  const stored = () => readPreview(deps.db, scope, imported, raffle.version);
  return (
    (await stored()) ??
    inSendersTurn(deps.address, async () => {
      // The caller before in the queue may have read the same file.
      const meanwhile = await stored();
      if (meanwhile) return meanwhile;
      const preview = await makePreview(deps, scope, raffle, imported);
      if (preview)
        await inTransaction(deps.db, (tx) => savePreview(tx, scope, imported, { preview, version: raffle.version }));
      return preview;
    })
  );
}

async function makePreview(
  { db, defaultRegion }: { readonly db: Database; readonly defaultRegion: string },
  scope: OrganiserScope,
  raffle: PublicRaffle,
  imported: StoredImport,
): Promise<ImportPreview | null> {
  const read = await readImport({ reader: db, defaultRegion }, scope, raffle, imported);
  if (!read) return null;
  const { mapping } = imported;
  const bad = read.checked?.bad ?? [];
  const entries = entryLines(read.lines, mapping);
  const rows = entries.slice(0, LINES_PREVIEWED).map(({ line, cells }) => ({ line, cells: cells.map(short) }));
  const names = headerCells(read.lines, mapping).map(short);
  const width = Math.max(names.length, ...rows.map((row) => row.cells.length));
  return {
    columns: Array.from({ length: width }, (_, index) => names[index]?.trim() ?? ""),
    headerLine: mapping.header ? read.lines[mapping.linesAbove ?? 0]?.line : undefined,
    rows,
    entries: entries.length,
    mapping,
    bad: bad.slice(0, BAD_LINES_SHOWN).map(shortLine),
    moreBad: Math.max(0, bad.length - BAD_LINES_SHOWN),
    good: read.checked?.ready.length ?? 0,
    doubtful: (read.checked?.doubtful ?? []).slice(0, BAD_LINES_SHOWN).map(shortPhone),
    moreDoubtful: Math.max(0, (read.checked?.doubtful.length ?? 0) - BAD_LINES_SHOWN),
  };
}

function shortLine({ line, faults }: BadLine): BadLine {
  return { line, faults: faults.map((fault) => ({ ...fault, typed: short(fault.typed) })) };
}

function shortPhone({ line, phone }: DoubtfulLine): DoubtfulLine {
  return { line, phone: short(phone) };
}

function short(text: string): string {
  const shown = text.toWellFormed();
  return shown.length <= CHARACTERS_PREVIEWED ? shown : `${shown.slice(0, CHARACTERS_PREVIEWED).toWellFormed()}…`;
}
