import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { recordChange } from "#src/access/audit/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { fieldErrors, optionalText } from "#src/base/text.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { CLAIM_LIMITS, CLAIM_WAYS, type ClaimWays } from "./limits.ts";

/** What an organiser asks of winners. It is no part of the plan, and may change after the lock. */
export type ClaimSettings = {
  readonly ways: ClaimWays;
  /** Where and when prizes can be picked up; may be empty, and have several lines. */
  readonly pickUp: string;
  /** A question of the organiser's own; empty for none. */
  readonly question: string;
  /** Whether winners must show a picture of their ID. */
  readonly needsId: boolean;
  /** Whether the account that owns the raffle is mailed when winners claim or give up. */
  readonly tellsOwner: boolean;
  /** The shop's thanks to everybody, on the public pages. */
  readonly thanks: string;
};

const LINES = { lines: true };

const sentSettings = z.object({
  ways: z.enum(CLAIM_WAYS, { error: "optionInvalid" }),
  pickUp: optionalText(CLAIM_LIMITS.pickUp, LINES),
  question: optionalText(CLAIM_LIMITS.question),
  needsId: z.boolean(),
  tellsOwner: z.boolean(),
  thanks: optionalText(CLAIM_LIMITS.thanks, LINES),
});

/** What an organiser asks who has set nothing. */
const USUAL: ClaimSettings = { ways: "both", pickUp: "", question: "", needsId: false, tellsOwner: true, thanks: "" };

/** What the organiser of a raffle asks of its winners. Public, for whoever wins may be anybody. */
export async function readClaimSettings(reader: Reader, raffleId: string): Promise<ClaimSettings> {
  const row = await reader
    .selectFrom("claimSettings")
    .select(["ways", "pickUp", "question", "needsId", "tellsOwner", "thanks"])
    .where("raffleId", "=", raffleId)
    .executeTakeFirst();
  return row ? { ...row, ways: CLAIM_WAYS.find((way) => way === row.ways) ?? USUAL.ways } : USUAL;
}

/**
 * Stores what an organiser asks of winners. The log of changes keeps what was asked before.
 *
 * @param sent untrusted
 * @returns refusal: `invalid-fields`
 */
export async function editClaimSettings(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  scope: OrganiserScope,
  sent: Readonly<Record<keyof ClaimSettings, unknown>>,
): Promise<Outcome<void, Refusal<"invalid-fields">>> {
  const parsed = sentSettings.safeParse(sent);
  if (!parsed.success) return refuse({ reason: "invalid-fields", fields: fieldErrors(parsed.error) });
  const { raffleId } = scope;
  return inTransaction(db, async (tx) => {
    const { codeId: subject } = await tx
      .selectFrom("raffles")
      .select("codeId")
      .where("id", "=", raffleId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const before = await readClaimSettings(tx, raffleId);
    // Nobody can shorten the log of changes, so it gets nothing of a form that changes nothing.
    if (isDeepStrictEqual(before, parsed.data)) return accept(undefined);
    await tx
      .insertInto("claimSettings")
      .values({ raffleId, ...parsed.data })
      .onConflict((conflict) => conflict.column("raffleId").doUpdateSet(parsed.data))
      .execute();
    await recordChange(tx, scope, { action: "edit-claim-settings", subject, before, after: parsed.data }, clock);
    return accept(undefined);
  });
}

/** The thanks of shops to everybody, by the ids of their raffles; raffles without any are missing. */
export async function readThanks(reader: Reader, raffleIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (raffleIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom("claimSettings")
    .select(["raffleId", "thanks"])
    .where("raffleId", "in", raffleIds)
    .where("thanks", "<>", "")
    .execute();
  return new Map(rows.map(({ raffleId, thanks }) => [raffleId, thanks]));
}
