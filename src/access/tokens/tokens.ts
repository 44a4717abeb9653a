import { sql } from "kysely";
import { z } from "zod";
import { type Clock, DAY_MS } from "#src/base/clock.ts";
import { isId, newId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { fieldErrors, requiredText } from "#src/base/text.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { recordChange } from "../audit/audit.ts";
import { MAX_TOKEN_NAME, MAX_TOKEN_RAFFLES, MAX_TOKENS, TOKEN_DAYS } from "../limits.ts";
import { actorOf } from "../organiser.ts";
import { type AccountScope, TOKEN_PERMISSIONS, type TokenPermission } from "../scope.ts";
import { hashToken, newToken } from "../secret-token.ts";

type Deps = { readonly db: Database; readonly clock: Clock };

/** Tells people and programs that look for leaked secrets whose token it is. */
const PREFIX = "tmb_";

/** What a token looks like. */
export const TOKEN_FORM = /^tmb_[\w-]{32}$/;

const sentToken = z.object({
  name: requiredText(MAX_TOKEN_NAME, "tokenNameRequired"),
  permissions: z
    .array(z.enum(TOKEN_PERMISSIONS))
    .transform((permissions) => TOKEN_PERMISSIONS.filter((permission) => permissions.includes(permission)))
    .refine((permissions) => permissions.length > 0, { error: "tokenPermissionRequired" }),
  raffles: z
    .array(z.string().refine(isId))
    .max(MAX_TOKEN_RAFFLES)
    .nullable()
    .refine((ids) => ids?.length !== 0, { error: "tokenRafflesRequired" }),
  days: z.coerce.number().refine((days) => TOKEN_DAYS.some((each) => each === days)),
});

/** A token as its account's page shows it. What it consists of is nowhere. */
export type ApiToken = {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly TokenPermission[];
  /** The names of the raffles that it is for; null for all of the account. One that is gone has none. */
  readonly raffles: readonly string[] | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
};

/** A token as typed: `raffles` are ids, or null for all raffles of the account. */
export type TypedToken = {
  readonly name: string;
  readonly permissions: readonly string[];
  readonly raffles: readonly string[] | null;
  readonly days: string;
};

/**
 * Makes a token for programs of an account. It never allows more than the account may do at the time of its use.
 *
 * @param typed untrusted
 * @returns the token, which cannot be read again; refusal: `invalid-fields`, also where the account has all that it may
 */
export async function makeToken(
  { db, clock }: Deps,
  account: AccountScope,
  typed: TypedToken,
): Promise<Outcome<{ readonly token: string; readonly name: string }, Refusal<"invalid-fields">>> {
  const parsed = sentToken.safeParse(typed);
  if (!parsed.success) return refuse({ reason: "invalid-fields", fields: fieldErrors(parsed.error) });
  const { name, permissions, raffles, days } = parsed.data;
  const { userId } = account;
  return inTransaction(db, async (tx) => {
    // Those who make tokens at once wait here, so that each counts the others'.
    await tx.selectFrom("users").select("id").where("id", "=", userId).forNoKeyUpdate().executeTakeFirst();
    if ((await listTokens(tx, account)).length >= MAX_TOKENS) {
      const message = { key: "tokensTooMany" as const, params: { max: MAX_TOKENS } };
      return refuse({ reason: "invalid-fields", fields: { name: [message] } });
    }
    const token = PREFIX + newToken();
    const now = clock();
    const expiresAt = new Date(now.getTime() + days * DAY_MS);
    const row = { id: newId(), userId, name, deeds: permissions, raffleIds: raffles, tokenHash: hashToken(token) };
    await tx
      .insertInto("apiTokens")
      .values({ ...row, createdAt: now, expiresAt })
      .execute();
    const actor = { ...account, actor: actorOf(account) };
    const change = {
      subject: name,
      before: null,
      after: { may: permissions, raffles: raffles?.length ?? null, expiresAt },
    };
    await recordChange(tx, actor, { action: "make-token", ...change }, clock);
    return accept({ token, name });
  });
}

/** All tokens of an account, the newest first, with those that have expired. */
export async function listTokens(reader: Reader, { userId }: AccountScope): Promise<ApiToken[]> {
  const rows = await reader
    .selectFrom("apiTokens")
    .select(["id", "name", "deeds as permissions", "createdAt", "expiresAt", "lastUsedAt"])
    .select(
      sql<string[] | null>`case when raffle_ids is not null then
        array(select raffles.name from raffles where raffles.id = any(raffle_ids) order by 1) end`.as("raffles"),
    )
    .where("userId", "=", userId)
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => ({
    ...row,
    permissions: TOKEN_PERMISSIONS.filter((permission) => row.permissions.includes(permission)),
  }));
}

/** Ends a token at once. Refuses with `token-not-found`, also one of another account. */
export async function revokeToken(
  { db, clock }: Deps,
  account: AccountScope,
  id: string,
): Promise<Outcome<{ readonly name: string }, Refusal<"token-not-found">>> {
  if (!isId(id)) return refuse({ reason: "token-not-found" });
  return inTransaction(db, async (tx) => {
    const gone = await tx
      .deleteFrom("apiTokens")
      .where("id", "=", id)
      .where("userId", "=", account.userId)
      .returning("name")
      .executeTakeFirst();
    if (!gone) return refuse({ reason: "token-not-found" });
    const actor = { ...account, actor: actorOf(account) };
    const change = { subject: gone.name, before: null, after: null };
    await recordChange(tx, actor, { action: "revoke-token", ...change }, clock);
    return accept(gone);
  });
}

/** Ends all tokens of an account, in the caller's transaction. */
export async function revokeAllTokens(tx: Transaction, userId: string): Promise<void> {
  await tx.deleteFrom("apiTokens").where("userId", "=", userId).execute();
}

/** Deletes tokens that expired a month ago: until then their account's page says so. */
export async function forgetOldTokens(db: Database): Promise<void> {
  const before = sql<Date>`now() - interval '30 days'`;
  await db.deleteFrom("apiTokens").where("expiresAt", "<", before).execute();
}
