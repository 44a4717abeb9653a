import { recordChange } from "#src/access/audit.ts";
import type { EntrantScope, OrganiserScope } from "#src/access/scope.ts";
import { canonicalJson } from "#src/base/canonical-json.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { fieldErrors } from "#src/base/text.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { normaliseEmail } from "./email.ts";
import { normalisePhone } from "./phone.ts";
import { type EntryChanges, type EntryInfo, entryEdit } from "./schema.ts";
import { writeTicks } from "./write.ts";

type Given = { readonly db: Database; readonly clock: Clock; readonly defaultRegion: string };

/** The organiser's proof for the raffle, and the entry that the page's address names. */
type Edit = { readonly organiser: OrganiserScope; readonly entry: EntrantScope };

export type EditRefusal = Refusal<"entry-not-found" | "invalid-fields" | "phone-taken" | "email-taken">;

/**
 * Changes an entry as its raffle's organiser, also after the due date: details of its person, its ticks and wishes, all
 * that is asked for or nothing. What changed is in the audit log.
 *
 * @param body what was sent: nothing about its shape is assumed
 */
export async function editEntry(given: Given, edit: Edit, body: unknown): Promise<Outcome<void, EditRefusal>> {
  const parsed = entryEdit.safeParse(body);
  if (!parsed.success) return refuse({ reason: "invalid-fields", fields: fieldErrors(parsed.error) });
  const { rules, wishes, notes, ...info } = parsed.data;
  const keys = personKeys(info, given.defaultRegion);
  if (!keys.ok) return keys;
  try {
    return await inTransaction(given.db, (tx) =>
      writeEdit(tx, given, edit, { info, keys: keys.value, ticks: { rules, wishes, notes } }),
    );
  } catch (error) {
    const taken = takenBy(error);
    if (taken) return taken;
    throw error;
  }
}

type InfoChanges = { readonly [Name in keyof EntryInfo]?: EntryInfo[Name] | undefined };
type PersonKeys = { readonly phoneKey?: string; readonly emailKey?: string };

/** The keys by which the phone and the e-mail that are sent are unique in a raffle. */
function personKeys({ phone, email }: InfoChanges, region: string): Outcome<PersonKeys, Refusal<"invalid-fields">> {
  const phoneKey = phone === undefined ? undefined : phoneKeyOf(phone, region);
  if (phoneKey === null) return refuse({ reason: "invalid-fields", fields: { phone: [{ key: "phoneInvalid" }] } });
  const emailKey = email === undefined ? undefined : (normaliseEmail(email) ?? email.replace(/\s+/g, "").toLowerCase());
  if (emailKey !== undefined && emailKey.length < 3) {
    return refuse({ reason: "invalid-fields", fields: { email: [{ key: "emailInvalid" }] } });
  }
  return accept({ ...(phoneKey && { phoneKey }), ...(emailKey && { emailKey }) });
}

async function writeEdit(
  tx: Transaction,
  { clock }: Given,
  edit: Edit,
  changes: { readonly info: InfoChanges; readonly keys: PersonKeys; readonly ticks: EntryChanges },
): Promise<Outcome<void, EditRefusal>> {
  const row = await lockForEdit(tx, edit);
  const raffle = row && (await findRaffle(tx, row.raffleId));
  if (!row || !raffle) return refuse({ reason: "entry-not-found" });
  const { sources: source = row.source, ...person } = changes.info;
  // A source that the raffle no longer names may stay with those who came by it.
  if (source !== row.source && !raffle.sources.includes(source)) {
    return refuse({ reason: "invalid-fields", fields: { sources: [{ key: "sourceUnknown" }] } });
  }
  const before = { info: infoOf(row), ticks: { doneRules: row.doneRules, wishes: row.wishes } };
  // Whatever refuses a value stands before the first write, but for the constraints, which undo all of it.
  const ticks = await writeTicks(tx, { raffle, ...edit.entry, before: before.ticks }, changes.ticks, clock);
  if (!ticks.ok) return ticks;
  const info = infoOf({ ...row, ...person, source });
  const infoChanged = canonicalJson(info) !== canonicalJson(before.info);
  if (infoChanged) {
    await tx
      .updateTable("entries")
      .set({ ...info, ...changes.keys, updatedAt: clock() })
      .where("raffleId", "=", row.raffleId)
      .where("id", "=", edit.entry.entryId)
      .execute();
  }
  if (infoChanged || ticks.value) {
    const change = {
      action: "update-entry",
      subject: row.entryCode,
      entryId: row.id,
      before: { ...(infoChanged && before.info), ...(ticks.value && before.ticks) },
      after: { ...(infoChanged && info), ...ticks.value },
    };
    await recordChange(tx, edit.organiser, change, clock);
  }
  return accept(undefined);
}

/** The entry's row, locked; none where it is gone, or is of another raffle than the organiser's. */
async function lockForEdit(tx: Transaction, { organiser, entry }: Edit) {
  return tx
    .selectFrom("entries")
    .selectAll()
    .where("raffleId", "=", organiser.raffleId)
    .where("raffleId", "=", entry.raffleId)
    .where("id", "=", entry.entryId)
    .forUpdate()
    .executeTakeFirst();
}

function infoOf(row: Omit<EntryInfo, "sources"> & { readonly source: string }) {
  const { firstName, lastName, address, phone, email, facebook, instagram, source } = row;
  return { firstName, lastName, address, phone, email, facebook, instagram, source };
}

/** A number that nobody can call is known by its digits, so that two entries with it are still two of one. */
function phoneKeyOf(typed: string, region: string): string | null {
  const digits = typed.replace(/\D/g, "");
  return normalisePhone(typed, region) ?? (digits.length >= 3 && digits.length <= 17 ? `+${digits}` : null);
}

function takenBy(error: unknown) {
  switch ((error as { constraint?: unknown } | null)?.constraint) {
    case "entries_phone_unique":
      return refuse({ reason: "phone-taken", fields: { phone: [{ key: "phoneTaken" }] } } as const);
    case "entries_email_unique":
      return refuse({ reason: "email-taken", fields: { email: [{ key: "emailTaken" }] } } as const);
    default:
      return null;
  }
}
