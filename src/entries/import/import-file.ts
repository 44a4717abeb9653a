import type { OrganiserScope } from "#src/access/scope.ts";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { FieldMessages, Refusal } from "#src/base/refusal.ts";
import { hasVisibleText } from "#src/base/text.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { findRaffle } from "#src/raffles/read.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { type CheckedLines, checkLines } from "./check-lines.ts";
import { type CsvLine, readCsv, tooManyLines } from "./csv-file.ts";
import { IMPORT_LIMITS } from "./limits.ts";
import { guessMapping, type ImportMapping, REQUIRED_IMPORT_FIELDS } from "./mapping.ts";
import { readImportFile } from "./read.ts";
import { dropImport, keepImport, saveMapping } from "./write.ts";

export type UploadRefusal = Refusal<"invalid-fields" | "raffle-not-found" | "submission-closed">;

/**
 * Takes a file of paper entries and keeps it until it is added or thrown away.
 *
 * @param file as it was uploaded; null where none was chosen
 * @returns the id under which it is kept
 */
export async function takeImportFile(
  given: { readonly db: Database },
  scope: OrganiserScope,
  file: { readonly name: string; readonly bytes: Uint8Array } | null,
): Promise<Outcome<string, UploadRefusal>> {
  const raffle = await findRaffle(given.db, scope.raffleId);
  if (!raffle) return refuse({ reason: "raffle-not-found" });
  if (!raffle.open) return refuse({ reason: "submission-closed" });
  if (!file) return refuse({ reason: "invalid-fields", fields: { csv: [{ key: "importFileRequired" }] } });
  const read = await readCsv(file.bytes);
  if (!read.ok) return read;
  const mapping = guessMapping(read.value[0]?.cells ?? [], raffle.sources);
  const lines = linesOfEntries(read.value, mapping);
  if (lines.length > IMPORT_LIMITS.lines) return tooManyLines();
  const kept = { fileName: fileNameOf(file.name), file: file.bytes, mapping };
  return accept(await inTransaction(given.db, (tx) => keepImport(tx, scope, kept)));
}

/** A name to recognise the file by; what stands in the history for good is cut short. */
function fileNameOf(name: string): string {
  const shown = name.toWellFormed().replace(/\p{Cc}/gu, "");
  return hasVisibleText(shown) ? shown.slice(0, IMPORT_LIMITS.fileName).toWellFormed() : "entries.csv";
}

/** Throws a kept file away; one that is being added stays. */
export async function discardImport(
  given: { readonly db: Database },
  scope: OrganiserScope,
  id: string,
): Promise<Outcome<string, never>> {
  if (isId(id)) await inTransaction(given.db, (tx) => dropImport(tx, scope, id));
  return accept("");
}

/**
 * Keeps how the organiser wants a kept file to be read.
 *
 * @param mappingFor what was chosen, for a raffle with these sources
 * @returns the file's id
 */
export async function remapImport(
  given: { readonly db: Database },
  scope: OrganiserScope,
  id: string,
  mappingFor: (sources: readonly string[]) => ImportMapping,
): Promise<Outcome<string, Refusal<"not-found" | "raffle-not-found">>> {
  const raffle = await findRaffle(given.db, scope.raffleId);
  if (!raffle) return refuse({ reason: "raffle-not-found" });
  if (!isId(id)) return refuse({ reason: "not-found" });
  await inTransaction(given.db, (tx) => saveMapping(tx, scope, id, mappingFor(raffle.sources)));
  return accept(id);
}

/** A kept file as it would be added. */
export type ReadImport = {
  readonly lines: readonly CsvLine[];
  /** What keeps the file as a whole from being added: columns or the source that were not chosen. */
  readonly fields: FieldMessages;
  /** The check of each line; null before the columns are chosen. */
  readonly checked: CheckedLines | null;
};

/**
 * Reads a kept file and checks its lines.
 *
 * @returns null where its content is gone
 */
export async function readImport(
  given: { readonly reader: Reader; readonly defaultRegion: string },
  scope: OrganiserScope,
  raffle: PublicRaffle,
  kept: { readonly id: string; readonly mapping: ImportMapping },
): Promise<ReadImport | null> {
  const read = await readCsv(await readImportFile(given.reader, scope, kept.id));
  if (!read.ok) return null;
  const { mapping } = kept;
  const lines = linesOfEntries(read.value, mapping);
  const unchosen = REQUIRED_IMPORT_FIELDS.filter((field) => mapping.columns[field] === undefined);
  const fields = {
    ...Object.fromEntries(unchosen.map((field) => [`columns.${field}`, [{ key: "importColumnRequired" }]])),
    ...(!raffle.sources.includes(mapping.source) && { source: [{ key: "sourceUnknown" }] }),
    ...(lines.length === 0 && { lines: [{ key: "importEmpty" }] }),
    ...(lines.length > IMPORT_LIMITS.lines && tooManyLines().refusal.fields),
  };
  const checked = unchosen.length === 0 ? await checkLines(given, scope, raffle, lines, mapping) : null;
  return { lines: read.value, fields, checked };
}

function linesOfEntries(lines: readonly CsvLine[], mapping: ImportMapping): readonly CsvLine[] {
  return mapping.header ? lines.slice(1) : lines;
}
