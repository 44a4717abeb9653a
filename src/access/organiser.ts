import { timingSafeEqual } from "node:crypto";
import type { Clock } from "#src/base/clock.ts";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Reader } from "#src/db/connect.ts";
import { hashAccessCode } from "./access-code.ts";
import type { OrganiserGuesses } from "./organiser-guesses.ts";
import { holdsPass, makePass, type Pass } from "./pass.ts";
import { type AccountScope, type AdminScope, mintOrganiserScope, type OrganiserScope } from "./scope.ts";

/**
 * A raffle by its id or code, and the access code as typed, or `exact` as it stands in an address: there `OWNER` in its
 * place means the account that owns the raffle.
 */
export type OrganiserClaim = {
  readonly raffle: string;
  readonly accessCode?: string | undefined;
  readonly exact?: boolean | undefined;
};

export type OrganiserRefusal = Refusal<"raffle-not-found" | "access-code-mismatch" | "too-many-requests">;

export type OrganiserGiven = {
  readonly reader: Reader;
  readonly secret: Uint8Array;
  readonly clock: Clock;
  readonly organiserGuesses: OrganiserGuesses;
  readonly address: string;
  /** The request's Cookie header, in which a browser's pass may be. */
  readonly pass?: string | undefined;
  /** Who is signed in, where somebody is. */
  readonly account?: AccountScope | null | undefined;
};

/** Stands in an address in the place of the access code: no code looks like it. */
export const OWNER = "-";

/** All that is known of whoever has the code. */
const CODE_HOLDER = "access code";
const RAFFLE_CODE = /^[A-Z0-9]{8}$/;
const ACCESS_CODE = /^[A-Z0-9]{4}$/;

/**
 * Proves an organiser by a raffle's access code (trimmed and in any case, unless `exact`), or, where none is given, by
 * the account that owns the raffle or by the pass that this browser was given when it proved the code before.
 *
 * A wrong code is refused whatever pass there is; but a browser with a pass is not made to wait for what others tried.
 */
export async function proveOrganiser(
  given: OrganiserGiven,
  claim: OrganiserClaim,
): Promise<Outcome<OrganiserScope, OrganiserRefusal>> {
  const raffle = await findSecrets(given.reader, claim.raffle);
  if (!raffle) return refuse({ reason: "raffle-not-found" });
  const proof = accept(mintOrganiserScope(raffle.id, CODE_HOLDER, null));
  const known = holdsPass(given.secret, raffle, given.pass ?? "", given.clock());
  const asOwner = claim.exact && claim.accessCode === OWNER;
  if (asOwner || claim.accessCode === undefined) {
    const { account } = given;
    if (account && account.userId === raffle.ownerId) {
      return accept(mintOrganiserScope(raffle.id, actorOf(account), account.userId));
    }
    return known && !asOwner ? proof : MISMATCH;
  }
  const code = claim.exact ? claim.accessCode : claim.accessCode.trim().toUpperCase();
  // What cannot be a code at all is no try.
  if (!ACCESS_CODE.test(code)) return MISMATCH;
  const compare = async () =>
    timingSafeEqual(hashAccessCode(given.secret, raffle.id, code), raffle.accessCodeHash) ? proof : MISMATCH;
  if (known) return compare();
  return given.organiserGuesses.attempt({ address: given.address, raffleId: raffle.id }, compare);
}

const MISMATCH = refuse({ reason: "access-code-mismatch", fields: { accessCode: [{ key: "accessCodeMismatch" }] } });

/**
 * The pass to leave with a browser that has proved the code, or null where the raffle is gone since. An account needs
 * none: a pass would outlive its session.
 */
export async function issuePass(
  given: { reader: Reader; secret: Uint8Array; clock: Clock },
  scope: OrganiserScope,
): Promise<Pass | null> {
  if (scope.userId !== null) return null;
  const raffle = await findSecrets(given.reader, scope.raffleId);
  return raffle ? makePass(given.secret, raffle, given.clock()) : null;
}

/** Lets an admin organise any raffle; the audit log says who it was. */
export async function organiseAsAdmin(
  reader: Reader,
  admin: AdminScope,
  idOrCode: string,
): Promise<Outcome<OrganiserScope, Refusal<"raffle-not-found">>> {
  const raffle = await findSecrets(reader, idOrCode);
  return raffle
    ? accept(mintOrganiserScope(raffle.id, admin.actor, admin.userId))
    : refuse({ reason: "raffle-not-found" });
}

/** How the audit log names an account: user names are not unique. */
export function actorOf({ username, email }: Pick<AccountScope, "username" | "email">): string {
  return `${username} (${email})`;
}

/**
 * What changes with a raffle's access code, for whoever goes on telling an organiser something: read before the proof,
 * and again before each word. Null where the raffle is gone. It never leaves the process.
 */
export async function readAccessSeal(reader: Reader, idOrCode: string): Promise<string | null> {
  const raffle = await findSecrets(reader, idOrCode);
  return raffle ? raffle.accessCodeHash.toString("base64") : null;
}

async function findSecrets(reader: Reader, idOrCode: string) {
  const code = idOrCode.toUpperCase();
  const query = reader.selectFrom("raffles").select(["id", "accessCodeHash", "ownerId"]);
  if (isId(idOrCode)) return query.where("id", "=", idOrCode.toLowerCase()).executeTakeFirst();
  return RAFFLE_CODE.test(code) ? query.where("codeId", "=", code).executeTakeFirst() : undefined;
}
