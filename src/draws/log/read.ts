import type { Reader } from "#src/db/connect.ts";
import { proofText } from "#src/tlog/format/proof.ts";
import { proveLeaf, readCosigned } from "#src/tlog/read.ts";

/** What the log says of a seal: a leaf as it is, in UTF-8, and the proof that it stands there. */
export type ProvedLeaf = { readonly leaf: string; readonly proof: string };

/** Leaves about one seal that are shown: an entry that is changed more often shows its latest. */
const MAX_LEAVES = 50;

/** All that the log says of a seal of a raffle, the oldest first; empty where it knows none. */
export async function readSealLeaves(reader: Reader, raffleId: string, seal: string): Promise<ProvedLeaf[]> {
  const known = await reader
    .selectFrom("logSeals")
    .select("leaves")
    .where("raffleId", "=", raffleId)
    .where("seal", "=", Buffer.from(seal, "hex"))
    .executeTakeFirst();
  const proved = await Promise.all((known?.leaves ?? []).slice(-MAX_LEAVES).map((index) => proveLeaf(reader, index)));
  return proved.flatMap((one) => (one ? [shown(one)] : []));
}

/** That a raffle's lock stands in the log, under a checkpoint that witnesses cosigned, and who did so when. */
export type ProvedLock = ProvedLeaf & { readonly cosigned: readonly { readonly witness: string; readonly at: Date }[] };

/** The proof of a raffle's lock; null while the log does not have it. */
export async function readLockProof(reader: Reader, raffleId: string): Promise<ProvedLock | null> {
  const leaf = await findLockLeaf(reader, raffleId);
  if (!leaf) return null;
  const cosigned = await readCosigned(reader, leaf.index, leaf.roundAt);
  const proved = await proveLeaf(reader, leaf.index, cosigned);
  if (!proved) return null;
  return { ...shown(proved), cosigned: cosigned?.cosigned ?? [] };
}

/** The witnesses that cosigned the log with a raffle's lock, and when; empty while nobody did. */
export async function readLockWitnesses(reader: Reader, raffleId: string): Promise<ProvedLock["cosigned"]> {
  const leaf = await findLockLeaf(reader, raffleId);
  return (leaf && (await readCosigned(reader, leaf.index, leaf.roundAt))?.cosigned) ?? [];
}

/** The leaf of a raffle's lock, with its round: who cosigned before that shows that the list was fixed then. */
async function findLockLeaf(reader: Reader, raffleId: string) {
  return reader
    .selectFrom("logDraws")
    .leftJoin("drawLocks", "drawLocks.raffleId", "logDraws.raffleId")
    .select(["index", "roundAt"])
    .where("logDraws.raffleId", "=", raffleId)
    .where("kind", "=", "lock")
    .orderBy("index")
    .limit(1)
    .executeTakeFirst();
}

function shown({ leaf, proof }: NonNullable<Awaited<ReturnType<typeof proveLeaf>>>): ProvedLeaf {
  return { leaf: Buffer.from(leaf).toString("utf8"), proof: proofText(proof) };
}
