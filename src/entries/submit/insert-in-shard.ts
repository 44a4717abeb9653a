import { sql } from "kysely";
import { noteEntryChanges } from "#src/db/sharding/instead-of-triggers.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { holdUnlocked } from "#src/raffles/list-lock.ts";
import { personOf } from "../fields.ts";
import type { Submission } from "./submission.ts";

/**
 * What `insertEntries` does, for one raffle of a sharded database. Citus sends an insert of plain rows to its worker as
 * it is, and takes 30 ms to plan one that selects them.
 *
 * @param submissions all of one raffle
 * @returns as `insertEntries`
 */
export async function insertInShard(
  tx: Transaction,
  raffleId: string,
  submissions: readonly Submission[],
): Promise<ReadonlyMap<string, Date>> {
  if (!(await holdUnlocked(tx, raffleId, { by: "entrant" })).ok) return new Map();
  const { rows } = await sql<{ at: Date; entriesPerMailbox: string }>`
    select now() as at, entries_per_mailbox as "entriesPerMailbox" from raffles where id = ${raffleId} and now() <= due_date
  `.execute(tx);
  const [raffle] = rows;
  if (!raffle) return new Map();
  const { at } = raffle;
  const isOnce = raffle.entriesPerMailbox === "one";
  const stored = await tx
    .insertInto("entries")
    .values(submissions.toSorted(byKeys).map((one) => ({ ...rowOf(one, at), mailbox: isOnce ? one.mailbox : null })))
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  const ids = stored.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  await noteEntryChanges(tx, raffleId, ids);
  const isStored = new Set(ids);
  const receipts = submissions.filter(({ id, receipt }) => receipt && isStored.has(id)).map(({ id }) => id);
  if (receipts.length > 0) await tx.insertInto("receiptRequests").values({ raffleId, entryIds: receipts }).execute();
  return new Map(ids.map((id) => [id, at]));
}

/** In one order, so that of two batches with the same people one waits for the other, and neither for ever. */
function byKeys(one: Submission, other: Submission): number {
  const [left, right] = [one, other].map(({ phoneKey, emailKey }) => `${phoneKey}\n${emailKey}`) as [string, string];
  return left < right ? -1 : left > right ? 1 : 0;
}

function rowOf(one: Submission, at: Date) {
  const bytes = (hex: string | null) => (hex === null ? null : Buffer.from(hex, "hex"));
  return {
    ...({ raffleId: one.raffleId, id: one.id, entryCode: one.entryCode } as const),
    ...personOf(one),
    ...{ phoneKey: one.phoneKey, emailKey: one.emailKey, source: one.source, language: one.language },
    doneRules: [...one.doneRules],
    claimedRules: [...one.claimedRules],
    invitedBy: one.invitedBy,
    wishes: JSON.stringify(one.wishes),
    ...{ promotions: one.promotions, namedByTicket: one.namedByTicket },
    ...{ networkHash: bytes(one.networkHash), deviceHash: bytes(one.deviceHash) },
    submissionHash: Buffer.from(one.submissionHash, "hex"),
    ...{ termsAcceptedAt: at, createdAt: at, updatedAt: at },
  };
}
