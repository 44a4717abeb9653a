import { z } from "zod";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { fieldErrors, requiredText } from "#src/base/text.ts";
import { MAX_REASON } from "./limits.ts";

const sentReason = z.object({ reason: requiredText(MAX_REASON, "reasonRequired") });

/**
 * Why an organiser decided so about an entry, drops or a prize.
 *
 * @param reason untrusted
 * @returns the reason; the refusal is `invalid-fields` (the reason)
 */
export function readReason(reason: string): Outcome<string, Refusal<"invalid-fields">> {
  const parsed = sentReason.safeParse({ reason });
  return parsed.success
    ? accept(parsed.data.reason)
    : refuse({ reason: "invalid-fields", fields: fieldErrors(parsed.error) });
}
