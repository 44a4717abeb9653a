import { sql } from "kysely";
import { recordChange } from "#src/access/audit/audit.ts";
import type { ContactScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { FieldMessages, Refusal } from "#src/base/refusal.ts";
import { normaliseEmail } from "#src/contact/email.ts";
import { normalisePhone } from "#src/contact/phone.ts";
import type { Reader } from "#src/db/connect.ts";
import { noteEntryChanges, noteEntryStates } from "#src/db/sharding/instead-of-triggers.ts";
import { raffleIdForLookup } from "#src/db/sharding/sharded.ts";
import type { Transaction } from "#src/db/transaction.ts";
import type { Language } from "#src/i18n/languages.ts";
import { queueMail } from "#src/mail/write.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { mailboxFor, readPerMailbox } from "../mailbox.ts";
import { CONTACT_CHANGED } from "../mails/contact-changed.ts";
import { ENTRY_RECEIPT } from "../mails/receipts.ts";
import type { RobotCheck } from "../robots/robot-check.ts";

/** A few typing mistakes, and a mistake in mending them. Each change mails somebody. */
const A_DAY = 5;

export type CorrectionDeps = {
  readonly robots: Pick<RobotCheck, "admit" | "countRefused">;
  readonly defaultRegion: string;
  /** The client's address. */
  readonly address: string;
  /** The solution of a puzzle, if one was sent along. */
  readonly solution: unknown;
};

/** The phone and e-mail of an entry as its entrant wants them, with their keys in the raffle. */
export type Correction = {
  readonly phone: string;
  readonly email: string;
  readonly phoneKey: string | null;
  readonly emailKey: string | null;
  /** Whether this network may still cause receipts. */
  readonly receipt: boolean;
};

export type CorrectionRefusal =
  | Refusal<"entry-not-found" | "invalid-fields" | "contact-changed-often">
  | ChallengeRefusal;

/**
 * Checks a corrected phone and e-mail, before anything is written. What stays as it is needs no right format: a paper
 * slip may lack it. A correction counts as an entry does, so it reveals no more of who else is in than entering.
 *
 * @returns null if it changes nothing; refusals: `entry-not-found`, `invalid-fields`, `challenge-required`
 */
export async function checkCorrection(
  reader: Reader,
  deps: CorrectionDeps,
  scope: ContactScope,
  typed: { readonly phone?: string | undefined; readonly email?: string | undefined },
): Promise<Outcome<Correction | null, CorrectionRefusal>> {
  const stored = await findStored(reader, scope);
  if (!stored) return refuse({ reason: "entry-not-found" });
  const { phone = stored.phone, email = stored.email } = typed;
  if (phone === stored.phone && email === stored.email) return accept(null);
  const phoneKey = phone === stored.phone ? stored.phoneKey : normalisePhone(phone, deps.defaultRegion);
  const emailKey = email === stored.email ? stored.emailKey : normaliseEmail(email);
  const fields: FieldMessages = {
    ...(phone !== stored.phone && phoneKey === null && { phone: [{ key: phone ? "phoneInvalid" : "phoneRequired" }] }),
    ...(email !== stored.email && emailKey === null && { email: [{ key: email ? "emailInvalid" : "emailRequired" }] }),
  };
  if (Object.keys(fields).length > 0) return refuse({ reason: "invalid-fields", fields });
  const { raffleId } = scope;
  const { entryCode } = stored;
  const admitted = await deps.robots.admit({ address: deps.address, raffleId, entryCode }, { altcha: deps.solution });
  return admitted.ok ? accept({ phone, email, phoneKey, emailKey, ...admitted.value }) : admitted;
}

/**
 * Writes a checked correction, in the transaction that has locked the entry. The address as it was is notified, and a
 * new one gets the receipt.
 *
 * @returns refusals: `entry-not-found`, `contact-changed-often`
 * @throws the violation of a unique constraint, if another entry has the phone or the e-mail
 */
export async function writeCorrection(
  tx: Transaction,
  scope: ContactScope,
  { receipt, ...correction }: Correction,
  clock: Clock,
): Promise<Outcome<void, Refusal<"entry-not-found" | "contact-changed-often">>> {
  const stored = await findStored(tx, scope);
  if (!stored) return refuse({ reason: "entry-not-found" });
  if ((await changesOfToday(tx, scope)) >= A_DAY) return refuse({ reason: "contact-changed-often" });
  const { raffleId, entryId } = scope;
  await noteEntryStates(tx, raffleId, [entryId]);
  await tx
    .updateTable("entries")
    .set({
      ...correction,
      ...mailboxFor(await readPerMailbox(tx, raffleId), correction),
      ...(correction.emailKey !== stored.emailKey && { confirmedAt: null }),
      updatedAt: clock(),
    })
    .where("raffleId", "=", raffleIdForLookup(tx, raffleId))
    .where("id", "=", entryId)
    .execute();
  await noteEntryChanges(tx, raffleId, [entryId]);
  const { phone, email, language } = stored;
  const change = {
    action: "update-entry" as const,
    subject: stored.entryCode,
    entryId,
    before: { phone, email },
    after: { phone: correction.phone, email: correction.email },
  };
  const id = await recordChange(tx, scope, change, clock);
  const concern = { raffleId, entryId, language };
  // The mail finds the address as it was in the log, by its id: erased with the entry, it is stored nowhere else.
  await queueMail(tx, { ...concern, kind: CONTACT_CHANGED, id });
  if (receipt && correction.emailKey !== stored.emailKey) await queueMail(tx, { ...concern, kind: ENTRY_RECEIPT });
  return accept(undefined);
}

async function findStored(reader: Reader, { raffleId, entryId }: ContactScope) {
  return reader
    .selectFrom("entries")
    .select(["entryCode", "phone", "email", "phoneKey", "emailKey", "language"])
    .where("raffleId", "=", raffleIdForLookup(reader, raffleId))
    .where("id", "=", entryId)
    .$narrowType<{ language: Language }>()
    .executeTakeFirst();
}

/** How often the phone or e-mail was corrected in the last 24 hours. */
async function changesOfToday(tx: Transaction, { raffleId, entryId }: ContactScope): Promise<number> {
  const { count } = await tx
    .selectFrom("mails")
    .select((eb) => eb.cast<number>(eb.fn.countAll(), "integer").as("count"))
    .where("raffleId", "=", raffleId)
    .where("entryId", "=", entryId)
    .where("kind", "=", CONTACT_CHANGED)
    .where("createdAt", ">", sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return count;
}
