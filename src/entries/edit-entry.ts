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
import { type EntryInfo, entryChanges, entryInfo, type Wish } from "./schema.ts";
import { writeTicks } from "./write.ts";

type Given = { readonly db: Database; readonly clock: Clock; readonly defaultRegion: string };

/** The organiser's proof for the raffle, and the entry that the page's address names. */
type Edit = { readonly organiser: OrganiserScope; readonly entry: EntrantScope };

export type EditRefusal = Refusal<"entry-not-found" | "invalid-fields" | "phone-taken" | "email-taken">;

/**
 * Corrects the person of an entry, as its raffle's organiser, at any time. What changed is in the audit log.
 *
 * @param body what was sent: nothing about its shape is assumed
 */
export async function editEntryInfo(given: Given, edit: Edit, body: unknown): Promise<Outcome<void, EditRefusal>> {
  const parsed = entryInfo.safeParse(body);
  if (!parsed.success) return refuse({ reason: "invalid-fields", fields: fieldErrors(parsed.error) });
  const { phone, email } = parsed.data;
  const phoneKey = phoneKeyOf(phone, given.defaultRegion);
  if (!phoneKey) return refuse({ reason: "invalid-fields", fields: { phone: [{ key: "phoneInvalid" }] } });
  const emailKey = normaliseEmail(email) ?? email.replace(/\s+/g, "").toLowerCase();
  if (emailKey.length < 3) return refuse({ reason: "invalid-fields", fields: { email: [{ key: "emailInvalid" }] } });
  try {
    return await inTransaction(given.db, (tx) => writeInfo(tx, given, edit, { ...parsed.data, phoneKey, emailKey }));
  } catch (error) {
    const taken = takenBy(error);
    if (taken) return taken;
    throw error;
  }
}

/**
 * Changes the ticks or wishes of an entry, as its raffle's organiser, also after the due date.
 *
 * @param body as an entrant's change
 */
export async function editEntryTicks(given: Given, edit: Edit, body: unknown): Promise<Outcome<void, EditRefusal>> {
  const parsed = entryChanges.safeParse(body);
  if (!parsed.success) return refuse({ reason: "invalid-fields", fields: fieldErrors(parsed.error) });
  return inTransaction(given.db, async (tx) => {
    const row = await lockForEdit(tx, edit);
    const raffle = row && (await findRaffle(tx, row.raffleId));
    if (!row || !raffle) return refuse({ reason: "entry-not-found" });
    const before = { doneRules: row.doneRules, wishes: row.wishes as unknown as Wish[] };
    const after = await writeTicks(tx, { raffle, ...edit.entry, before }, parsed.data, given.clock);
    if (!after.ok) return after;
    if (after.value) {
      const change = { action: "update-entry", subject: row.entryCode, before, after: after.value };
      await recordChange(tx, edit.organiser, change, given.clock);
    }
    return accept(undefined);
  });
}

async function writeInfo(
  tx: Transaction,
  { clock }: Given,
  edit: Edit,
  { sources: source, ...person }: EntryInfo & { phoneKey: string; emailKey: string },
): Promise<Outcome<void, EditRefusal>> {
  const row = await lockForEdit(tx, edit);
  const raffle = row && (await findRaffle(tx, row.raffleId));
  if (!row || !raffle) return refuse({ reason: "entry-not-found" });
  // A source that the raffle no longer names may stay with those who came by it.
  if (source !== row.source && !raffle.sources.includes(source)) {
    return refuse({ reason: "invalid-fields", fields: { sources: [{ key: "sourceUnknown" }] } });
  }
  const before = infoOf(row);
  const after = infoOf({ ...person, source });
  if (canonicalJson(before) === canonicalJson(after)) return accept(undefined);
  await tx
    .updateTable("entries")
    .set({ ...person, source, updatedAt: clock() })
    .where("raffleId", "=", row.raffleId)
    .where("id", "=", edit.entry.entryId)
    .execute();
  await recordChange(tx, edit.organiser, { action: "update-entry", subject: row.entryCode, before, after }, clock);
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
