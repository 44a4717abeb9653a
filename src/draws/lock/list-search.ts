import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { nodeSha256 } from "#src/base/hashing/node-sha256.ts";
import type { Reader } from "#src/db/connect.ts";
import { leafHash, MerkleTree } from "#src/tlog/format/merkle.ts";
import { LINES_PER_PART, NO_LEAF } from "./list-parts.ts";

/** Where an entry stands in its raffle's list: its line, without LF, and all that leads from it to the root. */
export type ListedEntry = {
  readonly ticket: number;
  readonly line: string;
  /** The siblings from the line to the root, in hex. */
  readonly proof: readonly string[];
};

type EntryPlace = { readonly raffleId: string; readonly entryId: string };

/** Finds an entry in the list of its locked raffle. Null where there is no list, or the entry is not in it. */
export type FindInList = (reader: Reader, entry: EntryPlace) => Promise<ListedEntry | null>;

type Part = {
  readonly raffleId: string;
  readonly part: number;
  readonly lines: readonly string[];
  /** The place of each entry in this part, from 0. */
  readonly places: ReadonlyMap<string, number>;
  readonly tree: MerkleTree;
  /** The siblings from this part's root to the list's. */
  readonly above: readonly Uint8Array[];
};

/** Half a megabyte each: mails of several locks go out by turns. */
const CACHED_PARTS = 16;

/**
 * Makes a search that remembers the parts which it read last: what is locked never changes. Entries are mailed in about
 * the order of their list, so that a part is read and hashed once for a thousand mails.
 */
export function createListSearch(): FindInList {
  const cached = new LRUCache<string, Promise<Part | null>>({ max: CACHED_PARTS });
  return async (reader, entry) => {
    for (const reading of [...cached.values()]) {
      const found = findInPart(await reading, entry);
      if (found) return found;
    }
    const number = await findPart(reader, entry);
    if (number === null) return null;
    const key = `${entry.raffleId} ${number}`;
    const reading = cached.get(key) ?? readPart(reader, entry.raffleId, number);
    cached.set(key, reading);
    try {
      return findInPart(await reading, entry);
    } catch (error) {
      cached.delete(key);
      throw error;
    }
  };
}

function findInPart(part: Part | null, { raffleId, entryId }: EntryPlace): ListedEntry | null {
  const place = part?.raffleId === raffleId ? part.places.get(entryId) : undefined;
  if (!part || place === undefined) return null;
  return {
    ticket: part.part * LINES_PER_PART + place + 1,
    line: part.lines[place] ?? "",
    proof: [...part.tree.inclusionProof(place), ...part.above].map((hash) => bytesToHex(hash)),
  };
}

async function findPart(reader: Reader, { raffleId, entryId }: EntryPlace): Promise<number | null> {
  const { rows } = await sql<{ part: number }>`
    with sought as materialized (
      select created_at, id, coalesce((
        select min(leaves[1]) from log_seals where raffle_id = ${raffleId} and entry_id = ${entryId} and leaves[1] < (
          select (lock::jsonb -> 'checkpoint' ->> 'size')::bigint from draw_locks where raffle_id = ${raffleId}
        )
      ), ${NO_LEAF}::bigint) as first_leaf
      from entries where raffle_id = ${raffleId} and id = ${entryId}
    )
    select part from draw_list_parts, sought
    where raffle_id = ${raffleId} and case
      -- Lists of tambiolo-draw/1 stand in the order in which entries were made.
      when last_leaf is null then (last_created_at, last_entry_id) >= (created_at, id)
      else (last_leaf, last_created_at, last_entry_id) >= (first_leaf, created_at, id)
    end
    order by part limit 1
  `.execute(reader);
  return rows[0]?.part ?? null;
}

async function readPart(reader: Reader, raffleId: string, part: number): Promise<Part | null> {
  const { rows } = await sql<{ entryIds: string[]; lines: Buffer; roots: Buffer[] }>`
    select entry_ids as "entryIds", lines,
      (select array_agg(root order by part) from draw_list_parts where raffle_id = ${raffleId}) as roots
    from draw_list_parts where raffle_id = ${raffleId} and part = ${part}
  `.execute(reader);
  const [row] = rows;
  if (!row) return null;
  const lines = row.lines.toString("utf8").split("\n").slice(0, -1);
  const leaves = lines.map((line) => leafHash(utf8ToBytes(line), nodeSha256));
  return {
    ...{ raffleId, part, lines },
    places: new Map(row.entryIds.map((id, place) => [id, place])),
    tree: new MerkleTree(leaves, nodeSha256),
    above: new MerkleTree(row.roots, nodeSha256).inclusionProof(part),
  };
}
