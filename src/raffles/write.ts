import { sql } from "kysely";
import { hashAccessCode, newAccessCode } from "#src/access/access-code.ts";
import type { AccountScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { randomCode, UPPERCASE_LETTERS_AND_DIGITS } from "#src/base/codes.ts";
import { newId } from "#src/base/ids.ts";
import type { Transaction } from "#src/db/transaction.ts";
import type { Banner } from "./banner.ts";
import type { Prize, PrizeInput, RaffleInput, RaffleRule, RuleInput } from "./schema.ts";

const RAFFLE_CODE_LENGTH = 8;

/** What an organiser is shown after creating, the access code for the only time. */
export type CreatedRaffle = { readonly id: string; readonly codeId: string; readonly accessCode: string };

/** A raffle code as the organiser sees it: 8 of A–Z and 0–9. */
export function newRaffleCode(): string {
  return randomCode(UPPERCASE_LETTERS_AND_DIGITS, RAFFLE_CODE_LENGTH);
}

/**
 * Stores a raffle with its prizes, rules and banner, whole or not at all.
 *
 * @param given.secret the key of the access code's hash
 * @param given.owner the account that it shall belong to, if any
 * @returns the codes; the access code is not kept anywhere in the clear
 */
export async function createRaffle(
  tx: Transaction,
  input: RaffleInput,
  given: { codeId: string; banner: Banner; secret: Uint8Array; clock: Clock; owner?: AccountScope | null | undefined },
): Promise<CreatedRaffle> {
  const { prizes, rules, ...raffle } = input;
  const id = newId();
  const { codeId, clock } = given;
  const accessCode = newAccessCode();
  const now = clock();
  const ownerId = given.owner?.userId ?? null;
  const accessCodeHash = hashAccessCode(given.secret, id, accessCode);
  await tx
    .insertInto("raffles")
    .values({ ...raffle, id, codeId, accessCodeHash, ownerId, createdAt: now, updatedAt: now })
    .execute();
  await tx
    .insertInto("raffleBanners")
    .values({ raffleId: id, ...given.banner, updatedAt: now })
    .execute();
  await insertPrizes(tx, id, prizes);
  await insertRules(tx, id, rules);
  return { id, codeId, accessCode };
}

async function insertPrizes(tx: Transaction, raffleId: string, prizes: readonly PrizeInput[]): Promise<void> {
  const rows = prizes.map((prize) => ({ ...prize, raffleId, id: newId() }));
  if (rows.length > 0) await tx.insertInto("prizes").values(rows).execute();
}

async function insertRules(tx: Transaction, raffleId: string, rules: readonly RuleInput[]): Promise<void> {
  const rows = rules.map((rule) => ({ ...rule, raffleId, id: newId() }));
  if (rows.length > 0) await tx.insertInto("rules").values(rows).execute();
}

/** Makes these a raffle's prizes: rows whose id it has are changed, others made, and those not among them deleted. */
export async function replacePrizes(tx: Transaction, raffleId: string, prizes: readonly Prize[]): Promise<void> {
  // Two prizes may swap their codes: they are compared when all are in place.
  await sql`set constraints prizes_prize_code_unique deferred`.execute(tx);
  const ids = prizes.map((prize) => prize.id);
  await tx
    .deleteFrom("prizes")
    .where("raffleId", "=", raffleId)
    .$if(ids.length > 0, (query) => query.where("id", "not in", ids))
    .execute();
  if (ids.length === 0) return;
  await tx
    .insertInto("prizes")
    .values(prizes.map((prize) => ({ ...prize, raffleId })))
    .onConflict((conflict) =>
      conflict.columns(["raffleId", "id"]).doUpdateSet(({ ref }) => ({
        prizeCode: ref("excluded.prizeCode"),
        name: ref("excluded.name"),
        details: ref("excluded.details"),
        worth: ref("excluded.worth"),
        numberOfWinners: ref("excluded.numberOfWinners"),
        orderNumber: ref("excluded.orderNumber"),
      })),
    )
    .execute();
}

/** Makes these a raffle's rules, as `replacePrizes` does with prizes. */
export async function replaceRules(tx: Transaction, raffleId: string, rules: readonly RaffleRule[]): Promise<void> {
  const ids = rules.map((rule) => rule.id);
  await tx
    .deleteFrom("rules")
    .where("raffleId", "=", raffleId)
    .$if(ids.length > 0, (query) => query.where("id", "not in", ids))
    .execute();
  if (ids.length === 0) return;
  await tx
    .insertInto("rules")
    .values(rules.map((rule) => ({ ...rule, raffleId })))
    .onConflict((conflict) =>
      conflict.columns(["raffleId", "id"]).doUpdateSet(({ ref }) => ({
        number: ref("excluded.number"),
        details: ref("excluded.details"),
        drops: ref("excluded.drops"),
      })),
    )
    .execute();
}
