import type { EventScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { fieldErrors, readNumber } from "#src/base/text.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { CountedVisitor } from "#src/rate-limits/visitor.ts";
import { EDIT_EVENT } from "./action-limits.ts";
import { type EventFieldsRefusal, invalidEvent } from "./create-event.ts";
import { findEditableEvent } from "./read.ts";
import type { OwnAddress } from "./rules.ts";
import { eventInput } from "./schema.ts";
import { type IdentifierRefusal, identifierTaken, updateEvent } from "./write.ts";

export type EditEventRefusal =
  | Refusal<"event-not-found" | "event-conflict">
  | EventFieldsRefusal
  | IdentifierRefusal
  | ChallengeRefusal;

/**
 * Changes an event from a request of the form or the API. Fields that are not sent stay as they are.
 *
 * @param body the request's untrusted body, of any shape
 * @param version the version that the edit is based on, untrusted; undefined for the present one
 * @returns the event's version after the edit
 */
export async function editEventFrom(
  deps: { readonly db: Database; readonly clock: Clock; readonly config: OwnAddress } & CountedVisitor,
  scope: EventScope,
  body: unknown,
  version: unknown,
): Promise<Outcome<{ version: number }, EditEventRefusal>> {
  const named = version === undefined ? undefined : readNumber(version);
  if (named !== undefined && (!Number.isInteger(named) || named < 1)) {
    return refuse({ reason: "invalid-fields", fields: { version: [{ key: "eventVersionInvalid" }] } });
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return refuse({ reason: "invalid-fields", fields: { "": [{ key: "bodyInvalid" }] } });
  }
  const stored = await findEditableEvent(deps.db, scope.eventId);
  if (!stored) return refuse({ reason: "event-not-found" });
  const parsed = eventInput(deps.config).safeParse({ ...stored, ...body });
  if (!parsed.success) return refuse(invalidEvent(fieldErrors(parsed.error)));
  const { limits, address, solution } = deps;
  const admitted = await limits.admit({ policy: EDIT_EVENT, address, subjects: [scope.eventId] }, solution);
  if (!admitted.ok) return admitted;
  try {
    // Fields that were not sent are as read above: who saves between that and the change is overwritten by neither.
    const change = { version: named ?? stored.version, event: parsed.data };
    return await inTransaction(deps.db, (tx) => updateEvent(tx, scope, change, deps.clock));
  } catch (error) {
    const taken = identifierTaken(error);
    if (taken) return taken;
    throw error;
  }
}
