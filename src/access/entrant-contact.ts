import { createHmac } from "node:crypto";
import { typedCode } from "#src/base/code-formats.ts";
import { signingKey } from "#src/base/derive-key.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Reader } from "#src/db/connect.ts";
import { raffleIdForLookup } from "#src/db/sharding/sharded.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { EntryCodeAttempts, Prover } from "./codes/entry-code-attempts.ts";
import { type EntrantClaim, entryCodeOf } from "./entrant.ts";
import { addToCookie, heldIds, holdsPass, type PassCookie } from "./organiser-cookie.ts";
import { type ContactScope, type EntrantScope, mintContactScope, type OrganiserScope } from "./scope.ts";

/** Typed text normalised as a phone number and as an e-mail address. Null where it is not one. */
export type ContactKeys = { readonly phoneKey: string | null; readonly emailKey: string | null };

export type ContactRefusal = Refusal<"contact-mismatch" | "entry-not-found"> | ChallengeRefusal;

const COOKIE = "entry";

/** One hour is enough to read and decide. Later, another user of the open browser sees masks again. */
const PASS_SECONDS = 3_600;

/** Ten minutes are enough to read one's own entry. A shared tablet in a shop goes to the next person. */
const ENTERED_SECONDS = 600;

const MISMATCH = refuse({ reason: "contact-mismatch", fields: { contact: [{ key: "contactMismatch" }] } } as const);

/**
 * Proves that an entrant knows the phone or the e-mail of the entry. Failures are counted, because a mask leaves few
 * enough numbers to try them all. Refuses with `contact-mismatch`, `entry-not-found` or `challenge-required`.
 *
 * @param claim.entryCode the entry's code: a puzzle is bound to one code
 */
export async function proveContact(
  deps: Prover & { readonly reader: Reader; readonly entryAttempts: EntryCodeAttempts },
  entrant: EntrantScope,
  claim: ContactKeys & { readonly entryCode: string },
): Promise<Outcome<ContactScope, ContactRefusal>> {
  const { phoneKey, emailKey } = claim;
  // Text that is neither does not count as an attempt.
  if (phoneKey === null && emailKey === null) return MISMATCH;
  const { address, solution } = deps;
  const entryCode = entryCodeOf(claim.entryCode) ?? "";
  return deps.entryAttempts.attemptContact({ address, solution, entryCode }, async () => {
    const row = await findContact(deps.reader, entrant);
    if (!row) return refuse({ reason: "entry-not-found" });
    const isRight =
      (phoneKey !== null && row.phoneKey === phoneKey) || (emailKey !== null && row.emailKey === emailKey);
    return isRight ? accept(mintContactScope(entrant)) : MISMATCH;
  });
}

/**
 * Proves code and contact in one, for whoever would need a puzzle to try the code alone. Such tries need no limit of
 * codes: a guesser would have to hit both, and learns nothing of either. The answer to a wrong code is that to a wrong
 * contact, and it is counted alike.
 *
 * @returns the proof; `contact-mismatch` for whatever is wrong, or `challenge-required`
 */
export async function proveCodeAndContact(
  deps: Prover & { readonly reader: Reader; readonly entryAttempts: EntryCodeAttempts },
  { raffleId, phoneKey, emailKey, ...claim }: EntrantClaim & ContactKeys,
): Promise<Outcome<ContactScope, ContactRefusal>> {
  const entryCode = entryCodeOf(claim.entryCode);
  if (entryCode === undefined || (phoneKey === null && emailKey === null)) return MISMATCH;
  const { address, solution, reader } = deps;
  return deps.entryAttempts.attemptContact({ address, solution, entryCode }, async () => {
    const rows = await reader
      .selectFrom("entries")
      .select(["raffleId", "id as entryId"])
      .where("entryCode", "=", entryCode)
      .where(({ eb, or }) => or([eb("phoneKey", "=", phoneKey), eb("emailKey", "=", emailKey)]))
      .$if(raffleId !== undefined, (query) => query.where("raffleId", "=", raffleIdForLookup(reader, raffleId ?? "")))
      .limit(2)
      .execute();
    const [found, another] = rows;
    return found && !another ? accept(mintContactScope(found)) : MISMATCH;
  });
}

