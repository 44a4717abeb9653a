import { hashAccessCode, newAccessCode } from "#src/access/access-code.ts";
import { recordChange } from "#src/access/audit.ts";
import type { AccountScope, EventScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { randomCode, UPPERCASE_LETTERS_AND_DIGITS } from "#src/base/codes.ts";
import { newId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { findEvent, isRaffleCode } from "./read.ts";
import type { EventInput } from "./schema.ts";

const EVENT_CODE_LENGTH = 6;

/** What an organiser is shown after creating, the access code for the only time. */
export type CreatedEvent = { readonly id: string; readonly code: string; readonly accessCode: string };

export type IdentifierRefusal = Refusal<"raffle-identifier-taken">;

/** An event code: 6 of A–Z and 0–9. */
export function newEventCode(): string {
  return randomCode(UPPERCASE_LETTERS_AND_DIGITS, EVENT_CODE_LENGTH);
}

/**
 * Stores an event.
 *
 * @param given.code the code that the organiser was shown; another is drawn where that one is an event's already
 * @returns the codes; the access code is not kept anywhere in the clear
 * @throws the database's error for a raffle identifier that another event has: see `identifierTaken`
 */
export async function createEvent(
  tx: Transaction,
  input: EventInput,
  given: { code: string; secret: Uint8Array; clock: Clock; owner?: AccountScope | null | undefined },
): Promise<Outcome<CreatedEvent, IdentifierRefusal>> {
  if (await isRaffleCode(tx, input.raffleIdentifier)) return TAKEN;
  const id = newId();
  const accessCode = newAccessCode();
  const accessCodeHash = hashAccessCode(given.secret, id, accessCode);
  const now = given.clock();
  const ownerId = given.owner?.userId ?? null;
  for (let { code } = given; ; code = newEventCode()) {
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
 * Changes an event to what it shall be, and says so in the audit log.
 *
 * @param change.version the version that was changed; where none is named, whatever is there gives way
 * @returns the new version, or the old one where nothing differs
 * @throws as `createEvent`
 */
export async function updateEvent(
  tx: Transaction,
  scope: EventScope,
  change: { readonly version: number | null; readonly event: EventInput },
  clock: Clock,
): Promise<Outcome<{ version: number }, Refusal<"event-not-found" | "event-conflict"> | IdentifierRefusal>> {
  const { eventId } = scope;
  await tx.selectFrom("events").select("id").where("id", "=", eventId).forUpdate().execute();
  const stored = await findEvent(tx, eventId);
  if (!stored) return refuse({ reason: "event-not-found" });
  if (change.version !== null && change.version !== stored.version) {
    return refuse({ reason: "event-conflict", fields: { version: [{ key: "eventConflict" }] } });
  }
  const names = Object.keys(change.event) as (keyof EventInput)[];
  const changed = names.filter((name) => change.event[name] !== stored[name]);
  if (changed.length === 0) return accept({ version: stored.version });
  if (changed.includes("raffleIdentifier") && (await isRaffleCode(tx, change.event.raffleIdentifier))) return TAKEN;
  const version = stored.version + 1;
  await tx
    .updateTable("events")
    .set({ ...change.event, version, updatedAt: clock() })
    .where("id", "=", eventId)
    .execute();
  const pick = (from: EventInput) => Object.fromEntries(changed.map((name) => [name, from[name]]));
  const entry = { action: "edit-event", subject: stored.code, before: pick(stored), after: pick(change.event) };
  await recordChange(tx, scope, entry, clock);
  return accept({ version });
}

const TAKEN = refuse({
  reason: "raffle-identifier-taken",
  fields: { raffleIdentifier: [{ key: "raffleIdentifierTaken" }] },
} as const);

/** The refusal that an error of the database means: another event has the raffle identifier. Null for other errors. */
export function identifierTaken(error: unknown): typeof TAKEN | null {
  const constraint = (error as { constraint?: unknown } | null)?.constraint;
  return constraint === "events_raffle_identifier_unique" ? TAKEN : null;
}
