import { sql } from "kysely";
import { newId } from "#src/base/ids.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { IS_TYPED, readTypedMail } from "#src/entries/typed/read.ts";
import { mostInMailing } from "#src/entries/typed/rules.ts";

/** To whoever comes to hold a prize. */
export const PRIZE_WON = "prize-won";

/** To whoever holds a prize no more. */
export const PRIZE_REPLACED = "prize-replaced";

/** To a winner of whom the organiser says that they withdrew, or disqualifies them: before anything follows. */
export const REPLACEMENT_ANNOUNCED = "replacement-announced";

/** To the same winner, once the organiser took that back. */
export const REPLACEMENT_TAKEN_BACK = "replacement-taken-back";

/** Whom a mail about a claim reaches: not who was left out, unless they came to it by themselves. */
export const IS_CLAIM_MAILED = sql<boolean>`(claims.is_mailed or claims.opened_at is not null)`;

/** Whether a mail about a claim can be sent: its entry has an address, and those of its draw are mailed. */
export const IS_CLAIM_REACHED = sql<boolean>`(email_key is not null and ${IS_CLAIM_MAILED} and exists (
  select from draw_mailings where draw_mailings.raffle_id = claims.raffle_id and kind = 'drawn'
))`;

/**
 * Has every entrant of a raffle mailed that its list is locked, in the lock's transaction. Changes of its plan that
 * wait for others are mailed now: none can follow.
 */
export async function beginLockMailing(tx: Transaction, raffleId: string, lockedAt: Date): Promise<void> {
  await tx
    .updateTable("drawMailings")
    .set({ state: "filling" })
    .where("raffleId", "=", raffleId)
    .where("state", "=", "collecting")
    .execute();
  await tx
    .insertInto("drawMailings")
    .values({ raffleId, id: newId(), kind: "list-locked", state: "filling", begunAt: lockedAt })
    .execute();
}

/**
 * Has all who hold no prize mailed the result, in the draw's transaction. A raffle whose lock was not mailed is a
 * demonstration: nobody is mailed about it, then or later.
 */
export async function beginDrawnMailing(tx: Transaction, raffleId: string, drawnAt: Date): Promise<void> {
  await sql`
    insert into draw_mailings (raffle_id, id, kind, state, begun_at)
    select raffle_id, ${newId()}, 'drawn', 'filling', ${drawnAt}
    from draw_mailings where raffle_id = ${raffleId} and kind = 'list-locked'
  `.execute(tx);
}

/**
 * Mails those who came to hold prizes at a time, in the transaction that makes them holders. An entry that came to hold
 * several gets one mail for all of them. After `beginDrawnMailing`, on which it depends. Of those whose addresses
 * somebody else typed, the first that the rule allows are mailed; the desk says how many were left out.
 *
 * @param since of `addHolders`
 */
export async function mailNewHolders(tx: Transaction, raffleId: string, since: Date): Promise<void> {
  const { typedMail } = await readTypedMail(tx, raffleId);
  // An erased entry counts as a typed one, or whoever erases those who were mailed could have others mailed.
  await sql`
    update claims set is_mailed = false
    from (
      select claims.id, row_number() over (order by claims.id) as place
      from claims left join entries on entries.raffle_id = ${raffleId} and entries.id = claims.entry_id
      where claims.raffle_id = ${raffleId} and ${IS_TYPED}
    ) as typed
    where claims.raffle_id = ${raffleId} and claims.id = typed.id and held_since = ${since} and place > ${mostInMailing(typedMail)}
  `.execute(tx);
  await sql`
    insert into mails (raffle_id, id, kind, entry_id, language, claim_id)
    select distinct on (claims.entry_id) ${raffleId}, gen_random_uuid(), ${PRIZE_WON}, entries.id, entries.language, claims.id
    from claims
    join entries on entries.raffle_id = ${raffleId} and entries.id = claims.entry_id
    where claims.raffle_id = ${raffleId} and held_since = ${since} and gone_at is null and email_key is not null and is_mailed
      and not exists (select from mails where mails.raffle_id = ${raffleId} and mails.claim_id = claims.id)
      and exists (select from draw_mailings where raffle_id = ${raffleId} and kind = 'drawn')
    order by claims.entry_id, claims.id
  `.execute(tx);
}

/**
 * Mails the winner of a prize about their claim, in the transaction of what it reports. What it says is read when it is
 * sent (src/claims/mails).
 */
export async function mailAboutClaim(
  tx: Transaction,
  { raffleId, claimId, kind }: { readonly raffleId: string; readonly claimId: string; readonly kind: string },
): Promise<void> {
  await sql`
    insert into mails (raffle_id, id, kind, entry_id, language, claim_id)
    select entries.raffle_id, ${newId()}, ${kind}, entries.id, entries.language, claims.id
    from claims join entries on entries.raffle_id = claims.raffle_id and entries.id = claims.entry_id
    where claims.raffle_id = ${raffleId} and claims.id = ${claimId} and ${IS_CLAIM_REACHED}
  `.execute(tx);
}
