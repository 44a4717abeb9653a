import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { addLeaves, holdLog } from "#src/tlog/write.ts";
import { timeOf } from "../protocol/format/times.ts";
import { leafBytes } from "../protocol/log/leaf.ts";
import { logOrigin, logSigner } from "./names.ts";
import type { LogDeps } from "./write-log.ts";

/**
 * Gives the log another name, after a backup was restored: under the old one it would contradict what others saw. Its
 * first leaf by that name says so.
 *
 * @param seen how many leaves somebody saw under the old name
 */
export async function renewLog(
  db: Database,
  { secret, clock, origin: site }: Pick<LogDeps, "secret" | "clock" | "origin">,
  seen: number,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const log = await holdLog(tx, { origin: logOrigin(site), now: clock() });
    // Whoever has it writes or renews it now: the next look finds out.
    if (!log || log.size >= seen) return;
    const origin = nextName(log.origin);
    const leaf = leafBytes({ kind: "renewal", from: log.origin, seen, at: timeOf(log.at) });
    await addLeaves(tx, { ...log, origin }, [leaf], logSigner(secret, origin));
    await tx.updateTable("logWitnesses").set({ size: 0, failure: null, askedAt: null }).execute();
  });
}

/** `…/log`, `…/log/2`, `…/log/3`: witnesses know them as logs of one site. */
function nextName(origin: string): string {
  const [, name = origin, number = "1"] = /^(.+\/log)\/([0-9]+)$/.exec(origin) ?? [];
  return `${name}/${Number(number) + 1}`;
}
