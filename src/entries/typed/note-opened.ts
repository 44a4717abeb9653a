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
 * @param address the visitor's
 */
export async function noteEntryOpened(
  { db, clock, limits }: Deps,
  scope: ContactScope,
  address: string,
): Promise<void> {
  const entry = await readTypedEntry(db, scope);
  if (!entry || mailsEntrant(entry, "none") === "own") return;
  const admitted = await limits.admit({ policy: OPEN_TYPED, address, subjects: [scope.raffleId] }, null);
  if (admitted.ok) await note(db, scope, { selfOpenedAt: clock() });
}

/**
 * Notes that somebody came to an entry by the link of a mail. Only the mailbox has it, so whoever typed the address,
 * its holder takes part.
 */
export async function noteMailboxConfirmed(
  { db, clock }: Pick<Deps, "db" | "clock">,
  scope: ContactScope,
): Promise<void> {
  const entry = await readTypedEntry(db, scope);
  if (!entry || entry.isConfirmed) return;
  const at = clock();
  await note(db, scope, { confirmedAt: at, ...(entry.isTyped && !entry.isOpened && { selfOpenedAt: at }) });
}

async function note(
  db: Database,
  { raffleId, entryId }: ContactScope,
  at: { readonly selfOpenedAt?: Date; readonly confirmedAt?: Date },
): Promise<void> {
  await db
    .updateTable("entries")
    .set(at)
    .where("raffleId", "=", raffleIdForLookup(db, raffleId))
    .where("id", "=", entryId)
    .execute();
}
