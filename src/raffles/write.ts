import { sql } from "kysely";
import { hashAccessCode, newAccessCode } from "#src/access/codes/access-code.ts";
import type { AccountScope, TokenScope } from "#src/access/scope.ts";
import { addFirstOwner } from "#src/access/team/members.ts";
import type { Clock } from "#src/base/clock.ts";
import { CODE_LENGTHS } from "#src/base/code-formats.ts";
import { CLEAR_LETTERS_AND_DIGITS, randomCode } from "#src/base/codes.ts";
import { newId } from "#src/base/ids.ts";
import { notifyRaffleChange } from "#src/db/sharding/instead-of-triggers.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { recordOf } from "./fields.ts";
import type { EntriesFrom } from "./lifecycle/entries-from.ts";
import type { Banner } from "./pictures/banner-format.ts";
import type { ShopPicture } from "./pictures/shop-picture.ts";
import { PRIZE_FIELD_NAMES, RULE_FIELD_NAMES } from "./row-fields.ts";
import type { Prize, PrizeInput, RaffleInput, RaffleRule, RuleInput } from "./schema.ts";
import { lockAtOf } from "./timeline/timeline.ts";

/** The codes of a new raffle for its organiser. The access code cannot be read again. */
export type CreatedRaffle = { readonly id: string; readonly codeId: string; readonly accessCode: string };

/** A new raffle code: 8 of A–Z and 2–9 without I and O. */
export function newRaffleCode(): string {
  return randomCode(CLEAR_LETTERS_AND_DIGITS, CODE_LENGTHS.raffle);
}

/**
 * Stores a raffle with its prizes, rules and banner, in the caller's transaction.
 *
 * @param deps.secret the key of the access code's hash
 * @param deps.known the id and the access code, where they are not to be random
 * @param deps.owner the account that will own the raffle, if any
 * @returns the codes; the access code is stored only as a hash
 */
export async function createRaffle(
  tx: Transaction,
  input: RaffleInput & { readonly logo: string },
  deps: {
    readonly codeId: string;
    readonly banner: Banner | null;
    readonly pictures: readonly ShopPicture[];
    readonly secret: Uint8Array;
    readonly clock: Clock;
    readonly owner?: AccountScope | TokenScope | null | undefined;
    readonly entriesFrom?: EntriesFrom;
    readonly known?: Pick<CreatedRaffle, "id" | "accessCode"> | null;
  },
): Promise<CreatedRaffle> {
  const { prizes, rules, ...raffle } = input;
  const { codeId, clock } = deps;
  const { id, accessCode } = deps.known ?? { id: newId(), accessCode: newAccessCode() };
  const now = clock();
  const accessCodeHash = hashAccessCode(deps.secret, id, accessCode);
  await tx
    .insertInto("raffles")
    .values({
      ...raffle,
      id,
      codeId,
      accessCodeHash,
      lockAt: lockAtOf(raffle),
      entriesFrom: deps.entriesFrom ?? "form",
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  if (deps.owner) await addFirstOwner(tx, { raffleId: id, userId: deps.owner.userId, joinedAt: now });
  if (deps.banner) await replaceBanner(tx, id, deps.banner, now);
  await storePictures(tx, id, deps.pictures);
  await insertPrizes(tx, id, prizes);
  await insertRules(tx, id, rules);
  await notifyRaffleChange(tx, id, codeId);
  return { id, codeId, accessCode };
}

/** Replaces a raffle's banner. Null removes it, and pages show banderitas instead. */
export async function replaceBanner(
  tx: Transaction,
  raffleId: string,
  banner: Banner | null,
  updatedAt: Date,
): Promise<void> {
  await tx.deleteFrom("raffleBanners").where("raffleId", "=", raffleId).execute();
  if (!banner) return;
  const [png, webp] = [Buffer.from(banner.png), Buffer.from(banner.webp)];
  await tx.insertInto("raffleBanners").values({ raffleId, png, webp, updatedAt }).execute();
}

/** Stores pictures of a raffle that its logo or its prizes name. One that is stored already stays. */
export async function storePictures(
  tx: Transaction,
  raffleId: string,
  pictures: readonly ShopPicture[],
): Promise<void> {
  const rows = pictures.flatMap(({ mark, sizes }) =>
    sizes.map(({ width, webp }) => ({ raffleId, mark, width, webp: Buffer.from(webp) })),
  );
  if (rows.length === 0) return;
  await tx
    .insertInto("rafflePictures")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes the pictures of a raffle that neither its logo nor a prize names any more. */
export async function dropUnnamedPictures(tx: Transaction, raffleId: string): Promise<void> {
  await tx
    .deleteFrom("rafflePictures")
    .where("raffleId", "=", raffleId)
    .where("mark", "not in", ({ selectFrom }) =>
      selectFrom("raffles")
        .select("logo")
        .where("id", "=", raffleId)
        .union(selectFrom("prizes").select("picture as logo").where("raffleId", "=", raffleId)),
    )
    .execute();
}

async function insertPrizes(tx: Transaction, raffleId: string, prizes: readonly PrizeInput[]): Promise<void> {
  const rows = prizes.map((prize) => ({ ...prize, raffleId, id: newId() }));
  if (rows.length > 0) await tx.insertInto("prizes").values(rows).execute();
}

async function insertRules(tx: Transaction, raffleId: string, rules: readonly RuleInput[]): Promise<void> {
  const rows = rules.map((rule) => ({ ...rule, raffleId, id: newId() }));
  if (rows.length > 0) await tx.insertInto("rules").values(rows).execute();
}

/** Replaces a raffle's prizes: updates those with a known id, inserts the others, deletes those not in the list. */
export async function replacePrizes(tx: Transaction, raffleId: string, prizes: readonly Prize[]): Promise<void> {
  // Deferred to the commit, because two prizes may swap their codes.
  await sql`set constraints prizes_prize_code_unique deferred`.execute(tx);
  await deleteOthers(tx, "prizes", raffleId, prizes);
  if (prizes.length === 0) return;
  await tx
    .insertInto("prizes")
    .values(prizes.map((prize) => ({ ...prize, raffleId })))
    .onConflict((conflict) => conflict.columns(["raffleId", "id"]).doUpdateSet(asInserted(PRIZE_FIELD_NAMES)))
    .execute();
}

/** Replaces a raffle's rules, like `replacePrizes`. */
export async function replaceRules(tx: Transaction, raffleId: string, rules: readonly RaffleRule[]): Promise<void> {
  await deleteOthers(tx, "rules", raffleId, rules);
  if (rules.length === 0) return;
  await tx
    .insertInto("rules")
    .values(rules.map((rule) => ({ ...rule, raffleId })))
    .onConflict((conflict) => conflict.columns(["raffleId", "id"]).doUpdateSet(asInserted(RULE_FIELD_NAMES)))
    .execute();
}

async function deleteOthers(
  tx: Transaction,
  table: "prizes" | "rules",
  raffleId: string,
  rows: readonly { readonly id: string }[],
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await tx
    .deleteFrom(table)
    .where("raffleId", "=", raffleId)
    .$if(ids.length > 0, (query) => query.where("id", "not in", ids))
    .execute();
}

/** Sets each of these columns to what was to be inserted. */
function asInserted<Name extends string>(names: readonly Name[]) {
  return recordOf(names, (name) => sql<never>`${sql.ref(`excluded.${name}`)}`);
}
