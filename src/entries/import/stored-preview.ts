import { sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import type { Transaction } from "#src/db/transaction.ts";
import type { BadLine, DoubtfulLine } from "./check-lines.ts";
import type { CsvLine } from "./files/csv-file.ts";
import type { ImportMapping } from "./mapping.ts";
import { isBeingAdded, type StoredImport } from "./read.ts";

/** The preview of a stored file before it is added. */
export type ImportPreview = {
  /** The names of the columns, or empty texts if the file has no header. */
  readonly columns: readonly string[];
  /** The header's line number; absent without one, and in previews of the version before. */
  readonly headerLine?: number | undefined;
  readonly rows: readonly CsvLine[];
  readonly entries: number;
  readonly mapping: ImportMapping;
  readonly bad: readonly BadLine[];
  readonly moreBad: number;
  /** The valid lines; 0 before the columns are chosen. */
  readonly good: number;
  /** Valid lines whose phone can hardly be called. Absent in previews of the version before. */
  readonly doubtful?: readonly DoubtfulLine[];
  readonly moreDoubtful?: number;
};

/** The largest stored preview, since JSON can escape a character as six bytes. A larger one is made again each time. */
const PREVIEW_BYTES = 512 * 1024;

/** The stored preview of a file, if it is of this mapping and this version of the raffle; otherwise null. */
export async function readPreview(
  reader: Reader,
  scope: OrganiserScope,
  stored: Pick<StoredImport, "id" | "mapping">,
  version: number,
): Promise<ImportPreview | null> {
  const row = await reader
    .selectFrom("entryImports")
    .select(sql<ImportPreview | null>`preview`.as("preview"))
    .where("raffleId", "=", scope.raffleId)
    .where("id", "=", stored.id)
    .where("previewVersion", "=", version)
    .where(isMapped(stored.mapping))
    .executeTakeFirst();
  return row?.preview ?? null;
}

/** Stores a file's preview, unless its mapping has changed meanwhile, or it is being added or was. */
export async function savePreview(
  tx: Transaction,
  scope: OrganiserScope,
  stored: Pick<StoredImport, "id" | "mapping">,
  found: { readonly preview: ImportPreview; readonly version: number },
): Promise<void> {
  const preview = JSON.stringify(found.preview);
  if (Buffer.byteLength(preview) > PREVIEW_BYTES) return;
  await tx
    .updateTable("entryImports")
    .set({ preview, previewVersion: found.version })
    .where("raffleId", "=", scope.raffleId)
    .where("id", "=", stored.id)
    .where("state", "!=", "added")
    .where(({ not }) => not(isBeingAdded))
    .where(isMapped(stored.mapping))
    .execute();
}

/** Whether a file still has this mapping. */
function isMapped(mapping: ImportMapping) {
  return sql<boolean>`mapping = ${JSON.stringify(mapping)}::jsonb`;
}
