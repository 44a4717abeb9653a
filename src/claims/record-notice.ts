import { z } from "zod";
import { recordChange } from "#src/access/audit/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { fieldErrors, requiredText } from "#src/base/text.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { parseTimestamp } from "#src/raffles/wall-clock.ts";
import { CLAIM_LIMITS, MAX_NOTICES, NOTICE_WAYS } from "./limits.ts";

/** Untrusted: how a winner was notified by hand. */
export type SentNotice = {
  readonly claimId: string;
  /** Made with the form: what is sent twice is written down once. */
  readonly noticeId: string;
  readonly way: string;
  /** The number, the address or the person. */
  readonly reached: string;
  /** What was said, or the letter's number. */
  readonly answer: string;
  /** When, in the site's time zone; empty for now. */
  readonly at: string;
};

export type NoticeRefusal = Refusal<"claim-not-found" | "invalid-fields" | "too-many-notices">;

/**
 * Writes down how the organiser notified a winner: by a call, a text, a registered letter or a visit. Stored as proof.
 *
 * @returns refusals: `invalid-fields`, `claim-not-found`, `too-many-notices`
 */
export async function recordNotice(
  { db, clock, config: { timeZone } }: { db: Database; clock: Clock; config: { readonly timeZone: string } },
  scope: OrganiserScope,
  { claimId, noticeId, ...sent }: SentNotice,
): Promise<Outcome<void, NoticeRefusal>> {
  const now = clock();
  const parsed = z
    .object({
      way: z.enum(NOTICE_WAYS, { error: "optionInvalid" }),
      reached: requiredText(CLAIM_LIMITS.reached, "noticeReachedRequired"),
      answer: requiredText(CLAIM_LIMITS.noticeAnswer, "noticeAnswerRequired"),
      at: z
        .string()
        .transform((typed) => (typed.trim() === "" ? now : parseTimestamp(typed, timeZone)))
        .refine((at) => at !== null && at <= now, { error: "noticeTimeInvalid" })
        .transform((at) => at ?? now),
    })
    .safeParse(sent);
  if (!parsed.success) return refuse({ reason: "invalid-fields", fields: fieldErrors(parsed.error) });
  if (!isId(claimId) || !isId(noticeId)) return refuse({ reason: "claim-not-found" });
  const { raffleId } = scope;
  return inTransaction(db, async (tx) => {
    const claim = await tx
      .selectFrom("claims")
      .select(["prizeCode", "ticket", "entryId"])
      .where("raffleId", "=", raffleId)
      .where("id", "=", claimId)
      .forUpdate()
      .executeTakeFirst();
    if (!claim) return refuse({ reason: "claim-not-found" });
    const { count } = await tx
      .selectFrom("claimNotices")
      .select((eb) => eb.fn.countAll<string>().as("count"))
      .where("raffleId", "=", raffleId)
      .where("claimId", "=", claimId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_NOTICES) return refuse({ reason: "too-many-notices" });
    const written = await tx
      .insertInto("claimNotices")
      .values({ raffleId, claimId, id: noticeId, actor: scope.actor, ...parsed.data })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (Number(written.numInsertedOrUpdatedRows) === 0) return accept(undefined);
    const { entryId, ...held } = claim;
    const { way, at } = parsed.data;
    const change = { subject: claim.prizeCode, entryId, before: null, after: { ...held, way, at } };
    await recordChange(tx, scope, { action: "record-notice", ...change }, clock);
    return accept(undefined);
  });
}
