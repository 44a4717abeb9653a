import { sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import { isId } from "#src/base/ids.ts";
import type { Reader } from "#src/db/connect.ts";
import type { ImportMapping } from "./mapping.ts";

/**
 * Where a file stands: it waits to be added, is being added, was added, could not be added, or the process that was
 * adding it has died, so that nothing was.
 */
export type ImportState = "waiting" | "adding" | "added" | "failed" | "interrupted";

/** A kept file, without its content. */
export type KeptImport = {
  readonly id: string;
  readonly fileName: string;
  readonly state: ImportState;
  readonly mapping: ImportMapping;
  readonly linesDone: number;
  readonly linesTotal: number;
  /** The catalogue key of why nothing was added. */
  readonly error: string | null;
  readonly createdAt: Date;
};

/** An adding that reports nothing for longer is dead: no statement of it may take half as long. */
const SILENCE = sql`interval '60 seconds'`;

/** Whether a file is being added by a process that lives. */
export const isBeingAdded = sql<boolean>`(state = 'adding' and updated_at > now() - ${SILENCE})`;

const stateNow = sql<ImportState>`case when state = 'adding' and not ${isBeingAdded} then 'interrupted' else state end`;

function importsOf(reader: Reader, scope: OrganiserScope) {
  return reader
    .selectFrom("entryImports")
    .select(["id", "fileName", "linesDone", "linesTotal", "error", "createdAt"])
    .select([stateNow.as("state"), sql<ImportMapping>`mapping`.as("mapping")])
    .where("raffleId", "=", scope.raffleId);
}

/** The files that a raffle keeps, the latest first. */
export function listImports(reader: Reader, scope: OrganiserScope): Promise<KeptImport[]> {
  return importsOf(reader, scope).orderBy("id", "desc").execute();
}

/** A file that the raffle keeps, or null. */
export async function findImport(reader: Reader, scope: OrganiserScope, id: string): Promise<KeptImport | null> {
  if (!isId(id)) return null;
  return (await importsOf(reader, scope).where("id", "=", id).executeTakeFirst()) ?? null;
}

/** The content of a kept file; empty where it is gone or was added. */
export async function readImportFile(reader: Reader, scope: OrganiserScope, id: string): Promise<Uint8Array> {
  const row = await reader
    .selectFrom("entryImports")
    .select("file")
    .where("raffleId", "=", scope.raffleId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.file ?? new Uint8Array();
}

/** Which of these phones and e-mails, by their keys, are in the raffle. */
export async function findTaken(
  reader: Reader,
  scope: OrganiserScope,
  keys: { readonly phones: readonly string[]; readonly emails: readonly string[] },
): Promise<{ phones: Set<string>; emails: Set<string> }> {
  const ofRaffle = reader.selectFrom("entries").where("raffleId", "=", scope.raffleId);
  const [phones, emails] = await Promise.all([
    ofRaffle
      .select("phoneKey")
      .where("phoneKey", "=", sql<string>`any(${[...keys.phones]}::text[])`)
      .execute(),
    ofRaffle
      .select("emailKey")
      .where("emailKey", "=", sql<string>`any(${[...keys.emails]}::text[])`)
      .execute(),
  ]);
  return {
    phones: new Set(phones.map((row) => row.phoneKey)),
    emails: new Set(emails.map((row) => row.emailKey)),
  };
}
