import { recordChange } from "#src/access/audit/audit.ts";
import { hashAccessCode, newAccessCode } from "#src/access/codes/access-code.ts";
import type { AccountScope, EventScope, TokenScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { CODE_LENGTHS } from "#src/base/code-formats.ts";
import { CLEAR_LETTERS_AND_DIGITS, randomCode } from "#src/base/codes.ts";
import { newId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { violatedConstraint } from "#src/db/sharding/violated-constraint.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { drawUnusedCode, isRaffleOrRetiredCode } from "#src/db/used-codes.ts";
import { findEditableEvent } from "./read.ts";
import type { EventInput } from "./schema.ts";

/** The codes of a new event for its organiser. The access code cannot be read again. */
export type CreatedEvent = { readonly id: string; readonly code: string; readonly accessCode: string };

export type IdentifierRefusal = Refusal<"raffle-identifier-taken">;

/** An event code: 6 of A–Z and 2–9 without I and O. */
export function newEventCode(): string {
  return randomCode(CLEAR_LETTERS_AND_DIGITS, CODE_LENGTHS.event);
}

/**
 * Stores an event.
 *
 * @param deps.code the code that the form showed, drawn by us; if null or already in use, another is drawn
 * @returns the codes; the access code is stored only as a hash
 * @throws the database's error if another event has the raffle identifier: see `identifierTaken`
 */
export async function createEvent(
  tx: Transaction,
  input: EventInput,
  deps: { code: string | null; secret: Uint8Array; clock: Clock; owner?: AccountScope | TokenScope | null | undefined },
): Promise<Outcome<CreatedEvent, IdentifierRefusal>> {
  if (await isRaffleOrRetiredCode(tx, input.raffleIdentifier)) return TAKEN;
  const id = newId();
  const accessCode = newAccessCode();
  const accessCodeHash = hashAccessCode(deps.secret, id, accessCode);
  const now = deps.clock();
  const ownerId = deps.owner?.userId ?? null;
  let shown = deps.code;
  const draw = () => {
    const code = shown ?? newEventCode();
    shown = null;
    return code;
  };
  for (;;) {
    const code = await drawUnusedCode(tx, draw);
    const inserted = await tx
      .insertInto("events")
      .values({ ...input, id, code, accessCodeHash, ownerId, createdAt: now, updatedAt: now })
      .onConflict((conflict) => conflict.column("code").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (inserted) return accept({ id, code, accessCode });
  }
}

/**
 * Replaces an event's fields and records the change in the audit log.
 *
 * @param change.version the version that the edit is based on
 * @returns the new version, or the present one if nothing differs; refuses with `event-conflict` for an older version
 * @throws as `createEvent`
 */
export async function updateEvent(
  tx: Transaction,
  scope: EventScope,
  change: { readonly version: number; readonly event: EventInput },
  clock: Clock,
): Promise<Outcome<{ version: number }, Refusal<"event-not-found" | "event-conflict"> | IdentifierRefusal>> {
  const { eventId } = scope;
  await tx.selectFrom("events").select("id").where("id", "=", eventId).forUpdate().execute();
  const stored = await findEditableEvent(tx, eventId);
  if (!stored) return refuse({ reason: "event-not-found" });
  const names = Object.keys(change.event) as (keyof EventInput)[];
  const changed = names.filter((name) => change.event[name] !== stored[name]);
  // An unchanged event is no conflict, for example when a client repeats a request whose response was lost.
  if (changed.length === 0) return accept({ version: stored.version });
  if (change.version !== stored.version) {
    return refuse({ reason: "event-conflict", fields: { version: [{ key: "eventConflict" }] } });
  }
  const isClaimed = changed.includes("raffleIdentifier");
  if (isClaimed && (await isRaffleOrRetiredCode(tx, change.event.raffleIdentifier))) return TAKEN;
  const version = stored.version + 1;
  await tx
    .updateTable("events")
    .set({ ...change.event, version, updatedAt: clock() })
    .where("id", "=", eventId)
    .execute();
  const pick = (from: EventInput) => Object.fromEntries(changed.map((name) => [name, from[name]]));
  const entry = {
    action: "edit-event" as const,
    subject: stored.code,
    before: pick(stored),
    after: pick(change.event),
  };
  await recordChange(tx, scope, entry, clock);
  return accept({ version });
}

const TAKEN = refuse({
  reason: "raffle-identifier-taken",
  fields: { raffleIdentifier: [{ key: "raffleIdentifierTaken" }] },
} as const);

/** The refusal for a database error that says another event has the raffle identifier. Null for other errors. */
export function identifierTaken(error: unknown): typeof TAKEN | null {
  return violatedConstraint(error) === "events_raffle_identifier_unique" ? TAKEN : null;
}
