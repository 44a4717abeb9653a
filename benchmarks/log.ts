import { nodeSha256 } from "#src/base/hashing/node-sha256.ts";
import { connectDatabase } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { leafHash } from "#src/tlog/format/merkle.ts";
import { type Edge, growTiles } from "#src/tlog/format/tiles.ts";
import { proveGrowth, proveLeaf, readHead } from "#src/tlog/read.ts";
import { addLeaves, holdLog } from "#src/tlog/write.ts";
import { startDatabase } from "./databases.ts";
import { type Figure, median, quantile, timed } from "./measure.ts";

const LEAVES = 10_000_000;
/** Leaves that are hashed and stored at once. */
const AT_ONCE = 256 * 2000;
const PROOFS = 200;
const OPENING_TARGET_MS = 1000;
const PROOF_TARGET_MS = 10;
const ORIGIN = "raffles.example.com/log";
const signer = { name: ORIGIN, secretKey: new Uint8Array(32).fill(7) };

/** Measures a log of ten million leaves: from a new connection to its next leaf, and proofs out of it. */
export async function measureLog(say: (line: string) => void): Promise<Figure[]> {
  const { connectionString, stop } = await startDatabase();
  try {
    await fill(connectionString, say);
    const connection = connectDatabase({ connectionString, sharded: false });
    const { db } = connection;
    const grow = () =>
      inTransaction(db, async (tx) => {
        const log = await holdLog(tx, { origin: ORIGIN, now: new Date() });
        if (!log) throw new Error("Somebody else has the log.");
        await addLeaves(tx, log, [Buffer.from(`leaf ${log.size}`)], signer);
      });
    const opening = await timed(grow);
    const head = await readHead(db);
    if (!head) throw new Error("No log.");
    const leaves = await times(PROOFS, () => proveLeaf(db, Math.floor(Math.random() * head.size)));
    const growths = await times(PROOFS, () => proveGrowth(db, 1 + Math.floor(Math.random() * LEAVES), head.size));
    await connection.close();
    const limited = (name: string, took: readonly number[], target: number): Figure => ({
      ...{ name, ours: median(took), unit: "ms", worst: quantile(took, 0.95) },
      ...{ target: `under ${target} ms`, met: median(took) < target },
    });
    return [
      limited("a log of 10,000,000 leaves: from its start to the next leaf", [opening.ms], OPENING_TARGET_MS),
      limited("proof of a leaf among 10,000,000", leaves, PROOF_TARGET_MS),
      limited("proof that a log of 10,000,000 only grew", growths, PROOF_TARGET_MS),
    ];
  } finally {
    await stop();
  }
}

async function times(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let i = 0; i < count; i += 1) took.push((await timed(work)).ms);
  return took;
}

/** Stores a log of many leaves without the rounds that it grows by, which would take an hour. */
async function fill(connectionString: string, say: (line: string) => void): Promise<void> {
  const connection = connectDatabase({ connectionString, sharded: false });
  const { pool } = connection;
  let [size, edge]: [number, Edge] = [0, []];
  while (size < LEAVES) {
    const count = Math.min(AT_ONCE, LEAVES - size);
    const hashes = Array.from({ length: count }, (_, i) => leafHash(Buffer.from(`leaf ${size + i}`), nodeSha256));
    const grown = growTiles({ size, edge }, hashes, nodeSha256);
    await pool.query(
      "insert into log_leaves select i, convert_to('leaf ' || i, 'UTF8') from generate_series($1::bigint, $2) i",
      [size, size + count - 1],
    );
    await pool.query(
      `insert into log_tiles select * from unnest($1::smallint[], $2::bigint[], $3::bytea[])
       on conflict (level, index) do update set hashes = excluded.hashes`,
      [
        grown.tiles.map(({ level }) => level),
        grown.tiles.map(({ index }) => index),
        grown.tiles.map((tile) => Buffer.from(tile.hashes)),
      ],
    );
    [size, edge] = [size + count, grown.edge];
    say(`log: ${size} of ${LEAVES} leaves`);
  }
  await pool.query("insert into log_head (origin, size, checkpoint, at) values ($1, $2, '', now())", [ORIGIN, size]);
  await pool.query("vacuum analyze log_leaves, log_tiles");
  await connection.close();
}
