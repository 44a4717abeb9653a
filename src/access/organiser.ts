import type { Clock } from "#src/base/clock.ts";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Reader } from "#src/db/connect.ts";
import { makePass, type Pass, type Subject } from "./pass.ts";
import {
  CODE_HOLDER,
  type CodeClaim,
  type CodeRefusal,
  MISMATCH,
  type OrganiserGiven,
  proveCode,
} from "./prove-code.ts";
import {
  type AccountScope,
  type AdminScope,
  type EventScope,
  mintEventScope,
  mintOrganiserScope,
  type OrganiserScope,
  scopeIdOf,
} from "./scope.ts";

/** A raffle by its id or code, and the access code; in an address `OWNER` in its place means the account that owns it. */
export type OrganiserClaim = CodeClaim & { readonly raffle: string };

export type OrganiserRefusal = Refusal<"raffle-not-found"> | CodeRefusal;

/** What an organiser is proved with: the account too, where somebody is signed in. */
export type SignedInGiven = OrganiserGiven & { readonly account?: AccountScope | null | undefined };

/** Stands in an address in the place of the access code: no code looks like it. */
export const OWNER = "-";

/** An event by its code, and the access code. */
export type EventClaim = CodeClaim & { readonly event: string };

export type EventOrganiserRefusal = Refusal<"event-not-found"> | CodeRefusal;

const RAFFLE_CODE = /^[A-Z0-9]{8}$/;
const EVENT_CODE = /^[A-Z0-9]{6}$/;

/**
 * Proves a raffle's organiser by its access code or, where none is given, by the account that owns it or the browser's
 * pass: see `proveCode`.
 */
export async function proveOrganiser(
  given: SignedInGiven,
  claim: OrganiserClaim,
): Promise<Outcome<OrganiserScope, OrganiserRefusal>> {
  const raffle = await findRaffleSecrets(given.reader, claim.raffle);
  if (!raffle) return refuse({ reason: "raffle-not-found" });
  const { account } = given;
  const isOwner = account && account.userId === raffle.ownerId;
  const asOwner = claim.exact && claim.accessCode === OWNER;
  if (isOwner && (asOwner || claim.accessCode === undefined)) {
    return accept(mintOrganiserScope(raffle.id, actorOf(account), account.userId));
  }
  if (asOwner) return MISMATCH;
  const proof = await proveCode(given, raffle, claim);
  return proof.ok ? accept(mintOrganiserScope(raffle.id, CODE_HOLDER, null)) : proof;
}

/**
 * Proves an event's organiser in the same way. Events hold no personal data, so that an admin may change any: a frame
 * that shows what it should not is theirs to mend.
 */
export async function proveEventOrganiser(
  given: SignedInGiven,
  claim: EventClaim,
): Promise<Outcome<EventScope, EventOrganiserRefusal>> {
  const event = await findEventSecrets(given.reader, claim.event);
  if (!event) return refuse({ reason: "event-not-found" });
  const { account } = given;
  if (account && claim.accessCode === undefined && (account.userId === event.ownerId || account.role === "admin")) {
    return accept(mintEventScope(event.id, actorOf(account), account.userId));
  }
  const proof = await proveCode(given, event, claim);
  return proof.ok ? accept(mintEventScope(event.id, CODE_HOLDER, null)) : proof;
}

/**
 * The pass to leave with a browser that has proved the code, or null where the raffle or event is gone since. An account
 * needs none: a pass would outlive its session.
 */
export async function issuePass(
  given: { reader: Reader; secret: Uint8Array; clock: Clock },
  scope: OrganiserScope | EventScope,
): Promise<Pass | null> {
  if (scope.userId !== null) return null;
  const find = "eventId" in scope ? findEventSecrets : findRaffleSecrets;
  const subject = await find(given.reader, scopeIdOf(scope));
  return subject ? makePass(given.secret, subject, given.clock()) : null;
}

/** Lets an admin organise any raffle; the audit log says who it was. */
export async function organiseAsAdmin(
  reader: Reader,
  admin: AdminScope,
  idOrCode: string,
): Promise<Outcome<OrganiserScope, Refusal<"raffle-not-found">>> {
  const raffle = await findRaffleSecrets(reader, idOrCode);
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
  const raffle = await findRaffleSecrets(reader, idOrCode);
  return raffle ? raffle.accessCodeHash.toString("base64") : null;
}

type OwnedSubject = Subject & { readonly ownerId: string | null };

async function findRaffleSecrets(reader: Reader, idOrCode: string): Promise<OwnedSubject | undefined> {
  const code = idOrCode.toUpperCase();
  const query = reader.selectFrom("raffles").select(["id", "accessCodeHash", "ownerId"]);
  if (isId(idOrCode)) return query.where("id", "=", idOrCode.toLowerCase()).executeTakeFirst();
  return RAFFLE_CODE.test(code) ? query.where("codeId", "=", code).executeTakeFirst() : undefined;
}

async function findEventSecrets(reader: Reader, idOrCode: string): Promise<OwnedSubject | undefined> {
  const code = idOrCode.toUpperCase();
  const query = reader.selectFrom("events").select(["id", "accessCodeHash", "ownerId"]);
  if (isId(idOrCode)) return query.where("id", "=", idOrCode.toLowerCase()).executeTakeFirst();
  return EVENT_CODE.test(code) ? query.where("code", "=", code).executeTakeFirst() : undefined;
}
