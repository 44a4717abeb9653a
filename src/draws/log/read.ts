import type { Reader } from "#src/db/connect.ts";
import { proofText } from "#src/tlog/format/proof.ts";
import { proveLeaf } from "#src/tlog/read.ts";

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
  return proved.flatMap((one) =>
    one ? [{ leaf: Buffer.from(one.leaf).toString("utf8"), proof: proofText(one.proof) }] : [],
  );
}
