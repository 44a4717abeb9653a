import { sql } from "kysely";
import type { Reader } from "#src/db/connect.ts";
import type { Announced } from "#src/webhooks/schema.ts";
import { LISTED_FIELDS } from "../fields.ts";
import { type ListedEntry, listedInSql } from "./organiser-list.ts";

/** What may name a person: their fields, and wishes, which have notes that they typed. */
const PERSONAL: ReadonlySet<string> = new Set([...LISTED_FIELDS, "wishes"]);

/** Reads for a webhook what its entries are now; null if all of them are erased. */
export async function readEntriesContent(reader: Reader, { raffleId, subjectIds, withPeople }: Announced) {
  const { rows } = await sql<ListedEntry>`
    select ${listedInSql(raffleId)} from entries
    where raffle_id = ${raffleId} and id = any (${[...subjectIds]}::uuid[])
    order by id
  `.execute(reader);
  if (rows.length === 0) return null;
  return { entries: withPeople ? rows : rows.map(withoutPerson) };
}

/** What a webhook says of entries that are gone. */
export async function readErasedContent(_reader: Reader, { subjectIds }: Announced) {
  return { entries: subjectIds.map((id) => ({ id })) };
}

function withoutPerson(entry: ListedEntry): Partial<ListedEntry> {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !PERSONAL.has(name)));
}