export type PassDeps = { readonly secret: Uint8Array; readonly cookies: string; readonly now: Date };

/** An entry with its phone and e-mail keys. */
export type Contact = ContactKeys & {
  readonly raffleId: string;
  readonly entryId: string;
  readonly entryCode: string;
};

/**
 * The cookie for a browser that proved the contact. It is not asked again for an hour, unless the contact changes.
 * Null if the entry was erased meanwhile.
 */
export async function contactPass(deps: PassDeps, reader: Reader, scope: ContactScope): Promise<PassCookie | null> {
  const contact = await findContact(reader, scope);
  return contact && writePass(deps, contact, PASS_SECONDS);
}

/** The same for a browser that has just sent this entry, so the entrant need not type the contact again. */
export function passOfEntering(deps: PassDeps, entered: Contact): PassCookie {
  return writePass(deps, entered, ENTERED_SECONDS);
}

/**
 * The proof for a browser with a valid pass for the entry with this code, or null. It looks only for entries that the
 * browser has passes for, so it needs no rate limit and no puzzle.
 */
export async function contactOfPass(
  { secret, cookies, now }: PassDeps,
  reader: Reader,
  { entryCode, raffleId }: EntrantClaim,
): Promise<ContactScope | null> {
  const at = { cookies, name: COOKIE };
  const ids = heldIds(at, now);
  if (ids.length === 0) return null;
  let query = reader
    .selectFrom("entries")
    .select(["raffleId", "id as entryId", "entryCode", "phoneKey", "emailKey"])
    .where("entryCode", "=", typedCode(entryCode))
    .where("id", "in", ids);
  if (raffleId !== undefined) query = query.where("raffleId", "=", raffleIdForLookup(reader, raffleId));
  const [contact, another] = await query.limit(2).execute();
  if (!contact || another) return null;
  const held = holdsPass(at, { id: contact.entryId, now }, (seconds) => seal(secret, contact, seconds));
  return held ? mintContactScope(contact) : null;
}

/** The proof for the organiser of the entry's raffle. Null for an entry of another raffle. */
export function contactForOrganiser(organiser: OrganiserScope, entrant: EntrantScope): ContactScope | null {
  return organiser.raffleId === entrant.raffleId ? mintContactScope(entrant) : null;
}

/** Finds an entry with its phone and e-mail keys, by its id or its code. Null if there is none. */
export async function findContact(
  reader: Reader,
  { raffleId, ...by }: { readonly raffleId: string } & ({ readonly entryId: string } | { readonly entryCode: string }),
): Promise<Contact | null> {
  const query = reader
    .selectFrom("entries")
    .select(["raffleId", "id as entryId", "entryCode", "phoneKey", "emailKey"])
    .where("raffleId", "=", raffleIdForLookup(reader, raffleId));
  const row = "entryId" in by ? query.where("id", "=", by.entryId) : query.where("entryCode", "=", by.entryCode);
  return (await row.executeTakeFirst()) ?? null;
}

function writePass({ secret, cookies, now }: PassDeps, contact: Contact, lastsSeconds: number): PassCookie {
  const pass = { id: contact.entryId, lastsSeconds, now };
  return addToCookie({ cookies, name: COOKIE }, pass, (seconds) => seal(secret, contact, seconds));
}

/** Covers the contact too, so a pass ends when the contact changes. */
function seal(secret: Uint8Array, { raffleId, entryId, phoneKey, emailKey }: Contact, seconds: string): Buffer {
  const sealed = [raffleId, entryId, seconds, phoneKey ?? "", emailKey ?? ""];
  return createHmac("sha256", signingKey(secret, "entrant-pass/1")).update(sealed.join("\0"), "utf8").digest();
}
