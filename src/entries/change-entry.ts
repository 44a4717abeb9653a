import type { EntrantScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { type Outcome, refuse } from "#src/base/outcome.ts";
import { fieldErrors } from "#src/base/text.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { entryChanges } from "./schema.ts";
import { changeEntry, type EntryChangeRefusal } from "./write.ts";

/**
 * Takes what an entrant sent to change an entry's ticks and wishes, from the entry's page or the API.
 *
 * @param body what was sent: nothing about its shape is assumed
 */
export async function changeEntryFrom(
  given: { db: Database; clock: Clock },
  scope: EntrantScope,
  body: unknown,
): Promise<Outcome<{ changed: boolean }, EntryChangeRefusal>> {
  const parsed = entryChanges.safeParse(body);
  if (!parsed.success) return refuse({ reason: "invalid-fields", fields: fieldErrors(parsed.error) });
  return inTransaction(given.db, (tx) => changeEntry(tx, scope, parsed.data, given.clock));
}
