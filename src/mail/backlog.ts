import type { ExpressionBuilder } from "kysely";
import type { DB } from "#src/db/tables.ts";
import type { Transaction } from "#src/db/transaction.ts";

/** No new batch while this many mails of a mailing wait for their first attempt: others wait behind these only. */
const ENOUGH_UNTRIED = 200;

/** Limit of all that wait: for a retry when the mail server accepts none, or for a day with room. */
const MAX_WAITING = 5000;

/**
 * Whether the outbox has enough mails of a mailing, so that who fills it writes no further batch for now.
 *
 * @param isOfMailing the condition on a row of `mails`; an index begins with it
 */
export async function hasBacklog(
  tx: Transaction,
  isOfMailing: (eb: ExpressionBuilder<DB, "mails">) => ReturnType<ExpressionBuilder<DB, "mails">["and"]>,
): Promise<boolean> {
  const { untried, waiting } = await tx
    .selectFrom("mails")
    .select(({ fn }) => [
      fn.countAll<number>().as("waiting"),
      fn.countAll<number>().filterWhere("attempts", "=", 0).as("untried"),
    ])
    .where(isOfMailing)
    .where("state", "in", ["waiting", "deferred"])
    .executeTakeFirstOrThrow();
  return untried >= ENOUGH_UNTRIED || waiting >= MAX_WAITING;
}
