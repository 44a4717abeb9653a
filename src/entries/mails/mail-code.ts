import { HOUR_MS } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { normaliseEmail } from "#src/contact/email.ts";
import type { Database } from "#src/db/connect.ts";
import { raffleIdForLookup } from "#src/db/sharding/sharded.ts";
import { inTransaction } from "#src/db/transaction.ts";
import type { Language } from "#src/i18n/languages.ts";
import { queueMail } from "#src/mail/write.ts";
import { findRaffleId } from "#src/raffles/read.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { ActionPolicy } from "#src/rate-limits/strangers-limits.ts";
import type { CountedVisitor } from "#src/rate-limits/visitor.ts";
import { ENTRY_CODE } from "./receipts.ts";

/** A family on one phone asks a few times. How many mails an address gets is limited besides (receipts.ts). */
const MAIL_CODE: ActionPolicy = {
  action: "mail code",
  network: { free: 10, windowMs: HOUR_MS, doublesAfter: 5 },
  site: { free: 600, windowMs: HOUR_MS, doublesAfter: 200 },
};

export type MailCodeRefusal = Refusal<"raffle-not-found" | "invalid-fields"> | ChallengeRefusal;

/**
 * Mails the code of an entry again, to the address that it was made with. The answer does not reveal whether there is
 * such an entry: only the mailbox is.
 *
 * @param asked.language the language of the page on which it was asked for
 * @returns nothing; refusals: see MailCodeRefusal
 */
export async function mailCodeAgain(
  { db, limits, address, solution }: CountedVisitor & { readonly db: Database },
  asked: { readonly raffle: string; readonly email: string; readonly language: Language },
): Promise<Outcome<void, MailCodeRefusal>> {
  const emailKey = normaliseEmail(asked.email);
  if (emailKey === null) {
    const key = asked.email.trim() === "" ? "emailRequired" : "emailInvalid";
    return refuse({ reason: "invalid-fields", fields: { email: [{ key }] } });
  }
  const raffleId = await findRaffleId(db, asked.raffle);
  if (!raffleId) return refuse({ reason: "raffle-not-found" });
  const admitted = await limits.admit({ policy: MAIL_CODE, address, bound: { raffleId } }, solution);
  if (!admitted.ok) return admitted;
  await inTransaction(db, async (tx) => {
    const entry = await tx
      .selectFrom("entries")
      .select("id")
      .where("raffleId", "=", raffleIdForLookup(tx, raffleId))
      .where("emailKey", "=", emailKey)
      .executeTakeFirst();
    if (!entry) return;
    await queueMail(tx, { kind: ENTRY_CODE, raffleId, entryId: entry.id, language: asked.language });
  });
  return accept(undefined);
}
