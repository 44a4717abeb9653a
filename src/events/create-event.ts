import type { AccountScope, TokenScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { type Outcome, refuse } from "#src/base/outcome.ts";
import type { FieldMessages, Refusal } from "#src/base/refusal.ts";
import { fieldErrors } from "#src/base/text.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { CountedVisitor } from "#src/rate-limits/visitor.ts";
import { CREATE_EVENT } from "./action-limits.ts";
import type { OwnAddress } from "./rules.ts";
import { eventInput } from "./schema.ts";
import { readShownCode, type ShownCode } from "./shown-code.ts";
import { type CreatedEvent, createEvent, type IdentifierRefusal, identifierTaken } from "./write.ts";

/** The refusals for an invalid event. */
export type EventFieldsRefusal = Refusal<"event-fields-required" | "invalid-fields">;

/**
 * Creates an event from a request of the form or the API.
 *
 * @param deps.owner the signed-in account, which will own the event; null for none
 * @param body the request's untrusted body, of any shape
 * @param shown the code that the form showed; replaced if we did not draw it or it is in use by now
 */
export async function createEventFrom(
  deps: {
    readonly db: Database;
    readonly clock: Clock;
    readonly secret: Uint8Array;
    readonly config: OwnAddress;
    readonly owner?: AccountScope | TokenScope | null;
  } & CountedVisitor,
  body: unknown,
  shown: ShownCode | null,
): Promise<Outcome<CreatedEvent, EventFieldsRefusal | IdentifierRefusal | ChallengeRefusal>> {
  const parsed = eventInput(deps.config).safeParse(body);
  if (!parsed.success) return refuse(invalidEvent(fieldErrors(parsed.error)));
  const admitted = await deps.limits.admit({ policy: CREATE_EVENT, address: deps.address }, deps.solution);
  if (!admitted.ok) return admitted;
  const code = shown && readShownCode(deps.secret, shown);
  try {
    return await inTransaction(deps.db, (tx) => createEvent(tx, parsed.data, { ...deps, code }));
  } catch (error) {
    const taken = identifierTaken(error);
    if (taken) return taken;
    throw error;
  }
}

const MISSING: ReadonlySet<string> = new Set(["titleRequired", "linkRequired"]);

/** The specification has one message for all missing fields. Each wrong field has its own. */
export function invalidEvent(fields: FieldMessages): EventFieldsRefusal {
  const missing = Object.values(fields).some((messages) => messages.some(({ key }) => MISSING.has(key)));
  return { reason: missing ? "event-fields-required" : "invalid-fields", fields };
}
