import { createHmac } from "node:crypto";
import { signingKey } from "#src/base/derive-key.ts";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import {
  type OrganiserClaim,
  type OrganiserRefusal,
  proveMember,
  proveOrganiser,
  type SignedInDeps,
} from "../organiser.ts";
import { addToCookie, heldIds, holdsPass, type PassCookie } from "../organiser-cookie.ts";
import {
  HELPER_PERMISSIONS,
  type HelperPermission,
  mintStaffScope,
  type OrganiserScope,
  type StaffScope,
} from "../scope.ts";

export type StaffRefusal = OrganiserRefusal | Refusal<"staff-only" | "permission-missing">;

/** What a proof needs. The helper's last use is written, so it takes a database. */
export type StaffDeps = SignedInDeps & { readonly db: Database };

/** The cookie of helpers, without prefix. */
export const HELPER_COOKIE = "helper";

/** A month of a campaign. A phone that is lost ends sooner: its link is revoked, and each request looks that up. */
const PASS_SECONDS = 30 * 86_400;

/** A helper who works all day costs one write a minute. */
const USE_NOTED_MS = 60_000;

/** Who is of a shop's staff, and what they may do. */
export type Staff = {
  readonly raffleId: string;
  /** The actor's name for the audit log. */
  readonly actor: string;
  /** The helper's name; null for the organiser, who may do everything. */
  readonly helper: string | null;
  readonly permissions: readonly HelperPermission[];
  /** A helper's newest link by what it allows; none for who needs none. */
  readonly links?: ReadonlyMap<string, string>;
  /** By what they show codes of stations: a helper's links, or none where they need none. */
  readonly screens: readonly StaffScreen[];
};

/** A helper's link that shows codes, and of which station; null for no link, and for all stations. */
export type StaffScreen = { readonly helperId: string | null; readonly stationId: string | null };

const EVERY_STATION: readonly StaffScreen[] = [{ helperId: null, stationId: null }];

/**
 * Proves that somebody of the shop may do this for a raffle. That is its organiser, as `proveOrganiser` says, or
 * without a code a helper: by their account, or a phone that holds an opened link. Both are looked up each time: from
 * their end on they prove nothing.
 *
 * Refuses as `proveOrganiser` a code that is wrong, with `staff-only` a browser that holds no proof, and with
 * `permission-missing` a helper whose link does not say this.
 */
export async function proveStaff<Permission extends HelperPermission>(
  deps: StaffDeps,
  claim: OrganiserClaim,
  permission: Permission,
): Promise<Outcome<StaffScope<Permission>, StaffRefusal>> {
  const staff = await findStaff(deps, claim);
  if (!staff.ok) return staff;
  return staff.value.permissions.includes(permission)
    ? accept(mintStaffScope({ ...staff.value, helperId: staff.value.links?.get(permission) }, permission))
    : refuse({ reason: "permission-missing" });
}

/** Who the bearer is of a raffle's staff. Refuses as `proveStaff`, but for the permission. */
export async function findStaff(deps: StaffDeps, claim: OrganiserClaim): Promise<Outcome<Staff, StaffRefusal>> {
  const organiser = await proveOrganiser(deps, claim);
  if (organiser.ok) {
    const { raffleId, actor } = organiser.value;
    return accept({ raffleId, actor, helper: null, permissions: HELPER_PERMISSIONS, screens: EVERY_STATION });
  }
  if (claim.accessCode !== undefined || organiser.refusal.reason !== "access-code-mismatch") return organiser;
  const member = await proveMember(deps.reader, deps.account, claim.raffle);
  if (member && deps.account) {
    const helper = deps.account.username;
    return accept({ ...member, helper, permissions: HELPER_PERMISSIONS, screens: EVERY_STATION });
  }
  const helper = await findHelper(deps, claim.raffle);
  return helper ? accept(helper) : refuse({ reason: "staff-only" });
}

/** An organiser may do all that helpers may. */
export function organiserAsStaff<Permission extends HelperPermission>(
  organiser: OrganiserScope,
  permission: Permission,
): StaffScope<Permission> {
  const { raffleId, actor } = organiser;
  return mintStaffScope({ raffleId, actor }, permission);
}

/** The cookie of a phone on which a helper's link was opened. It holds the newest links of several raffles. */
export function helperPass(
  { secret, cookies, now }: { readonly secret: Uint8Array; readonly cookies: string; readonly now: Date },
  helperId: string,
): PassCookie {
  const pass = { id: helperId, lastsSeconds: PASS_SECONDS, now };
  const cookie = addToCookie({ cookies, name: HELPER_COOKIE }, pass, (seconds) => seal(secret, helperId, seconds));
  return { ...cookie, expiresAt: new Date(now.getTime() + PASS_SECONDS * 1000) };
}

/** The helper whose link this browser has opened for the raffle, or null. Notes that it was used. */
async function findHelper({ db, secret, clock, pass = "" }: StaffDeps, raffle: string): Promise<Staff | null> {
  const [at, now] = [{ cookies: pass, name: HELPER_COOKIE }, clock()];
  const ids = heldIds(at, now).filter((id) => holdsPass(at, { id, now }, (seconds) => seal(secret, id, seconds)));
  if (ids.length === 0) return null;
  const query = db
    .selectFrom("raffleHelpers")
    .innerJoin("raffles", "raffles.id", "raffleHelpers.raffleId")
    .select(["raffleHelpers.raffleId", "raffleHelpers.id", "raffleHelpers.name", "deeds as permissions", "lastUsedAt"])
    .select("stationId")
    .where("raffleHelpers.id", "in", ids);
  const [newest, ...others] = await query
    .where(
      isId(raffle) ? "raffles.id" : "raffles.codeId",
      "=",
      isId(raffle) ? raffle.toLowerCase() : raffle.toUpperCase(),
    )
    .orderBy("raffleHelpers.createdAt", "desc")
    .execute();
  if (!newest) return null;
  const { raffleId, id, name, lastUsedAt } = newest;
  if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() > USE_NOTED_MS) {
    await db
      .updateTable("raffleHelpers")
      .set({ lastUsedAt: now })
      .where("raffleId", "=", raffleId)
      .where("id", "=", id)
      .execute();
  }
  const links = [newest, ...others];
  // Of two links that allow the same, the newest is the last here, and stays.
  const allowed = new Map(links.toReversed().flatMap((link) => link.permissions.map((may) => [may, link.id] as const)));
  return {
    raffleId,
    actor: `${name} (helper)`,
    helper: name,
    permissions: HELPER_PERMISSIONS.filter((permission) => allowed.has(permission)),
    links: allowed,
    screens: links
      .filter(({ permissions }) => permissions.includes("show-codes"))
      .map((link) => ({ helperId: link.id, stationId: link.stationId })),
  };
}

function seal(secret: Uint8Array, helperId: string, seconds: string): Buffer {
  return createHmac("sha256", signingKey(secret, "helper-pass/1")).update(`${helperId}\0${seconds}`).digest();
}
