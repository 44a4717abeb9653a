import type { Selectable } from "kysely";
import { recordChange } from "#src/access/audit/audit.ts";
import type { EntrantScope, OrganiserScope } from "#src/access/scope.ts";
import { canonicalJson } from "#src/base/canonical-json.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { fieldErrors } from "#src/base/text.ts";
import type { Database } from "#src/db/connect.ts";
import { noteEntryChanges, noteEntryStates } from "#src/db/sharding/instead-of-triggers.ts";
import { raffleIdForLookup } from "#src/db/sharding/sharded.ts";
import { violatedConstraint } from "#src/db/sharding/violated-constraint.ts";
import type { DB } from "#src/db/tables.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import type { Language } from "#src/i18n/languages.ts";
import { holdUnlocked, type ListLocked } from "#src/raffles/list-lock.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { type PersonDetails, personOf } from "../fields.ts";
import { mailboxFor } from "../mailbox.ts";
import { changerOf, type FormerEntry, queueChangedByOther } from "../mails/changed-by-other.ts";
import { paperEmailKey, paperPhoneKey } from "../paper/paper-contact.ts";
import { organiserSources } from "../paper/paper-sources.ts";
import { type EntryChanges, type EntryInfo, entryEdit } from "../schema.ts";
import { type Ticks, ticksOf, writeTicks } from "../write.ts";

type Deps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly defaultRegion: string;
  /** The site's secret, which seals the former address for its mail. */
  readonly secret: Uint8Array;
};

/** The organiser's scope of the raffle, and the entry that the page's address names. */
type Edit = { readonly organiser: OrganiserScope; readonly entry: EntrantScope };

export type EditRefusal = Refusal<"entry-not-found" | "invalid-fields" | "phone-taken" | "email-taken"> | ListLocked;

/**
 * Changes an entry for its raffle's organiser, also after the due date, until its list is locked: the person's details,
 * ticks and wishes. It makes all changes or none, and records them in the audit log.
 *
 * @param body the untrusted body, of any shape
 * @returns nothing; refusals: `entry-not-found`, `invalid-fields`, `phone-taken`, `email-taken`,
 *   `list-locked`
 */
export async function editEntry(deps: Deps, edit: Edit, body: unknown): Promise<Outcome<void, EditRefusal>> {
  const parsed = entryEdit.safeParse(body);
  if (!parsed.success) return refuse({ reason: "invalid-fields", fields: fieldErrors(parsed.error) });
  const { rules, wishes, notes, ...info } = parsed.data;
  const keys = personKeys(info, deps.defaultRegion);
  try {
    return await inTransaction(deps.db, (tx) =>
      writeEdit(tx, deps, edit, { info, keys, ticks: { rules, wishes, notes } }),
    );
  } catch (error) {
    const taken = takenBy(error);
    if (taken) return taken;
    throw error;
  }
}

type InfoChanges = { readonly [Name in keyof EntryInfo]?: EntryInfo[Name] | undefined };
type PersonKeys = { readonly phoneKey?: string | null; readonly emailKey?: string | null };

/** The uniqueness keys of the phone and the e-mail, if they were sent. */
function personKeys({ phone, email }: InfoChanges, region: string): PersonKeys {
  return {
    ...(phone !== undefined && { phoneKey: paperPhoneKey(phone, region) }),
    ...(email !== undefined && { emailKey: paperEmailKey(email) }),
  };
}

