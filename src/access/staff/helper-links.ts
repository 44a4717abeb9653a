import { z } from "zod";
import type { Clock } from "#src/base/clock.ts";
import { isId, newId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { fieldErrors, requiredText } from "#src/base/text.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { recordChange } from "../audit/audit.ts";
import { holdRaffle } from "../hold-raffle.ts";
import { MAX_HELPER_NAME, MAX_HELPERS } from "../limits.ts";
import { HELPER_PERMISSIONS, type HelperPermission, type OrganiserScope } from "../scope.ts";
import { hashToken, isToken, newToken } from "../secret-token.ts";

const sentHelper = z.object({
  name: requiredText(MAX_HELPER_NAME, "helperNameRequired"),
  permissions: z
    .array(z.enum(HELPER_PERMISSIONS))
    .transform((permissions) => HELPER_PERMISSIONS.filter((permission) => permissions.includes(permission)))
    .refine((permissions) => permissions.length > 0, { error: "helperPermissionRequired" }),
});

type Deps = { readonly db: Database; readonly clock: Clock };

/** A helper's link as the organiser's list shows it. Its token is nowhere but in the link. */
export type HelperLink = {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly HelperPermission[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
};

export type MadeHelper = { readonly id: string; readonly token: string; readonly name: string };

const COLUMNS = ["id", "name", "deeds as permissions", "createdAt", "lastUsedAt"] as const;

/**
 * Makes a link for somebody who helps with a raffle.
 *
 * @param typed untrusted: the helper's name, and what they may do; but not the one station whose codes they show
 * @returns the link's id, and its token, which cannot be read again; refusals: `raffle-not-found`, `invalid-fields`
 *   (also where the raffle has all the links that it may)
 */
export async function makeHelper(
  { db, clock }: Deps,
  scope: OrganiserScope,
  typed: { readonly name: string; readonly permissions: readonly string[]; readonly stationId?: string },
): Promise<Outcome<MadeHelper, Refusal<"invalid-fields" | "raffle-not-found">>> {
  const parsed = sentHelper.safeParse(typed);
  if (!parsed.success) return refuse({ reason: "invalid-fields", fields: fieldErrors(parsed.error) });
  const { name, permissions } = parsed.data;
  const { raffleId } = scope;
  return inTransaction(db, async (tx) => {
    if (!(await holdRaffle(tx, raffleId))) return refuse({ reason: "raffle-not-found" });
    if ((await listHelpers(tx, scope)).length >= MAX_HELPERS) {
      return refuse({
        reason: "invalid-fields",
        fields: { name: [{ key: "helpersTooMany", params: { max: MAX_HELPERS } }] },
      });
    }
    const token = newToken();
    const row = { raffleId, id: newId(), name, deeds: permissions, tokenHash: hashToken(token), createdAt: clock() };
    await tx
      .insertInto("raffleHelpers")
      .values({ ...row, stationId: typed.stationId ?? null })
      .execute();
    await recordChange(
      tx,
      scope,
      { action: "make-helper", subject: name, before: null, after: { permissions } },
      clock,
    );
    return accept({ id: row.id, token, name });
  });
}

/** All links of a raffle, the newest first. */
export async function listHelpers(reader: Reader, scope: OrganiserScope): Promise<HelperLink[]> {
  const rows = await reader
    .selectFrom("raffleHelpers")
    .select(COLUMNS)
    .where("raffleId", "=", scope.raffleId)
    .orderBy("id", "desc")
    .execute();
  return rows.map(asLink);
}

/**
 * Ends a helper's link. The phone on which it was opened may do nothing from then on; what it had begun may end.
 *
 * @returns the helper's name; refusal: `helper-not-found`, also if somebody else ended it meanwhile
 */
export async function revokeHelper(
  { db, clock }: Deps,
  scope: OrganiserScope,
  id: string,
): Promise<Outcome<{ readonly name: string }, Refusal<"helper-not-found">>> {
  if (!isId(id)) return refuse({ reason: "helper-not-found" });
  return inTransaction(db, async (tx) => {
    const gone = await tx
      .deleteFrom("raffleHelpers")
      .where("raffleId", "=", scope.raffleId)
      .where("id", "=", id)
      .returning(["name", "deeds as permissions"])
      .executeTakeFirst();
    if (!gone) return refuse({ reason: "helper-not-found" });
    const { name, permissions } = gone;
    await recordChange(
      tx,
      scope,
      { action: "revoke-helper", subject: name, before: { permissions }, after: null },
      clock,
    );
    return accept({ name });
  });
}

/** The helper of a link that is still good, or null. Opening changes nothing: previews of links open them too. */
export async function findHelperLink(reader: Reader, raffleId: string, token: string): Promise<HelperLink | null> {
  if (!isToken(token)) return null;
  const row = await reader
    .selectFrom("raffleHelpers")
    .select(COLUMNS)
    .where("raffleId", "=", raffleId)
    .where("tokenHash", "=", hashToken(token))
    .executeTakeFirst();
  return row ? asLink(row) : null;
}

function asLink<Row extends { readonly permissions: readonly string[] }>(row: Row) {
  return { ...row, permissions: HELPER_PERMISSIONS.filter((permission) => row.permissions.includes(permission)) };
}
