import type { OrganiserScope } from "#src/access/scope.ts";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { FieldMessages, Refusal } from "#src/base/refusal.ts";
import { hasVisibleText } from "#src/base/text.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { findRaffle } from "#src/raffles/read.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { CountedVisitor } from "#src/rate-limits/visitor.ts";
import { organiserSources } from "../../paper/paper-sources.ts";
import { type CheckedLines, checkLines } from "../check-lines.ts";
import { IMPORT_LIMITS } from "../limits.ts";
import { entryLines, guessMapping, type ImportMapping, isReachable, unchosenFields } from "../mapping.ts";
import { readImportFile } from "../read.ts";
import { inSendersTurn, READ_IMPORT, senderKey } from "../senders.ts";
import { dropImport, keepImport, saveMapping } from "../write.ts";
import { type CsvLine, type CsvRefusal, readCsv, tooManyLines } from "./csv-file.ts";
import { csvOfWorkbook, isWorkbook } from "./workbook.ts";

export type UploadRefusal = Refusal<"invalid-fields" | "raffle-not-found" | "submission-closed">;

/**
 * Stores an uploaded file of paper entries until it is added or discarded.
 *
 * @param file the uploaded file; null if none was chosen
 * @returns the stored file's id; refusals: `raffle-not-found`, `submission-closed`, `invalid-fields`, and those of the
 *   rate limit
 */
export async function takeImportFile(
  deps: { readonly db: Database; readonly secret: Uint8Array } & CountedVisitor,
  scope: OrganiserScope,
  file: { readonly name: string; readonly bytes: Uint8Array } | null,
): Promise<Outcome<string, UploadRefusal | ChallengeRefusal>> {
  const raffle = await findRaffle(deps.db, scope.raffleId);
  if (!raffle) return refuse({ reason: "raffle-not-found" });
  if (!raffle.open) return refuse({ reason: "submission-closed" });
  if (!file) return refuse({ reason: "invalid-fields", fields: { csv: [{ key: "importFileRequired" }] } });
  const counted = await countReading(deps, scope);
  if (!counted.ok) return counted;
  const read = await inSendersTurn(deps.address, (sender) => readUpload(file.bytes, sender));
  if (!read.ok) return read;
  const { csv, lines: all } = read.value;
  const mapping = guessMapping(all, raffle);
  const lines = entryLines(all, mapping);
  if (lines.length > IMPORT_LIMITS.lines) return tooManyLines();
  const sender = senderKey(deps.secret, deps.address);
  const upload = { fileName: fileNameOf(file.name), file: csv, mapping, sender };
  const stored = await inTransaction(deps.db, (tx) => keepImport(tx, scope, upload));
  return stored.ok ? stored : refuse({ reason: "invalid-fields", fields: { csv: [{ key: stored.refusal.reason }] } });
}

/** Reads an uploaded file. A workbook is stored as the CSV of its first sheet. */
export async function readUpload(
  bytes: Uint8Array,
  sender: string,
): Promise<Outcome<{ readonly csv: Uint8Array; readonly lines: readonly CsvLine[] }, CsvRefusal>> {
  const isReadable = isWorkbook(bytes) && bytes.byteLength <= IMPORT_LIMITS.bytes;
  // One that cannot be read is refused below, as what it is.
  const csv = (isReadable ? await csvOfWorkbook(bytes, sender) : null) ?? bytes;
  const lines = await readCsv(csv);
  return lines.ok ? accept({ csv, lines: lines.value }) : lines;
}

/**
 * Counts a reading against the rate limit: each costs half a second. A puzzle's solution is valid only for imports
 * of this raffle.
 */
export function countReading({ limits, address, solution }: CountedVisitor, { raffleId }: OrganiserScope) {
  return limits.admit({ policy: READ_IMPORT, address, bound: { raffle: raffleId } }, solution);
}

/** A name to recognise the file by, cut short because it stays in the history for good. */
function fileNameOf(name: string): string {
  const shown = name.toWellFormed().replace(/\p{Cc}/gu, "");
  return hasVisibleText(shown) ? shown.slice(0, IMPORT_LIMITS.fileName).toWellFormed() : "entries.csv";
}

/** Deletes a stored file, unless it is being added. */
export async function discardImport(
  deps: { readonly db: Database },
  scope: OrganiserScope,
  id: string,
): Promise<Outcome<string, never>> {
  if (isId(id)) await inTransaction(deps.db, (tx) => dropImport(tx, scope, id));
  return accept("");
}

/**
 * Stores the organiser's mapping of a file's columns, so that its lines are checked again.
 *
 * @param mappingFor returns the chosen mapping for the raffle
 * @returns the file's id; refusals: `raffle-not-found`, `not-found`, and those of the rate limit
 */
export async function remapImport(
  deps: { readonly db: Database } & CountedVisitor,
  scope: OrganiserScope,
  id: string,
  mappingFor: (raffle: PublicRaffle) => ImportMapping,
): Promise<Outcome<string, ChallengeRefusal | Refusal<"not-found" | "raffle-not-found">>> {
  const raffle = await findRaffle(deps.db, scope.raffleId);
  if (!raffle) return refuse({ reason: "raffle-not-found" });
  if (!isId(id)) return refuse({ reason: "not-found" });
  const counted = await countReading(deps, scope);
  if (!counted.ok) return counted;
  await inTransaction(deps.db, (tx) => saveMapping(tx, scope, id, mappingFor(raffle)));
  return accept(id);
}

/** A stored file as it would be added. */
export type ReadImport = {
  readonly lines: readonly CsvLine[];
  /** The reasons why the file as a whole cannot be added, such as columns that were not chosen. */
  readonly fields: FieldMessages;
  /** The results of checking the lines; null before the columns are chosen. */
  readonly checked: CheckedLines | null;
};

/**
 * Reads a stored file and checks its lines.
 *
 * @returns null if its content is gone
 */
export async function readImport(
  deps: { readonly reader: Reader; readonly defaultRegion: string },
  scope: OrganiserScope,
  raffle: PublicRaffle,
  stored: { readonly id: string; readonly mapping: ImportMapping },
): Promise<ReadImport | null> {
  const read = await readCsv(await readImportFile(deps.reader, scope, stored.id));
  if (!read.ok) return null;
  const { mapping } = stored;
  const lines = entryLines(read.value, mapping);
  const unchosen = unchosenFields(mapping.columns);
  const hasContact = isReachable(mapping.columns);
  const fields: FieldMessages = {
    ...Object.fromEntries(unchosen.map((field) => [`columns.${field}`, [{ key: "importColumnRequired" as const }]])),
    ...(!hasContact && { "columns.phone": [{ key: "importContactRequired" }] }),
    ...(mapping.source !== "" &&
      !organiserSources(raffle).includes(mapping.source) && { source: [{ key: "sourceUnknown" }] }),
    ...(lines.length === 0 && { lines: [{ key: "importEmpty" }] }),
    ...(lines.length > IMPORT_LIMITS.lines && tooManyLines().refusal.fields),
  };
  const checked = unchosen.length === 0 && hasContact ? await checkLines(deps, scope, raffle, lines, mapping) : null;
  return { lines: read.value, fields, checked };
}
