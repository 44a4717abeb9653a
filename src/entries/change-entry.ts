import type { EntrantScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { type Outcome, refuse } from "#src/base/outcome.ts";
import { fieldErrors } from "#src/base/text.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { entryChanges } from "./schema.ts";
import { changeEntry, type EntryChangeRefusal } from "./write.ts";

/**
 * Changes an entry's ticks and wishes as its entrant sent them, from the entry's page or the API.
 *
 * @param body the untrusted body, of any shape
 * @returns whether anything changed; refusals: `invalid-fields`, and those of `changeEntry`
 */
export async function changeEntryFrom(
  deps: { db: Database; clock: Clock },
  scope: EntrantScope,
  body: unknown,
): Promise<Outcome<{ changed: boolean }, EntryChangeRefusal>> {
  const parsed = entryChanges.safeParse(body);
  if (!parsed.success) return refuse({ reason: "invalid-fields", fields: fieldErrors(parsed.error) });
  return inTransaction(deps.db, (tx) => changeEntry(tx, scope, parsed.data, deps.clock));
}
