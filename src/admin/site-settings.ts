import { recordChange } from "#src/access/audit/audit.ts";
import type { AdminScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { readMailTyped } from "#src/entries/typed/read.ts";
import type { MailTyped } from "#src/entries/typed/rules.ts";

/** Decides whose organisers may have people mailed whose addresses they typed. Records the admin who decided. */
export async function setMailTyped(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  admin: AdminScope,
  mailTyped: MailTyped,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.selectFrom("siteSettings").select("onlyRow").forUpdate().execute();
    const before = await readMailTyped(tx);
    if (before === mailTyped) return;
    await tx.updateTable("siteSettings").set({ mailTyped }).execute();
    const change = { action: "set-mail-typed" as const, subject: mailTyped };
    await recordChange(tx, admin, { ...change, before: { mailTyped: before }, after: { mailTyped } }, clock);
  });
}
