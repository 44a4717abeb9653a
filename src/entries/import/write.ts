import { sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import { newId } from "#src/base/ids.ts";
import type { Database } from "#src/db/connect.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { IMPORT_LIMITS } from "./limits.ts";
import type { ImportMapping } from "./mapping.ts";
import { isBeingAdded } from "./read.ts";

/** Older files are somebody's forgotten list of people. */
const KEPT_FOR = sql`interval '1 day'`;

/** Files that are added at the same time, over all raffles: each holds a connection and keeps a core busy. */
const ADDED_AT_ONCE = 2;

/**
 * Keeps a file until its lines are added. Every raffle's files of yesterday go, and of this raffle's the oldest that are
 * too many; never one that is being added.
 *
 * @returns the id under which it is kept
 */
export async function keepImport(
  tx: Transaction,
  scope: OrganiserScope,
  kept: { readonly fileName: string; readonly file: Uint8Array; readonly mapping: ImportMapping },
): Promise<string> {
  // Uploads of one raffle take turns, so that each sees what the other keeps.
  await tx.selectFrom("raffles").select("id").where("id", "=", scope.raffleId).forNoKeyUpdate().execute();
  await forgetOldImports(tx);
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
        .offset(IMPORT_LIMITS.kept - 1),
    )
    .where(({ not }) => not(isBeingAdded))
    .execute();
  const id = newId();
  const { fileName, file, mapping } = kept;
  await tx
    .insertInto("entryImports")
    .values({ raffleId: scope.raffleId, id, fileName, file: Buffer.from(file), mapping: JSON.stringify(mapping) })
    .execute();
  return id;
}

/** Throws away what was uploaded too long ago, but for what is being added. */
export async function forgetOldImports(db: Database | Transaction): Promise<void> {
  await db
    .deleteFrom("entryImports")
    .where("createdAt", "<", sql<Date>`now() - ${KEPT_FOR}`)
    .where(({ not }) => not(isBeingAdded))
    .execute();
}

function importOf(db: Database | Transaction, scope: OrganiserScope, id: string) {
  return db.updateTable("entryImports").where("raffleId", "=", scope.raffleId).where("id", "=", id);
}

/** Keeps how the organiser wants a file to be read, unless it is being added or was. */
export async function saveMapping(
  tx: Transaction,
  scope: OrganiserScope,
  id: string,
  mapping: ImportMapping,
): Promise<void> {
  await importOf(tx, scope, id)
    .set({ mapping: JSON.stringify(mapping), updatedAt: sql`now()` })
    .where("state", "!=", "added")
    .where(({ not }) => not(isBeingAdded))
    .execute();
}

/** Throws a file away; one that is being added stays. */
export async function dropImport(tx: Transaction, scope: OrganiserScope, id: string): Promise<void> {
  await tx
    .deleteFrom("entryImports")
    .where("raffleId", "=", scope.raffleId)
    .where("id", "=", id)
    .where(({ not }) => not(isBeingAdded))
    .execute();
}

/**
 * Takes a file to be added, so that nobody else does.
 *
 * @returns the job by which its progress is written; null where it is being added already, was, is gone, or where enough
 *   files are being added
 */
export async function claimImport(
  tx: Transaction,
  scope: OrganiserScope,
  id: string,
  linesTotal: number,
): Promise<string | null> {
  const claimed = await importOf(tx, scope, id)
    .set({ state: "adding", job: newId(), linesDone: 0, linesTotal, error: null, updatedAt: sql`now()` })
    .where("state", "!=", "added")
    .where(({ not }) => not(isBeingAdded))
    .where(
      (eb) =>
        eb
          .selectFrom("entryImports")
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .where(isBeingAdded),
      "<",
      ADDED_AT_ONCE,
    )
    .returning("job")
    .executeTakeFirst();
  return claimed?.job ?? null;
}

/** Writes how far an adding is, outside of its transaction, so that everybody sees it. */
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
 * Marks a file as added, in the transaction that adds its lines, and forgets its content.
 *
 * @returns false where the job is no longer this one's: then nothing may be added
 */
export async function finishImport(tx: Transaction, scope: OrganiserScope, job: string): Promise<boolean> {
  const finished = await tx
    .updateTable("entryImports")
    .set(({ ref }) => ({
      state: "added",
      job: null,
      file: Buffer.alloc(0),
      mapping: "{}",
      linesDone: ref("linesTotal"),
      updatedAt: sql`now()`,
    }))
    .where("raffleId", "=", scope.raffleId)
    .where("job", "=", job)
    .returning("id")
    .executeTakeFirst();
  return finished !== undefined;
}

/** Marks a file whose lines were not added, with the catalogue key of the reason. */
export async function failImport(tx: Transaction, scope: OrganiserScope, job: string, error: string): Promise<void> {
  await tx
    .updateTable("entryImports")
    .set({ state: "failed", job: null, error, linesDone: 0, updatedAt: sql`now()` })
    .where("raffleId", "=", scope.raffleId)
    .where("job", "=", job)
    .execute();
}
