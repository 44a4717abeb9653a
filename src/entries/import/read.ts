import { sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import { isId } from "#src/base/ids.ts";
import type { MessageKey } from "#src/base/refusal.ts";
import type { Reader } from "#src/db/connect.ts";
import type { ImportMapping } from "./mapping.ts";

/**
 * The state of a file: waiting to be added, being added, added, or failed. `interrupted`: the process that was adding
 * it has died, so nothing was added.
 */
export type ImportState = "waiting" | "adding" | "added" | "failed" | "interrupted";

/** A stored file, without its content. */
export type StoredImport = {
  readonly id: string;
  readonly fileName: string;
  readonly state: ImportState;
  readonly mapping: ImportMapping;
  readonly linesDone: number;
  /** The lines that are added. */
  readonly linesTotal: number;
  /** The wrong lines that were left, and the file in which they wait, while it does. */
  readonly linesLeft: number;
  readonly leftId: string | null;
  /** The catalogue key of the reason why nothing was added. */
  readonly error: MessageKey | null;
  readonly createdAt: Date;
};

/** An import without progress for this long counts as dead: the database aborts a statement after half of it. */
const SILENCE = sql`interval '60 seconds'`;

/** Whether a live process is adding the file. */
export const isBeingAdded = sql<boolean>`(state = 'adding' and updated_at > now() - ${SILENCE})`;

const stateNow = sql<ImportState>`case when state = 'adding' and not ${isBeingAdded} then 'interrupted' else state end`;

function importsOf(reader: Reader, scope: OrganiserScope) {
  return reader
    .selectFrom("entryImports")
    .select(["id", "fileName", "linesDone", "linesTotal", "linesLeft", "leftId", "createdAt"])
    .select([
      sql<MessageKey | null>`error`.as("error"),
      stateNow.as("state"),
      sql<ImportMapping>`mapping`.as("mapping"),
    ])
    .where("raffleId", "=", scope.raffleId);
}

/** The stored files of a raffle, the latest first. */
export function listImports(reader: Reader, scope: OrganiserScope): Promise<StoredImport[]> {
  return importsOf(reader, scope).orderBy("id", "desc").execute();
}

/** A stored file of the raffle, or null. */
export async function findImport(reader: Reader, scope: OrganiserScope, id: string): Promise<StoredImport | null> {
  if (!isId(id)) return null;
  return (await importsOf(reader, scope).where("id", "=", id).executeTakeFirst()) ?? null;
}

/** The content of a stored file; empty if it is gone or was added. */
export async function readImportFile(reader: Reader, scope: OrganiserScope, id: string): Promise<Uint8Array> {
  const row = await reader
    .selectFrom("entryImports")
    .select("file")
    .where("raffleId", "=", scope.raffleId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.file ?? new Uint8Array();
}

/** Which of these phone and e-mail keys the raffle already has, and which mailboxes where each may enter once. */
export async function findTaken(
  reader: Reader,
  scope: OrganiserScope,
  keys: {
    readonly phones: readonly string[];
    readonly emails: readonly string[];
    readonly mailboxes: readonly string[];
  },
): Promise<{ phones: Set<string>; emails: Set<string>; mailboxes: Set<string> }> {
  const ofRaffle = reader.selectFrom("entries").where("raffleId", "=", scope.raffleId);
  const [phones, emails, mailboxes] = await Promise.all([
    ofRaffle
      .select("phoneKey")
      .where("phoneKey", "=", sql<string>`any(${[...keys.phones]}::text[])`)
      .execute(),
    ofRaffle
      .select("emailKey")
      .where("emailKey", "=", sql<string>`any(${[...keys.emails]}::text[])`)
      .execute(),
    ofRaffle
      .select("mailbox")
      .where("mailbox", "=", sql<string>`any(${[...keys.mailboxes]}::text[])`)
      .execute(),
  ]);
  return {
    phones: new Set(phones.flatMap((row) => row.phoneKey ?? [])),
    emails: new Set(emails.flatMap((row) => row.emailKey ?? [])),
    mailboxes: new Set(mailboxes.flatMap((row) => row.mailbox ?? [])),
  };
}
