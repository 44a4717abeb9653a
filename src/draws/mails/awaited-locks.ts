import { sql } from "kysely";
import type { Reader } from "#src/db/connect.ts";

/**
 * A mail about a lock waits at most this long, and at most a third of the time to its round. A witness is asked within
 * seconds, and one that failed shortly before is asked again after a minute.
 */
const AWAITED = sql`least(interval '2 minutes', (round_at - locked_at) / 3)`;

/**
 * The raffles whose mail about the lock waits, so that the proof in it is whole: the lock is not in the log yet, or a
 * witness was not asked since. A witness that failed after the lock is not waited for.
 *
 * @param witnesses the addresses of the witnesses that the site asks
 */
export async function findAwaitedLocks(reader: Reader, witnesses: readonly string[]): Promise<string[]> {
  const { rows: locks } = await sql<{ raffleId: string; lockedAt: Date }>`
    select draw_mailings.raffle_id as "raffleId", locked_at as "lockedAt"
    from draw_mailings join draw_locks on draw_locks.raffle_id = draw_mailings.raffle_id
    where kind = 'list-locked' and state = 'filling' and reached_entry_id is null and now() < locked_at + ${AWAITED}
  `.execute(reader);
  if (locks.length === 0) return [];
  const ids = locks.map(({ raffleId }) => raffleId);
  const leaves = await reader
    .selectFrom("logDraws")
    .select(["raffleId", "index"])
    .where("kind", "=", "lock")
    .where("raffleId", "in", ids)
    .execute();
  const leafOf = new Map(leaves.map(({ raffleId, index }) => [raffleId, index]));
  const asked =
    witnesses.length === 0
      ? []
      : await reader.selectFrom("logWitnesses").selectAll().where("url", "in", witnesses).execute();
  const isAwaited = (leaf: number, lockedAt: Date) =>
    asked.some(({ size, failure, askedAt }) => {
      // A lock's time is rounded up to a second.
      const hasFailed = failure !== null && askedAt !== null && askedAt.getTime() > lockedAt.getTime() - 1000;
      return size <= leaf && !hasFailed;
    });
  return locks.flatMap(({ raffleId, lockedAt }) => {
    const leaf = leafOf.get(raffleId);
    return leaf === undefined || isAwaited(leaf, lockedAt) ? [raffleId] : [];
  });
}
