import { sql } from "kysely";
import { nodeSha256 } from "#src/base/hashing/node-sha256.ts";
import type { Reader } from "#src/db/connect.ts";
import { HASH_BYTES } from "./format/merkle.ts";
import type { LogFile } from "./format/paths.ts";
import type { LogProof } from "./format/proof.ts";
import {
  consistencyProof,
  inclusionProof,
  type NodeReader,
  nodesIn,
  TILE_WIDTH,
  type Tile,
  type TilePlace,
  tilesRead,
  tileWidth,
} from "./format/tiles.ts";

/** More than a site has witnesses. */
const MAX_COSIGNATURES = 64;

/** The newest checkpoint of this site's log, as a signed note. Null where it has none yet. */
export async function readHead(
  reader: Reader,
): Promise<{ readonly origin: string; readonly size: number; readonly checkpoint: string } | null> {
  const head = await reader.selectFrom("logHead").select(["origin", "size", "checkpoint"]).executeTakeFirst();
  return head ?? null;
}

/** A checkpoint that witnesses cosigned: the note with their lines, of whom each names when. */
export type CosignedCheckpoint = {
  readonly size: number;
  readonly checkpoint: string;
  readonly cosigned: readonly { readonly witness: string; readonly at: Date }[];
};

/**
 * The checkpoint that has a leaf and that most witnesses cosigned, of two alike the first. Null where none was yet.
 *
 * @param before where some cosigned before this time, the others do not count
 */
export async function readCosigned(
  reader: Reader,
  leaf: number,
  before: Date | null = null,
): Promise<CosignedCheckpoint | null> {
  const rows = await reader
    .selectFrom("logCosignatures")
    .selectAll()
    .where("size", ">", leaf)
    .orderBy("size")
    .orderBy("witness")
    .limit(MAX_COSIGNATURES)
    .execute();
  const inTime = rows.filter(({ at }) => before !== null && at < before);
  const bySize = [...Map.groupBy(inTime.length > 0 ? inTime : rows, ({ size }) => size).values()];
  const [chosen] = bySize.toSorted((one, other) => other.length - one.length);
  const [first] = chosen ?? [];
  if (!chosen || !first) return null;
  return {
    size: first.size,
    checkpoint: `${first.checkpoint}${chosen.map(({ line }) => line).join("")}`,
    cosigned: chosen.map(({ witness, at }) => ({ witness, at })),
  };
}

/** Tiles of the log; those that it does not have are left out. */
export async function readTiles(reader: Reader, places: readonly TilePlace[]): Promise<Tile[]> {
  if (places.length === 0) return [];
  const { rows } = await sql<{ level: number; index: number; hashes: Buffer }>`
    select level, index, hashes from log_tiles where (level, index) in (
      select * from unnest(${places.map(({ level }) => level)}::smallint[], ${places.map(({ index }) => index)}::bigint[])
    )
  `.execute(reader);
  return rows;
}

/**
 * A file of the log: the hashes of a tile, or leaves.
 *
 * @returns null where the log has no such file, or not as wide
 */
export async function readLogFile(
  reader: Reader,
  { level, index, width }: LogFile,
): Promise<Uint8Array | readonly Uint8Array[] | null> {
  if (level !== "entries") {
    const [tile] = await readTiles(reader, [{ level, index }]);
    return tile && tile.hashes.length >= width * HASH_BYTES ? tile.hashes.subarray(0, width * HASH_BYTES) : null;
  }
  const first = index * TILE_WIDTH;
  const rows = await reader
    .selectFrom("logLeaves")
    .select("leaf")
    .where("index", ">=", first)
    .where("index", "<", first + width)
    .orderBy("index")
    .execute();
  return rows.length === width ? rows.map(({ leaf }) => leaf) : null;
}

/**
 * One leaf of the log, and the proof that it stands there. Null where the log is not as long.
 *
 * @param under the checkpoint of the proof; without one the newest
 */
export async function proveLeaf(
  reader: Reader,
  index: number,
  under: Pick<CosignedCheckpoint, "size" | "checkpoint"> | null = null,
): Promise<{ readonly leaf: Uint8Array; readonly proof: LogProof } | null> {
  const head = under ?? (await readHead(reader));
  if (!head || index >= head.size) return null;
  const read = (nodes: NodeReader) => inclusionProof(nodes, index, head.size, nodeSha256);
  const siblings = read(await nodesFor(reader, read, head.size));
  const row = await reader.selectFrom("logLeaves").select("leaf").where("index", "=", index).executeTakeFirst();
  return row ? { leaf: row.leaf, proof: { index, siblings, checkpoint: head.checkpoint } } : null;
}

/** That the log only grew between two sizes that it had. */
export async function proveGrowth(reader: Reader, before: number, after: number): Promise<Uint8Array[]> {
  const read = (nodes: NodeReader) => consistencyProof(nodes, before, after, nodeSha256);
  return read(await nodesFor(reader, read, after));
}

/** Loads the tiles that a computation reads, at once. */
async function nodesFor(reader: Reader, read: (nodes: NodeReader) => unknown, size: number): Promise<NodeReader> {
  const key = ({ level, index }: TilePlace) => `${level}/${index}`;
  const tiles = new Map((await readTiles(reader, tilesRead(read))).map((tile) => [key(tile), tile.hashes]));
  // A tile may have grown since the size that is asked about.
  return nodesIn((place) => tiles.get(key(place))?.subarray(0, tileWidth(place, size) * HASH_BYTES), nodeSha256);
}
