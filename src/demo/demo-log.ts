import { createHash } from "node:crypto";
import { inTransaction } from "#src/db/transaction.ts";
import { logNext } from "#src/draws/log/write-log.ts";
import { QUICKNET } from "#src/draws/protocol/beacon/chains.ts";
import { changeAs } from "#src/raffles/list-lock.ts";
import { cosign } from "#src/tlog/format/cosignature.ts";
import { readNote } from "#src/tlog/format/note.ts";
import { readHead } from "#src/tlog/read.ts";
import type { DemoRaffle, DemoSite } from "./demo-raffle.ts";

/** A made-up newspaper that looks after the log of the demonstration. Everybody can know its key. */
const WITNESS = {
  name: "gazette.example.com/witness",
  secretKey: createHash("sha256").update("The San Roque Gazette of the demonstration").digest(),
};

/** Has entries go that the log knows: their tickets keep their lines in the list. */
export async function removeEntries(
  site: DemoSite,
  raffleId: string,
  gone: readonly (NonNullable<DemoRaffle["gone"]>[number] & { readonly id: string })[],
): Promise<void> {
  if (gone.length === 0) return;
  await writeLog(site);
  for (const { id, by, reason = "" } of gone) {
    await inTransaction(site.db, async (tx) => {
      await changeAs(tx, { by, reason });
      await tx.deleteFrom("entries").where("raffleId", "=", raffleId).where("id", "=", id).execute();
    });
  }
  await writeLog(site);
}

/** Has the made-up witness cosign the log. Only where the log began with the demonstration: it never saw another. */
export async function cosignDemo(site: DemoSite): Promise<void> {
  await writeLog(site);
  const head = await readHead(site.db);
  const note = head && readNote(head.checkpoint);
  if (!head || !note) return;
  const at = Math.floor(site.clock().getTime() / 1000);
  await site.db
    .insertInto("logCosignatures")
    .values({
      ...{ size: head.size, witness: WITNESS.name, checkpoint: head.checkpoint },
      ...{ line: cosign(note.text, WITNESS, at), at: new Date(at * 1000), isOfLock: true },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function writeLog({ db, secret, clock, config }: DemoSite): Promise<void> {
  while ((await logNext(db, { secret, clock, chain: QUICKNET, origin: config.origin })).rows > 0);
}
