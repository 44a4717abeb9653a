import { z } from "zod";
import { optionalText, requiredText } from "#src/base/text.ts";
import { CLAIM_LIMITS } from "../limits.ts";
import type { ClaimSettings } from "../settings.ts";

/** What a winner filled in. Stored sealed, as JSON. */
export type ClaimAnswers = {
  readonly way: "delivery" | "pick-up";
  /** For a delivery. */
  readonly address: string;
  /** The day or time at which it suits, as typed. */
  readonly day: string;
  /** Another phone than the entry's. */
  readonly phone: string;
  /** To the organiser's own question. */
  readonly answer: string;
};

/** How a winner can get the prize. */
export function waysOf({ ways }: Pick<ClaimSettings, "ways">): readonly ClaimAnswers["way"][] {
  return ways === "both" ? ["delivery", "pick-up"] : [ways];
}

/** What a claim's form sends, by what its organiser asks, and the way that was chosen. Untrusted. */
export function claimInput(settings: ClaimSettings, way: unknown) {
  return z.object({
    way: z.enum(waysOf(settings), { error: "optionInvalid" }),
    address:
      // Who picks it up is asked for none: the form's field is hidden, with the entry's address in it.
      way === "delivery" ? requiredText(CLAIM_LIMITS.address, "addressRequired") : z.unknown().transform(() => ""),
    day: optionalText(CLAIM_LIMITS.day),
    phone: optionalText(CLAIM_LIMITS.phone),
    answer: settings.question
      ? requiredText(CLAIM_LIMITS.answer, "claimAnswerRequired", { lines: true })
      : optionalText(CLAIM_LIMITS.answer, { lines: true }),
    share: z.boolean({ error: "optionInvalid" }),
    sentence: optionalText(CLAIM_LIMITS.sentence),
  });
}

/** A claim as its form sends it, with the files that were chosen. Untrusted. */
export type SentClaim = Readonly<Record<keyof ClaimAnswers | "share" | "sentence", unknown>> & {
  readonly id: Uint8Array | null;
  readonly photo: Uint8Array | null;
};
