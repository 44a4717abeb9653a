import { typedCode } from "#src/base/code-formats.ts";
import { CLEAR_LETTERS_AND_DIGITS } from "#src/base/codes.ts";
import { newId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { attemptCode, type CodeProver } from "../code-attempts.ts";
import { PAST_STEPS, STAMP_TICKETS } from "./limits.ts";
import { readStampLink } from "./link.ts";
import { findScreens, screenShowing } from "./screens.ts";
import { makeTicket, type Seen } from "./stamp-ticket.ts";
import { CHARACTERS, STEP_MS, stepAt } from "./totp.ts";

const FORMAT = new RegExp(`^[${CLEAR_LETTERS_AND_DIGITS}]{${CHARACTERS}}$`);

export type SeeDeps = CodeProver & {
  readonly db: Database;
  readonly clock: () => Date;
  readonly secret: Uint8Array;
};

export type SeeRefusal = Refusal<"stamp-code-wrong" | "stamp-code-past"> | ChallengeRefusal;

/** A code of a screen as somebody typed or scanned it; only a scanned one says of which station. */
export type ScreenCode = { readonly code: string; readonly station?: number };

/** Reads the six characters of a screen, or the address of its QR code; null for what can be neither. */
export function readScreenCode(typed: string): ScreenCode | null {
  const link = readStampLink(typed);
  const code = typedCode(link?.code ?? typed);
  if (!FORMAT.test(code)) return null;
  return link ? { code, station: link.station } : { code };
}

/**
 * Finds the screen that shows a code now, or did a step ago, or will in a step: clocks differ, and people take seconds
 * to press.
 *
 * @returns refusals: `stamp-code-past` for a code of some minutes ago, `stamp-code-wrong`, which counts as a guess, and
 *   `challenge-required`
 */
export async function seeCode(
  deps: SeeDeps,
  raffleId: string,
  { code, station }: ScreenCode,
): Promise<Outcome<Seen, SeeRefusal>> {
  return attemptCode(deps, { kind: "stampCode", raffleId, code }, async () => {
    const at = deps.clock();
    const step = stepAt(at.getTime());
    const open = await findScreens(deps.db, raffleId, { now: at, ago: PAST_STEPS * STEP_MS });
    const screens = open.filter(({ number }) => station === undefined || number === station);
    const screen = screenShowing(deps.secret, screens, { code, steps: [step, step - 1, step + 1] });
    if (screen) return accept({ screenId: screen.id, scanId: newId(), at });
    const past = Array.from({ length: PAST_STEPS }, (_, ago) => step - 2 - ago);
    return screenShowing(deps.secret, screens, { code, steps: past })
      ? refuse({ reason: "stamp-code-past" } as const)
      : refuse({ reason: "stamp-code-wrong" } as const);
  });
}

/**
 * Exchanges a code for a ticket, which waits until its visitor has said whose stamp it is. Who takes many gets none:
 * the code itself gives a stamp while it is shown.
 *
 * @returns the ticket, or an empty text past the limit; refuses as `seeCode`
 */
export async function takeTicket(
  deps: SeeDeps,
  raffleId: string,
  code: ScreenCode,
): Promise<Outcome<string, SeeRefusal>> {
  const seen = await seeCode(deps, raffleId, code);
  if (!seen.ok) return seen;
  const { screenId, at } = seen.value;
  const { limits, address } = deps;
  const subjects = [`${screenId} ${stepAt(at.getTime())}`];
  const admitted = await limits.admit({ policy: STAMP_TICKETS, address, subjects }, undefined);
  return accept(admitted.ok ? makeTicket(deps.secret, raffleId, screenId, at) : "");
}
