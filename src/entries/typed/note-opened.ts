import type { ContactScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import type { Database } from "#src/db/connect.ts";
import { raffleIdForLookup } from "#src/db/sharding/sharded.ts";
import type { StrangersLimits } from "#src/rate-limits/strangers-limits.ts";
import { OPEN_TYPED } from "./limits.ts";
import { readTypedEntry } from "./read.ts";
import { mailsEntrant } from "./rules.ts";

type Deps = { readonly db: Database; readonly clock: Clock; readonly limits: Pick<StrangersLimits, "admit"> };

/**
 * Notes that the entrant of a typed address opened the entry, so that the site mails them from now on. Openings of one
 * network or raffle past OPEN_TYPED change nothing: its organiser may open what he typed.
 *
 * @param address the visitor's; null for whoever came by the link of a mail, which only the mailbox has
 */
export async function noteEntryOpened(
  { db, clock, limits }: Deps,
  scope: ContactScope,
  address: string | null,
): Promise<void> {
  const entry = await readTypedEntry(db, scope);
  if (!entry || mailsEntrant(entry, "none") === "own") return;
  const { raffleId, entryId } = scope;
  if (address !== null) {
    const admitted = await limits.admit({ policy: OPEN_TYPED, address, subjects: [raffleId] }, null);
    if (!admitted.ok) return;
  }
  await db
    .updateTable("entries")
    .set({ selfOpenedAt: clock() })
    .where("raffleId", "=", raffleIdForLookup(db, raffleId))
    .where("id", "=", entryId)
    .execute();
}
