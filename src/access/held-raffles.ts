import type { Reader } from "#src/db/connect.ts";
import { HELD, OWNER } from "./organiser.ts";
import { heldIds, heldPass, PASS_COOKIES } from "./organiser-cookie.ts";
import { type TeamRole, teamRoleOf } from "./roles.ts";
import type { AccountScope } from "./scope.ts";
import { HELPER_COOKIE } from "./staff/staff.ts";

/** The raffles of one browser at most, the newest: somebody's who looks after many shops. */
const MAX_RAFFLES = 20;

export type HeldRaffle = { readonly id: string; readonly codeId: string; readonly name: string };

/**
 * The raffles that a browser may be able to prove something for, the last drawn first. It holds passes of them, or they
 * are drawn ones of which the account is a member. Nothing is proved yet: each must go through `proveStaff`.
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
    .select(["id", "codeId", "name"])
    .where(({ eb, or, selectFrom }) =>
      or([
        ...(passes.length > 0 ? [eb("id", "in", passes)] : []),
        ...(helpers.length > 0
          ? [eb("id", "in", selectFrom("raffleHelpers").select("raffleId").where("raffleHelpers.id", "in", helpers))]
          : []),
        ...(account
          ? [
              eb.and([
                eb("id", "in", selectFrom("raffleMembers").select("raffleId").where("userId", "=", account.userId)),
                eb("drawnAt", "is not", null),
              ]),
            ]
          : []),
      ]),
    )
    .orderBy("drawnAt", (order) => order.desc().nullsLast())
    .limit(MAX_RAFFLES)
    .execute();
}

/** A raffle of a visitor: the marker that stands for the proof in its desk's addresses, and the account's role. */
export type OrganisedRaffle = {
  readonly id: string;
  readonly codeId: string;
  readonly name: string;
  readonly proof: typeof HELD | typeof OWNER;
  /** Null if a pass is the proof. A helper has no desk. */
  readonly role: TeamRole | null;
};

/**
 * The raffles that open for a visitor without a code: the account is one of their people, or the browser holds a valid
 * pass. The newest 20 of each.
 */
export async function rafflesOrganised(
  deps: { readonly reader: Reader; readonly secret: Uint8Array; readonly now: Date },
  { cookies, account }: { readonly cookies: string; readonly account: AccountScope | null },
): Promise<OrganisedRaffle[]> {
  const passes = PASS_COOKIES.flatMap((name) => heldIds({ cookies, name }, deps.now));
  const newest = deps.reader.selectFrom("raffles").orderBy("createdAt", "desc").limit(MAX_RAFFLES);
  const owned = account
    ? await newest
        .innerJoin("raffleMembers", "raffleId", "raffles.id")
        .select(["raffles.id", "codeId", "name", "role"])
        .where("userId", "=", account.userId)
        .execute()
    : [];
  const marked =
    passes.length > 0
      ? await newest.select(["id", "codeId", "name", "accessCodeHash"]).where("id", "in", passes).execute()
      : [];
  const held = marked.filter((raffle) => heldPass(deps.secret, raffle, cookies, deps.now) !== null);
  const byAccount = owned.map(({ role, ...raffle }) => ({ ...raffle, proof: OWNER, role: teamRoleOf(role) }) as const);
  const ways: OrganisedRaffle[] = [
    ...byAccount.filter(({ role }) => role !== "helper"),
    ...held.map(({ id, codeId, name }) => ({ id, codeId, name, proof: HELD, role: null }) as const),
    ...byAccount.filter(({ role }) => role === "helper"),
  ];
  return ways.filter((way, at) => ways.findIndex(({ id }) => id === way.id) === at);
}
