import type { EventScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { fieldErrors } from "#src/base/text.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { type EventFieldsRefusal, invalidEvent } from "./create-event.ts";
import { findEvent } from "./read.ts";
import type { OwnAddress } from "./rules.ts";
import { eventInput } from "./schema.ts";
import { type IdentifierRefusal, identifierTaken, updateEvent } from "./write.ts";

export type EditEventRefusal = Refusal<"event-not-found" | "event-conflict"> | EventFieldsRefusal | IdentifierRefusal;

/**
 * Takes what an organiser sent to change an event, from the form or the API. What is left out stays as it is.
 *
 * @param body what was sent: nothing about its shape is assumed
 * @param version the version that was changed, or what was sent in its place; undefined where none was named
 */
export async function editEventFrom(
  given: { db: Database; clock: Clock; config: OwnAddress },
  scope: EventScope,
  body: unknown,
  version: unknown,
): Promise<Outcome<{ version: number }, EditEventRefusal>> {
  const named = version === undefined ? null : Number(version);
  if (named !== null && (!Number.isInteger(named) || named < 1)) {
    return refuse({ reason: "invalid-fields", fields: { version: [{ key: "eventVersionInvalid" }] } });
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return refuse({ reason: "invalid-fields", fields: { "": [{ key: "bodyInvalid" }] } });
  }
  const stored = await findEvent(given.db, scope.eventId);
  if (!stored) return refuse({ reason: "event-not-found" });
  const parsed = eventInput(given.config).safeParse({ ...stored, ...body });
  if (!parsed.success) return refuse(invalidEvent(fieldErrors(parsed.error)));
  try {
    const change = { version: named, event: parsed.data };
    return await inTransaction(given.db, (tx) => updateEvent(tx, scope, change, given.clock));
  } catch (error) {
    const taken = identifierTaken(error);
    if (taken) return taken;
    throw error;
  }
}
