import { timingSafeEqual } from "node:crypto";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Reader } from "#src/db/connect.ts";
import { hashAccessCode } from "./access-code.ts";
import type { OrganiserGuesses } from "./organiser-guesses.ts";
import { holdsPass, type Subject } from "./pass.ts";

export type OrganiserGiven = {
  readonly reader: Reader;
  readonly secret: Uint8Array;
  readonly clock: Clock;
  readonly organiserGuesses: OrganiserGuesses;
  readonly address: string;
  /** The request's Cookie header, in which a browser's pass may be. */
  readonly pass?: string | undefined;
};

/** An access code as typed, or `exact` as it stands in an address; without one the browser's pass is looked at. */
export type CodeClaim = { readonly accessCode?: string | undefined; readonly exact?: boolean | undefined };

export type CodeRefusal = Refusal<"access-code-mismatch" | "too-many-requests">;

/** All that is known of whoever has the code. */
export const CODE_HOLDER = "access code";

const ACCESS_CODE = /^[A-Z0-9]{4}$/;

/**
 * Proves the access code of a raffle or an event (trimmed and in any case, unless `exact`), or, where none is given, the
 * pass that this browser was given when it proved the code before.
 *
 * A wrong code is refused whatever pass there is; but a browser with a pass is not made to wait for what others tried.
 */
export async function proveCode(
  given: OrganiserGiven,
  subject: Subject,
  claim: CodeClaim,
): Promise<Outcome<null, CodeRefusal>> {
  const known = holdsPass(given.secret, subject, given.pass ?? "", given.clock());
  if (claim.accessCode === undefined) return known ? accept(null) : MISMATCH;
  const code = claim.exact ? claim.accessCode : claim.accessCode.trim().toUpperCase();
  // What cannot be a code at all is no try.
  if (!ACCESS_CODE.test(code)) return MISMATCH;
  const compare = async () =>
    timingSafeEqual(hashAccessCode(given.secret, subject.id, code), subject.accessCodeHash) ? accept(null) : MISMATCH;
  if (known) return compare();
  return given.organiserGuesses.attempt({ address: given.address, subjectId: subject.id }, compare);
}

/** Neither a code nor anything else proved it. */
export const MISMATCH = refuse({
  reason: "access-code-mismatch",
  fields: { accessCode: [{ key: "accessCodeMismatch" }] },
});
