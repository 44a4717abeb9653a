import type { AccountScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { type Outcome, refuse } from "#src/base/outcome.ts";
import type { FieldMessages, Refusal } from "#src/base/refusal.ts";
import { fieldErrors } from "#src/base/text.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import type { OwnAddress } from "./rules.ts";
import { eventInput } from "./schema.ts";
import { type CreatedEvent, createEvent, type IdentifierRefusal, identifierTaken, newEventCode } from "./write.ts";

/** Why what was sent is no event. */
export type EventFieldsRefusal = Refusal<"event-fields-required" | "invalid-fields">;

/**
 * Takes what an organiser sent to create an event, from the form or the API.
 *
 * @param body what was sent: nothing about its shape is assumed
 * @param given.owner the account that the event shall belong to, if somebody is signed in
 * @param shownCode the code that the form showed, drawn by us; what is no code, or an event's already, gives way to another
 */
export async function createEventFrom(
  given: { db: Database; clock: Clock; secret: Uint8Array; config: OwnAddress; owner?: AccountScope | null },
  body: unknown,
  shownCode: string | null,
): Promise<Outcome<CreatedEvent, EventFieldsRefusal | IdentifierRefusal>> {
  const parsed = eventInput(given.config).safeParse(body);
  if (!parsed.success) return refuse(invalidEvent(fieldErrors(parsed.error)));
  const code = shownCode !== null && /^[A-Z0-9]{6}$/.test(shownCode) ? shownCode : newEventCode();
  try {
    return await inTransaction(given.db, (tx) => createEvent(tx, parsed.data, { ...given, code }));
  } catch (error) {
    const taken = identifierTaken(error);
    if (taken) return taken;
    throw error;
  }
}

const MISSING: ReadonlySet<string> = new Set(["titleRequired", "linkRequired"]);

/** The specification has one sentence for whatever is missing; what is there but wrong is named by its own. */
export function invalidEvent(fields: FieldMessages): EventFieldsRefusal {
  const missing = Object.values(fields).some((messages) => messages.some(({ key }) => MISSING.has(key)));
  return { reason: missing ? "event-fields-required" : "invalid-fields", fields };
}
