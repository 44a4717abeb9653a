import { sql } from "kysely";
import type { Clock } from "#src/base/clock.ts";
import { selectDue } from "#src/db/select-due.ts";
import { forEachShard, type RowPlace, skippingLocked } from "#src/db/sharding/sharded.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { IS_CLAIM_MAILED } from "#src/draws/mails/write.ts";
import { CLAIM_REMINDER } from "./templates.ts";

/** Claims that one batch reminds of: some ten milliseconds. */
const CLAIMS_PER_BATCH = 500;

/** How often a process looks for claims to remind of, when there were none: reminders need not be on the minute. */
const LOOK_EVERY_MS = 60_000;

/** How long before its end the last reminder of a claim goes out. */
const LAST = sql`interval '3 days'`;

/** Where half of the time is before that. Else there is only the last reminder, and none where the time is shorter. */
const HALF = sql`held_since + (claim_by - held_since) / 2`;

/**
 * Reminds winners who have not claimed: after half of their time, and three days before its end. The mail enqueuer
 * calls it again and again. A batch marks claims and writes their mails in one statement, so that each is reminded of
 * once. An entry gets one mail for all claims of a batch. What was missed while the site was away is one reminder.
 *
 * @param claimsPerBatch for tests: how many claims one batch reminds of
 * @returns how many claims were reminded of
 */
export function claimReminders(clock: Clock, claimsPerBatch = CLAIMS_PER_BATCH): (tx: Transaction) => Promise<number> {
  let lookAt = 0;
  return async (tx) => {
    const now = clock();
    if (now.getTime() < lookAt) return 0;
    const reminded = await remind(tx, { now, most: claimsPerBatch });
    if (reminded === 0) lookAt = now.getTime() + LOOK_EVERY_MS;
    return reminded;
  };
}

type Round = { readonly now: Date; readonly most: number };

async function remind(tx: Transaction, { now, most }: Round): Promise<number> {
  const due = await selectDue(
    tx,
    (lock) => sql<RowPlace & { isLast: boolean }>`
      select raffle_id as "raffleId", id, claim_by - ${LAST} <= ${now} as "isLast" from claims
      where claim_by > ${now} and claimed_at is null and declined_at is null and gone_at is null and ${IS_CLAIM_MAILED}
        and (reminders < 2 and claim_by - ${LAST} <= ${now} and held_since < claim_by - ${LAST}
          or reminders = 0 and ${HALF} <= ${now} and ${HALF} < claim_by - ${LAST})
      order by claim_by limit ${most} ${lock}
    `,
    skippingLocked(tx),
  );
  const [last, first] = [due.filter(({ isLast }) => isLast), due.filter(({ isLast }) => !isLast)];
  const marked = [...(await mark(tx, last, 2)), ...(await mark(tx, first, 1))];
  for (const [raffleId, its] of Map.groupBy(marked, (claim) => claim.raffleId)) {
    await queueReminders(
      tx,
      raffleId,
      its.map(({ id }) => id),
    );
  }
  return marked.length;
}

/** Counts a reminder, unless another process has done so. */
function mark(tx: Transaction, claims: readonly RowPlace[], reminders: number): Promise<RowPlace[]> {
  return forEachShard(
    tx,
    claims,
    (isOneOf) => sql<RowPlace>`
      update claims set reminders = ${reminders} where ${isOneOf()} and reminders < ${reminders}
      returning raffle_id as "raffleId", id
    `,
  );
}

/** Of several claims of an entry, one mail is of all. */
async function queueReminders(tx: Transaction, raffleId: string, claimIds: readonly string[]): Promise<void> {
  await sql`
    insert into mails (raffle_id, id, kind, entry_id, language, claim_id)
    select distinct on (claims.entry_id)
      ${raffleId}::uuid, gen_random_uuid(), ${CLAIM_REMINDER}, entries.id, entries.language, claims.id
    from claims join entries on entries.raffle_id = ${raffleId} and entries.id = claims.entry_id
    where claims.raffle_id = ${raffleId} and claims.id = any (${[...claimIds]}::uuid[]) and email_key is not null
      and exists (select 1 from draw_mailings where draw_mailings.raffle_id = ${raffleId} and kind = 'drawn')
    order by claims.entry_id, claims.id
  `.execute(tx);
}
