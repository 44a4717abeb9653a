import type { ContactScope, EntrantScope } from "#src/access/scope.ts";
import { type Clock, HOUR_MS } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { fieldErrors } from "#src/base/text.ts";
import type { Database } from "#src/db/connect.ts";
import { noteEntryChanges } from "#src/db/sharding/instead-of-triggers.ts";
import { raffleIdForLookup } from "#src/db/sharding/sharded.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { holdUnlocked } from "#src/raffles/list-lock.ts";
import { findRaffle } from "#src/raffles/read.ts";
import type { ActionPolicy, StrangersLimits } from "#src/rate-limits/strangers-limits.ts";
import { lockEntry } from "../read.ts";
import { type EntrantChanges, entryChanges } from "../schema.ts";
import { writeTicks } from "../write.ts";
import {
  type Correction,
  type CorrectionDeps,
  type CorrectionRefusal,
  checkCorrection,
  writeCorrection,
} from "./correct-contact.ts";
import { takenBy } from "./edit-entry.ts";

type Deps = CorrectionDeps & { readonly db: Database; readonly clock: Clock; readonly limits: StrangersLimits };

/**
 * Changes of ticks and wishes. Each is a line of a log that nobody may shorten. Nobody ticks and wishes sixty times an
 * hour, and a town on one network has ten such people.
 */
const CHANGE_ENTRY: ActionPolicy = {
  action: "change entry",
  network: { free: 600, windowMs: HOUR_MS, doublesAfter: 200 },
  subject: { free: 60, windowMs: HOUR_MS, doublesAfter: 20 },
  site: { free: 20_000, windowMs: HOUR_MS, doublesAfter: 5000 },
};

/** Who changes an entry: whoever has its code, and who has proved its phone or e-mail too. */
type Entrant = { readonly entrant: EntrantScope; readonly contact: ContactScope | null };

type EntryChangeRefusal = Refusal<"too-late" | "contact-required" | "phone-taken" | "email-taken"> | CorrectionRefusal;

/**
 * Changes an entry as its entrant sent it, from the entry's page or the API: ticks and wishes, how its person is named
 * if they win, and their phone and e-mail. All that was sent is changed, or nothing.
 *
 * @param body the untrusted body, of any shape
 * @returns whether anything changed; refusals: `invalid-fields`, `entry-not-found`, `too-late` (after the due date or
 *   the list's lock), `challenge-required`; for phone and e-mail also `contact-required`, `phone-taken`,
 *   `email-taken`, `contact-changed-often`
 */
export async function changeEntryFrom(
  deps: Deps,
  { entrant, contact }: Entrant,
  body: unknown,
): Promise<Outcome<{ changed: boolean }, EntryChangeRefusal>> {
  const parsed = entryChanges.safeParse(body);
  if (!parsed.success) return refuse({ reason: "invalid-fields", fields: fieldErrors(parsed.error) });
  const { phone, email, ...changes } = parsed.data;
  if (phone === undefined && email === undefined) {
    const { limits, address, solution } = deps;
    const admitted = await limits.admit({ policy: CHANGE_ENTRY, address, subjects: [entrant.entryId] }, solution);
    if (!admitted.ok) return admitted;
    return inTransaction(deps.db, (tx) => changeEntry(tx, entrant, changes, deps.clock));
  }
  if (!contact) return refuse({ reason: "contact-required" });
  const open = await lockEntry(deps.db, entrant);
  if (open && !open.open) return refuse({ reason: "too-late" });
  const checked = await checkCorrection(deps.db, deps, contact, { phone, email });
  if (!checked.ok) return checked;
  try {
    return await inTransaction(deps.db, async (tx) => {
      const ticked = await changeEntry(tx, contact, changes, deps.clock);
      return ticked.ok ? correct(tx, contact, { correction: checked.value, ...ticked.value }, deps.clock) : ticked;
    });
  } catch (error) {
    const taken = takenBy(error);
    if (!taken) throw error;
    deps.robots.countRefused(deps.address);
    return taken;
  }
}

async function correct(
  tx: Transaction,
  scope: ContactScope,
  { correction, changed }: { readonly correction: Correction | null; readonly changed: boolean },
  clock: Clock,
) {
  if (!correction) return accept({ changed });
  const written = await writeCorrection(tx, scope, correction, clock);
  return written.ok ? accept({ changed: true }) : written;
}

async function changeEntry(
  tx: Transaction,
  scope: EntrantScope,
  changes: Omit<EntrantChanges, "phone" | "email">,
  clock: Clock,
): Promise<Outcome<{ changed: boolean }, Refusal<"entry-not-found" | "too-late" | "invalid-fields">>> {
  const held = await holdUnlocked(tx, scope.raffleId, { by: "entrant" });
  if (!held.ok) return refuse({ reason: "too-late" });
  const before = await lockEntry(tx, scope);
  const raffle = before && (await findRaffle(tx, scope.raffleId));
  if (!before || !raffle) return refuse({ reason: "entry-not-found" });
  if (!before.open) return refuse({ reason: "too-late" });
  const ticks = await writeTicks(tx, { raffle, before, ...scope, by: "entrant" }, changes, clock);
  if (!ticks.ok) return ticks;
  const { namedByTicket = before.namedByTicket } = changes;
  const renamed = namedByTicket !== before.namedByTicket;
  if (renamed) {
    await tx
      .updateTable("entries")
      .set({ namedByTicket, updatedAt: clock() })
      .where("raffleId", "=", raffleIdForLookup(tx, scope.raffleId))
      .where("id", "=", scope.entryId)
      .execute();
    await noteEntryChanges(tx, scope.raffleId, [scope.entryId]);
  }
  return accept({ changed: renamed || ticks.value !== null });
}