async function writeEdit(
  tx: Transaction,
  { clock, secret }: Deps,
  edit: Edit,
  changes: { readonly info: InfoChanges; readonly keys: PersonKeys; readonly ticks: EntryChanges },
): Promise<Outcome<void, EditRefusal>> {
  const held = await holdUnlocked(tx, edit.organiser.raffleId, { by: "shop" });
  if (!held.ok) return held;
  const row = await lockForEdit(tx, edit);
  const raffle = row && (await findRaffle(tx, row.raffleId));
  if (!row || !raffle) return refuse({ reason: "entry-not-found" });
  const { sources: source = row.source, ...person } = changes.info;
  // An entry may keep a source that the raffle no longer names.
  if (source !== "" && source !== row.source && !organiserSources(raffle).includes(source)) {
    return refuse({ reason: "invalid-fields", fields: { sources: [{ key: "sourceUnknown" }] } });
  }
  const before = { info: infoOf(row), ticks: ticksOf(row) };
  // All checks come before the first write, except the constraints, whose violation rolls back the transaction.
  const ticks = await writeTicks(
    tx,
    { raffle, ...edit.entry, before: before.ticks, by: "organiser" },
    changes.ticks,
    clock,
  );
  if (!ticks.ok) return ticks;
  const info = infoOf({ ...row, ...person, source });
  const infoChanged = canonicalJson(info) !== canonicalJson(before.info);
  if (infoChanged) {
    await noteEntryStates(tx, row.raffleId, [row.id]);
    await tx
      .updateTable("entries")
      .set({
        ...info,
        ...changes.keys,
        ...mailboxFor(raffle, changes.keys),
        ...(info.email !== before.info.email && retyped(clock)),
        updatedAt: clock(),
      })
      .where("raffleId", "=", raffleIdForLookup(tx, row.raffleId))
      .where("id", "=", edit.entry.entryId)
      .execute();
    await noteEntryChanges(tx, row.raffleId, [row.id]);
    if (info.email !== before.info.email || info.phone !== before.info.phone) {
      const by = await changerOf(tx, edit.organiser);
      await queueChangedByOther(tx, secret, formerOf(row), { what: "contact", by });
    }
  }
  if (infoChanged || ticks.value) {
    const change = {
      action: "update-entry" as const,
      subject: row.entryCode,
      entryId: row.id,
      before: { ...(infoChanged && before.info), ...(ticks.value && recordedTicks(before.ticks)) },
      after: { ...(infoChanged && info), ...(ticks.value && recordedTicks(ticks.value)) },
    };
    await recordChange(tx, edit.organiser, change, clock);
  }
  return accept(undefined);
}

/** An entry's row as it was, for the mail to its former address. */
function formerOf(row: Selectable<DB["entries"]>): FormerEntry {
  return {
    ...{ raffleId: row.raffleId, entryCode: row.entryCode },
    ...{ email: row.email, language: row.language as Language },
    isTyped: row.networkHash === null || row.retypedAt !== null,
    isOpened: row.selfOpenedAt !== null,
    isConfirmed: row.confirmedAt !== null,
  };
}

/** From now on somebody else typed the address, and its person has not opened the entry. */
function retyped(clock: Clock) {
  return { retypedAt: clock(), selfOpenedAt: null, confirmedAt: null };
}

/** Ticks that wait for the shop are recorded once it decides. */
function recordedTicks({ doneRules, wishes }: Ticks) {
  return { doneRules, wishes };
}

/** The entry's row, locked; undefined if it is gone or belongs to another raffle than the organiser's. */
async function lockForEdit(tx: Transaction, { organiser, entry }: Edit) {
  return tx
    .selectFrom("entries")
    .selectAll()
    .where("raffleId", "=", raffleIdForLookup(tx, organiser.raffleId))
    .where("raffleId", "=", raffleIdForLookup(tx, entry.raffleId))
    .where("id", "=", entry.entryId)
    .forUpdate()
    .executeTakeFirst();
}

function infoOf(row: PersonDetails & { readonly source: string }) {
  return { ...personOf(row), source: row.source };
}

/** The refusal for a phone or e-mail that another entry of the raffle has; null for any other error. */
export function takenBy(error: unknown) {
  switch (violatedConstraint(error)) {
    case "entries_phone_unique":
      return refuse({ reason: "phone-taken", fields: { phone: [{ key: "phoneTaken" }] } } as const);
    case "entries_email_unique":
    case "entries_mailbox_unique":
      return refuse({ reason: "email-taken", fields: { email: [{ key: "emailTaken" }] } } as const);
    default:
      return null;
  }
}
