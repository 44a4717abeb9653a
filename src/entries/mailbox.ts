import { mailboxOf } from "#src/contact/mailbox.ts";
import type { Transaction } from "#src/db/transaction.ts";

type PerMailbox = { readonly entriesPerMailbox: string };

/**
 * The stored mailbox of an entry whose e-mail changes: nothing where it stays, null where a mailbox may have any number
 * of entries. New entries get theirs where they are inserted (submit/insert-entries.ts).
 */
export function mailboxFor(
  { entriesPerMailbox }: PerMailbox,
  { emailKey }: { readonly emailKey?: string | null },
): { readonly mailbox?: string | null } {
  if (emailKey === undefined) return {};
  return { mailbox: emailKey === null || entriesPerMailbox === "any" ? null : mailboxOf(emailKey) };
}

/** How many entries a mailbox may have in the raffle. The caller keeps its row from being changed (holdUnlocked). */
export function readPerMailbox(tx: Transaction, raffleId: string): Promise<PerMailbox> {
  return tx.selectFrom("raffles").select("entriesPerMailbox").where("id", "=", raffleId).executeTakeFirstOrThrow();
}
