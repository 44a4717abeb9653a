import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { sql } from "kysely";
import { nodeSha256 } from "#src/base/hashing/node-sha256.ts";
import { newId } from "#src/base/ids.ts";
import type { Reader } from "#src/db/connect.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { leafHash, MerkleRoot } from "#src/tlog/format/merkle.ts";
import { lineOf } from "../protocol/list/ticket.ts";
import type { TicketEntry, ticketsOf } from "./tickets.ts";

/** Lines in a part. A power of two, so that each part is a node of the tree (RFC 9162), and some 130 KB. */
export const LINES_PER_PART = 1024;

/**
 * Writes the list of tickets of all entries, part by part, so that it is never in memory.
 *
 * @param ticketOf makes tickets of this raffle's entries
 * @returns the lines of each part, once it is written
 */
export async function* writeListParts(
  tx: Transaction,
  raffleId: string,
  ticketOf: ReturnType<typeof ticketsOf>,
): AsyncGenerator<Uint8Array> {
  const cursor = sql.id(`tickets_${newId().replaceAll("-", "")}`);
  await sql`
    declare ${cursor} no scroll cursor for
    select id, entry_code as "entryCode", email_key as "emailKey", done_rules as "doneRules", wishes,
      disqualified_for as "disqualifiedFor"
    from entries where raffle_id = ${raffleId} order by created_at, id
  `.execute(tx);
  for (let part = 0; ; part += 1) {
    const { rows } = await sql<TicketEntry>`fetch ${sql.lit(LINES_PER_PART)} from ${cursor}`.execute(tx);
    const last = rows.at(-1);
    if (!last) break;
    const lines = rows.map((entry, index) => utf8ToBytes(lineOf(ticketOf(entry, part * LINES_PER_PART + index + 1))));
    const bytes = concatBytes(...lines.flatMap((line) => [line, LF]));
    await sql`
      insert into draw_list_parts (raffle_id, part, lines, entry_ids, root, last_created_at, last_entry_id)
      select raffle_id, ${part}, ${Buffer.from(bytes)}, ${rows.map(({ id }) => id)}::uuid[],
        ${Buffer.from(rootOf(lines))}, created_at, id
      from entries where raffle_id = ${raffleId} and id = ${last.id}
    `.execute(tx);
    yield bytes;
  }
  await sql`close ${cursor}`.execute(tx);
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
