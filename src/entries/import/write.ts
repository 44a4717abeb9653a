import { sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import { newId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { MessageKey, Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { LOCKS } from "#src/db/locks.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { IMPORT_LIMITS } from "./limits.ts";
import type { ImportMapping } from "./mapping.ts";
import { isBeingAdded } from "./read.ts";

/** How long a file is stored: an older one is a forgotten list of people. */
const RETENTION = sql`interval '1 day'`;

/** How long a file is stored when the space is full: an organiser at work has checked it by then. */
const RETENTION_WHEN_FULL = sql`interval '1 hour'`;

/** Imports that run at the same time in the whole site: each holds one of a process's ten connections. */
const ADDED_AT_ONCE = 4;

/** Serialises counting the space and the running imports, so that two transactions cannot take the same free place. */
async function lockRoom(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.importRoom)})`.execute(tx);
}

/** A file that is to wait until its lines are added. */
export type StoredFile = {
  readonly fileName: string;
  readonly file: Uint8Array;
  readonly mapping: ImportMapping;
  readonly sender: Buffer;
};

/**
 * Stores a file until its lines are added. It deletes all raffles' files older than a day, this raffle's file of the
 * same name, and its oldest ones beyond the limit; never one that is being added.
 *
 * @param stored.sender the key of the sender, whose space it counts against
 * @returns the stored file's id; the refusal's reason is a key of the `messages` catalogue
 */
export async function keepImport(
  tx: Transaction,
  scope: OrganiserScope,
  stored: StoredFile,
): Promise<Outcome<string, ImportFull>> {
  // Serialises uploads of one raffle, so that each sees the other's file.
  await tx.selectFrom("raffles").select("id").where("id", "=", scope.raffleId).forNoKeyUpdate().execute();
  await forgetOldImports(tx);
  await forgetNamesake(tx, scope, stored.fileName);
  await tx
    .deleteFrom("entryImports")
    .where("raffleId", "=", scope.raffleId)
    .where("id", "in", (eb) =>
      eb
        .selectFrom("entryImports")
        .select("id")
        .where("raffleId", "=", scope.raffleId)
        .orderBy(isBeingAdded, "desc")
        .orderBy("id", "desc")
        .offset(IMPORT_LIMITS.stored - 1),
    )
    .where(({ not }) => not(isBeingAdded))
    .execute();
  await lockRoom(tx);
  const full = await whoseRoomIsFull(tx, stored.sender, stored.file.byteLength);
  if (full) return refuse({ reason: full });
  return accept(await insertStored(tx, scope, stored));
}

/** Deletes the waiting file of a name, so that a file does not wait twice: the mended one takes its place. */
async function forgetNamesake(tx: Transaction, scope: OrganiserScope, fileName: string): Promise<void> {
  await tx
    .deleteFrom("entryImports")
    .where("raffleId", "=", scope.raffleId)
    .where("fileName", "=", fileName)
    .where("state", "!=", "added")
    .where(({ not }) => not(isBeingAdded))
    .execute();
}

async function insertStored(tx: Transaction, scope: OrganiserScope, stored: StoredFile): Promise<string> {
  const { fileName, file, mapping, sender } = stored;
  const id = newId();
  await tx
    .insertInto("entryImports")
    .values({
      raffleId: scope.raffleId,
      id,
      fileName,
      file: Buffer.from(file),
      mapping: JSON.stringify(mapping),
      sender,
    })
    .execute();
  return id;
}

/** Whose space is full: the sender's network's, or the site's. */
export type ImportFull = Refusal<"importsOfNetworkFull" | "importsFull">;

async function whoseRoomIsFull(tx: Transaction, sender: Buffer, bytes: number): Promise<ImportFull["reason"] | null> {
  if ((await bytesOf(tx, sender)) + bytes > IMPORT_LIMITS.senderBytes) return "importsOfNetworkFull";
  if ((await bytesOf(tx)) + bytes <= IMPORT_LIMITS.waitingBytes) return null;
  await forgetOldImports(tx, RETENTION_WHEN_FULL);
  return (await bytesOf(tx)) + bytes > IMPORT_LIMITS.waitingBytes ? "importsFull" : null;
}

/** The bytes of the stored files, of one sender or of all. PostgreSQL knows a file's length without reading it. */
async function bytesOf(tx: Transaction, sender?: Buffer): Promise<number> {
  const { bytes } = await tx
    .selectFrom("entryImports")
    .select(sql<number>`coalesce(sum(octet_length(file)), 0)::float8`.as("bytes"))
    .$if(sender !== undefined, (query) => query.where("sender", "=", sender as Buffer))
    .executeTakeFirstOrThrow();
  return bytes;
}

/** Deletes files that were uploaded too long ago, except those being added. */
export async function forgetOldImports(db: Database | Transaction, storedFor = RETENTION): Promise<void> {
  await db
    .deleteFrom("entryImports")
    .where("createdAt", "<", sql<Date>`now() - ${storedFor}`)
    .where(({ not }) => not(isBeingAdded))
    .execute();
}

function importOf(db: Database | Transaction, scope: OrganiserScope, id: string) {
  return db.updateTable("entryImports").where("raffleId", "=", scope.raffleId).where("id", "=", id);
}

/** Stores a file's mapping and drops its preview, unless the file is being added or was. */
export async function saveMapping(
  tx: Transaction,
  scope: OrganiserScope,
  id: string,
  mapping: ImportMapping,
): Promise<void> {
  await importOf(tx, scope, id)
    .set({ mapping: JSON.stringify(mapping), preview: null, updatedAt: sql`now()` })
    .where("state", "!=", "added")
    .where(({ not }) => not(isBeingAdded))
    .execute();
}

/** Deletes a file, unless it is being added. */
export async function dropImport(tx: Transaction, scope: OrganiserScope, id: string): Promise<void> {
  await tx
    .deleteFrom("entryImports")
    .where("raffleId", "=", scope.raffleId)
    .where("id", "=", id)
    .where(({ not }) => not(isBeingAdded))
    .execute();
}

/** Why an import cannot start now: there is no file to add any more, or too many imports are running. */
export type NotClaimed = Refusal<"not-claimable" | "importBusy" | "importBusyOfNetwork">;

/**
 * Claims a file for one import job. A network can run one job at a time, the site ADDED_AT_ONCE.
 *
 * @param by.sender the key of the sender, whose limit it counts against
 * @returns the job's id, for its progress; refusals: `not-claimable` (the file is being added, was, or is gone),
 *   `importBusyOfNetwork`, `importBusy`
 */
export async function claimImport(
  tx: Transaction,
  scope: OrganiserScope,
  id: string,
  by: { readonly linesTotal: number; readonly sender: Buffer },
): Promise<Outcome<string, NotClaimed>> {
  await lockRoom(tx);
  const { linesTotal, sender } = by;
  const { all, ofSender } = await tx
    .selectFrom("entryImports")
    .select(({ fn }) => fn.countAll<number>().as("all"))
    .select(sql<number>`count(*) filter (where sender = ${sender})`.as("ofSender"))
    .where(isBeingAdded)
    .where("id", "!=", id)
    .executeTakeFirstOrThrow();
  if (ofSender > 0) return refuse({ reason: "importBusyOfNetwork" });
  if (all >= ADDED_AT_ONCE) return refuse({ reason: "importBusy" });
  const claimed = await importOf(tx, scope, id)
    .set({ state: "adding", job: newId(), linesDone: 0, linesTotal, error: null, sender, updatedAt: sql`now()` })
    .where("state", "!=", "added")
    .where(({ not }) => not(isBeingAdded))
    .returning("job")
    .executeTakeFirst();
  return claimed?.job ? accept(claimed.job) : refuse({ reason: "not-claimable" });
}

/** Writes an import's progress outside its transaction, so that it is visible at once. */
export async function writeProgress(
  db: Database,
  scope: OrganiserScope,
  job: string,
  linesDone: number,
): Promise<void> {
  await db
    .updateTable("entryImports")
    .set({ linesDone, updatedAt: sql`now()` })
    .where("raffleId", "=", scope.raffleId)
    .where("job", "=", job)
    .execute();
}

/**
 * Marks a file as added and drops its content, in the transaction that adds its lines. Wrong lines wait as a new file.
 *
 * @param left the lines that are left; null if all were added
 * @returns false if another job has claimed the file: then nothing may be added
 */
export async function finishImport(
  tx: Transaction,
  scope: OrganiserScope,
  job: string,
  left: { readonly lines: number; readonly stored: StoredFile } | null,
): Promise<boolean> {
  if (left) await forgetNamesake(tx, scope, left.stored.fileName);
  const leftId = left && (await insertStored(tx, scope, left.stored));
  const finished = await tx
    .updateTable("entryImports")
    .set(({ ref }) => ({
      state: "added",
      job: null,
      file: Buffer.alloc(0),
      mapping: "{}",
      sender: null,
      preview: null,
      linesDone: ref("linesTotal"),
      linesLeft: left?.lines ?? 0,
      leftId,
      updatedAt: sql`now()`,
    }))
    .where("raffleId", "=", scope.raffleId)
    .where("job", "=", job)
    .returning("id")
    .executeTakeFirst();
  return finished !== undefined;
}

/** Marks a file as failed, with the catalogue key of the reason. */
export async function failImport(
  tx: Transaction,
  scope: OrganiserScope,
  job: string,
  error: MessageKey,
): Promise<void> {
  await tx
    .updateTable("entryImports")
    .set({ state: "failed", job: null, error, preview: null, linesDone: 0, updatedAt: sql`now()` })
    .where("raffleId", "=", scope.raffleId)
    .where("job", "=", job)
    .execute();
}
