import { recordChange } from "#src/access/audit/audit.ts";
import { decideEventAsAdmin } from "#src/access/organiser.ts";
import type { AdminScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";

/**
 * Switches an event off or on, for an admin. While off, its pages say that there is none, and its raffle identifier
 * does not work. Its codes and links stay stored, so it can be switched on again. The present state is no change.
 *
 * @returns the event's title, or the refusal `event-not-found`
 */
export async function switchEvent(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  admin: AdminScope,
  code: string,
  to: "on" | "off",
): Promise<Outcome<{ readonly title: string }, Refusal<"event-not-found">>> {
  return inTransaction(db, async (tx) => {
    const scope = await decideEventAsAdmin(tx, admin, code);
    if (!scope.ok) return scope;
    const event = await tx
      .selectFrom("events")
      .select(["code", "title", "switchedOffAt"])
      .where("id", "=", scope.value.eventId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const { title } = event;
    const switchedOff = to === "off";
    const was = { switchedOff: event.switchedOffAt !== null };
    if (was.switchedOff === switchedOff) return accept({ title });
    await tx
      .updateTable("events")
      .set({ switchedOffAt: switchedOff ? clock() : null })
      .where("id", "=", scope.value.eventId)
      .execute();
    const action = switchedOff ? "switch-event-off" : "switch-event-on";
    const change = { subject: event.code, before: was, after: { switchedOff } };
    await recordChange(tx, scope.value, { action, ...change }, clock);
    return accept({ title });
  });
}
