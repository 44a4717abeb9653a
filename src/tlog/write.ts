import { concatBytes } from "@noble/hashes/utils.js";
import { sql } from "kysely";
import { nodeSha256 } from "#src/base/hashing/node-sha256.ts";
import { LOCKS } from "#src/db/locks.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { checkpointText } from "./format/checkpoint.ts";
import { leafHash } from "./format/merkle.ts";
import { type NoteSigner, signNote } from "./format/note.ts";
import { type Edge, edgePlaces, growTiles, nodesIn, rootOfTree, type Tile } from "./format/tiles.ts";
import { readTiles } from "./read.ts";

/** The log, held until the transaction ends: nobody else adds to it meanwhile. */
export type HeldLog = {
  readonly origin: string;
  readonly size: number;
  /** The time of the next leaves, in seconds since 1970: now, or that of the leaves before if a clock went back. */
  readonly at: number;
};

/**
 * Takes the log for this transaction.
 *
 * @param origin of a log that is begun now
 * @returns null where somebody else has it: nobody waits
 */
export async function holdLog(
  tx: Transaction,
  { origin, now }: { readonly origin: string; readonly now: Date },
): Promise<HeldLog | null> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCKS.log}) as mine`.execute(tx);
  if (!rows[0]?.mine) return null;
  const head = await tx.selectFrom("logHead").select(["origin", "size", "at"]).executeTakeFirst();
  const seconds = Math.floor(Math.max(now.getTime(), head?.at.getTime() ?? 0) / 1000);
  return { origin: head?.origin ?? origin, size: head?.size ?? 0, at: seconds };
}

/**
 * Adds leaves to a held log, and signs its checkpoint.
 *
 * @param signer of the log: its name is the log's origin
 * @returns the log as it is then
 */
export async function addLeaves(
  tx: Transaction,
  log: HeldLog,
  leaves: readonly Uint8Array[],
  signer: NoteSigner,
): Promise<HeldLog> {
  if (leaves.length === 0) return log;
  const before = await readTiles(tx, edgePlaces(log.size));
  const edge: Uint8Array[] = [];
  for (const { level, hashes } of before) edge[level] = hashes;
  const hashes = leaves.map((leaf) => leafHash(leaf, nodeSha256));
  const grown = growTiles(
    { size: log.size, edge: Array.from(edge, (tile) => tile ?? new Uint8Array()) },
    hashes,
    nodeSha256,
  );
  const size = log.size + leaves.length;
  await sql`
    insert into log_leaves (index, leaf)
    select ${log.size} + place - 1, leaf
    from unnest(${leaves.map((leaf) => Buffer.from(leaf))}::bytea[]) with ordinality as new (leaf, place)
  `.execute(tx);
  await storeTiles(tx, grown.tiles);
  const text = checkpointText({ origin: log.origin, size, root: rootOfEdge(grown.edge, size) });
  const head = { origin: log.origin, size, checkpoint: signNote(text, signer), at: new Date(log.at * 1000) };
  await tx
    .insertInto("logHead")
    .values(head)
    .onConflict((conflict) => conflict.column("onlyRow").doUpdateSet(head))
    .execute();
  return { ...log, size };
}

async function storeTiles(tx: Transaction, tiles: readonly Tile[]): Promise<void> {
  await sql`
    insert into log_tiles (level, index, hashes)
    select * from unnest(${tiles.map(({ level }) => level)}::smallint[], ${tiles.map(({ index }) => index)}::bigint[],
      ${tiles.map((tile) => Buffer.from(tile.hashes))}::bytea[])
    on conflict (level, index) do update set hashes = excluded.hashes
  `.execute(tx);
}

/** The root of a tree of which only the right edge is at hand, which has all that the root is made of. */
function rootOfEdge(edge: Edge, size: number): Uint8Array {
  const places = new Map(edgePlaces(size).map(({ level, index }) => [level, index]));
  const nodes = nodesIn(({ level, index }) => {
    return places.get(level) === index ? concatBytes(edge[level] ?? new Uint8Array()) : undefined;
  }, nodeSha256);
  return rootOfTree(nodes, size, nodeSha256);
}
