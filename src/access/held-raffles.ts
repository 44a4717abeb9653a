import type { Reader } from "#src/db/connect.ts";
import { heldIds, PASS_COOKIES } from "./organiser-cookie.ts";
import type { AccountScope } from "./scope.ts";
import { HELPER_COOKIE } from "./staff.ts";

/** The raffles of one browser at most, the newest: somebody's who looks after many shops. */
const MAX_RAFFLES = 20;

export type HeldRaffle = { readonly id: string; readonly name: string };

/**
 * The raffles that a browser may be able to prove something for, the last drawn first. It holds passes of them, or they
 * are drawn ones of the account. Nothing is proved yet: each must go through `proveStaff`.
 *
 * @param visitor the request's cookies, and the account that is signed in
 */
export async function rafflesHeld(
  reader: Reader,
  visitor: { readonly cookies: string; readonly account: AccountScope | null },
  now: Date,
): Promise<HeldRaffle[]> {
  const { cookies, account } = visitor;
  const passes = PASS_COOKIES.flatMap((name) => heldIds({ cookies, name }, now));
  // A helper's pass is of their link.
  const helpers = heldIds({ cookies, name: HELPER_COOKIE }, now);
  if (passes.length === 0 && helpers.length === 0 && !account) return [];
  return reader
    .selectFrom("raffles")
    .select(["id", "name"])
    .where(({ eb, or, selectFrom }) =>
      or([
        ...(passes.length > 0 ? [eb("id", "in", passes)] : []),
        ...(helpers.length > 0
          ? [eb("id", "in", selectFrom("raffleHelpers").select("raffleId").where("raffleHelpers.id", "in", helpers))]
          : []),
        ...(account ? [eb.and([eb("ownerId", "=", account.userId), eb("drawnAt", "is not", null)])] : []),
      ]),
    )
    .orderBy("drawnAt", (order) => order.desc().nullsLast())
    .limit(MAX_RAFFLES)
    .execute();
}
