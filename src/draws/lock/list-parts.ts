import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { sql } from "kysely";
import { nodeSha256 } from "#src/base/hashing/node-sha256.ts";
import { newId } from "#src/base/ids.ts";
import type { Reader } from "#src/db/connect.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { leafHash, MerkleRoot } from "#src/tlog/format/merkle.ts";
import { lineOf } from "../protocol/list/ticket.ts";
import type { GoneEntry, TicketEntry, ticketsOf } from "./tickets.ts";

/** Lines in a part. A power of two, so that each part is a node of the tree (RFC 9162), and some 130 KB. */
export const LINES_PER_PART = 1024;

/** Stands for the first leaf of an entry of which the log had none. */
export const NO_LEAF = sql.lit("9223372036854775807");

type ListedRow = (TicketEntry | GoneEntry) & {
  /** The number of the entry's first leaf; null where the log did not have it. */
  readonly firstLeaf: string | null;
  readonly createdAt: string | null;
};

/**
 * Writes the list of tickets of all entries, part by part, so that it is never in memory. They stand in the order in
 * which the log has them, then by when they were made. An entry that is gone has the place that it had.
 *
 * @param logged.size how long the log is by the lock's checkpoint: later leaves do not count
 * @param ticketOf makes tickets of this raffle's entries
 * @returns the lines of each part, once it is written
 */
export async function* writeListParts(
  tx: Transaction,
  raffleId: string,
  logged: { readonly size: number },
  ticketOf: ReturnType<typeof ticketsOf>,
): AsyncGenerator<Uint8Array> {
  const cursor = sql.id(`tickets_${newId().replaceAll("-", "")}`);
  await sql`declare ${cursor} no scroll cursor for ${listedEntries(raffleId, logged.size)}`.execute(tx);
  for (let part = 0; ; part += 1) {
    const { rows } = await sql<ListedRow>`fetch ${sql.lit(LINES_PER_PART)} from ${cursor}`.execute(tx);
    const last = rows.at(-1);
    if (!last) break;
    const lines = rows.map((entry, index) => utf8ToBytes(lineOf(ticketOf(entry, part * LINES_PER_PART + index + 1))));
    const bytes = concatBytes(...lines.flatMap((line) => [line, LF]));
    await sql`
      insert into draw_list_parts (raffle_id, part, lines, entry_ids, root, last_leaf, last_created_at, last_entry_id)
      values (${raffleId}, ${part}, ${Buffer.from(bytes)}, ${rows.map(({ id }) => id)}::uuid[],
        ${Buffer.from(rootOf(lines))}, coalesce(${last.firstLeaf}::bigint, ${NO_LEAF}::bigint),
        coalesce(${last.createdAt}::timestamptz, 'epoch'), ${last.id})
    `.execute(tx);
    yield bytes;
  }
  await sql`close ${cursor}`.execute(tx);
}

/** All entries of a raffle, and the last seal of those that are gone. */
function listedEntries(raffleId: string, size: number) {
  const lastFirst = sql`is_current desc, leaves[cardinality(leaves)] desc`;
  return sql`
    with logged as (
      select entry_id, min(leaves[1]) as first_leaf, (array_agg(seal order by ${lastFirst}))[1] as seal,
        (array_agg(removed_by order by ${lastFirst}))[1] as removed_by
      from log_seals where raffle_id = ${raffleId} and leaves[1] < ${size} group by entry_id
    )
    select coalesce(id, entry_id) as id, entry_code as "entryCode", email_key as "emailKey", phone_key as "phoneKey",
      done_rules as "doneRules", earned, wishes, disqualified_for as "disqualifiedFor", created_at::text as "createdAt",
      first_leaf::text as "firstLeaf", case when id is null then seal end as "goneSeal",
      case when id is null then coalesce(removed_by = 'entrant', (
        -- The log does not have the removal yet.
        select bool_and(changed_by is not distinct from 'entrant') from log_queue
        where raffle_id = ${raffleId} and logged.entry_id = any (entry_ids)
      ), false) end as "isWithdrawn"
    from (select * from entries where raffle_id = ${raffleId}) as present
    full join logged on logged.entry_id = present.id
    order by first_leaf nulls last, created_at, id
  `;
}

const LF = Uint8Array.of(10);

/** The root of the tree over these lines, without their LF. */
function rootOf(lines: readonly Uint8Array[]): Uint8Array {
  const root = new MerkleRoot(nodeSha256);
  for (const line of lines) root.add(leafHash(line, nodeSha256));
  return root.root();
}

/** The list file of a locked raffle, part by part: each is fetched while the one before is used. */
export async function* readListFile(reader: Reader, raffleId: string): AsyncGenerator<Uint8Array> {
  const fetchPart = (part: number) => {
    const row = reader
      .selectFrom("drawListParts")
      .select("lines")
      .where("raffleId", "=", raffleId)
      .where("part", "=", part)
      .executeTakeFirst();
    // Whoever takes no more parts leaves this one unheard.
    row.catch(() => undefined);
    return row;
  };
  let next = fetchPart(0);
  for (let part = 1; ; part += 1) {
    const row = await next;
    if (!row) return;
    next = fetchPart(part);
    yield row.lines;
  }
}
