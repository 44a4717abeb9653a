import { timingSafeEqual } from "node:crypto";
import type { Clock } from "#src/base/clock.ts";
import { CODE_FORMATS, swapLookAlikes, typedCode } from "#src/base/code-formats.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Reader } from "#src/db/connect.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { heldPass, type Subject } from "../organiser-cookie.ts";
import { hashAccessCode } from "./access-code.ts";
import type { AccessCodeAttempts } from "./access-code-attempts.ts";
import type { Prover } from "./entry-code-attempts.ts";

export type OrganiserDeps = Prover & {
  readonly reader: Reader;
  readonly secret: Uint8Array;
  readonly clock: Clock;
  readonly accessCodeAttempts: AccessCodeAttempts;
  /** The request's Cookie header, which may hold the browser's pass. */
  readonly pass?: string | undefined;
};

/** An access code as typed, or with `exact` as in a URL. Without one, the browser's pass is checked. */
export type CodeClaim = { readonly accessCode?: string | undefined; readonly exact?: boolean | undefined };

export type CodeRefusal = Refusal<"access-code-mismatch" | "too-many-requests"> | ChallengeRefusal;

/** The actor in the audit log for a client that proved the access code. */
export const CODE_HOLDER = "access code";

/**
 * Proves the access code of a raffle or an event: in any case and with blanks, unless `exact`. An older code may have
 * O, 0, I or 1: it is also accepted with all of them misread. Without a code, it checks the pass that this browser got
 * when it proved the code before.
 *
 * A wrong code is refused even with a pass. But a browser with a pass never waits because of other clients' failures.
 * Refuses with `access-code-mismatch`, `too-many-requests` or `challenge-required`.
 */
export async function proveCode(
  deps: OrganiserDeps,
  subject: Subject & { readonly opens: "raffle" | "event" },
  claim: CodeClaim,
): Promise<Outcome<null, CodeRefusal>> {
  const known = heldPass(deps.secret, subject, deps.pass ?? "", deps.clock()) !== null;
  if (claim.accessCode === undefined) return known ? accept(null) : MISMATCH;
  const code = claim.exact ? claim.accessCode : typedCode(claim.accessCode);
  // Text that cannot be a code does not count as an attempt.
  if (!CODE_FORMATS.access.test(code)) return MISMATCH;
  const codes = claim.exact ? [code] : [code, swapLookAlikes(code)];
  const isRight = (one: string) =>
    timingSafeEqual(hashAccessCode(deps.secret, subject.id, one), subject.accessCodeHash);
  const compare = async () => (codes.some(isRight) ? accept(null) : MISMATCH);
  if (known) return compare();
  const { address, solution, accessCodeAttempts } = deps;
  return accessCodeAttempts.attempt({ address, solution, subjectId: subject.id, opens: subject.opens }, compare);
}

/** The refusal where neither a code nor anything else is a proof. */
export const MISMATCH = refuse({
  reason: "access-code-mismatch",
  fields: { accessCode: [{ key: "accessCodeMismatch" }] },
});
