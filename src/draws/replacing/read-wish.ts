import { z } from "zod";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { encodeMessage, fieldErrors, optionalText, requiredText } from "#src/base/text.ts";
import { lengthOf } from "../protocol/format/texts.ts";
import { NOTE_LENGTH, REPLACEMENT_REASONS } from "../protocol/winners/replacements.ts";
import type { Leaving } from "./carry-out.ts";

/** Untrusted: who is to go, why, and what everybody reads of it. */
export type WantedReplacement = {
  readonly prizeCode: string;
  /** The ticket that the organiser saw as the prize's holder. */
  readonly from: number;
  readonly reason: string;
  readonly note: string;
};

const LONG = encodeMessage({ key: "textTooLong", params: { max: NOTE_LENGTH } });

/** A public note, as verifiers read it: they refuse what is not NFC. */
const noteOf = (typed: z.ZodType<string>) =>
  typed.transform((text) => text.normalize("NFC")).refine((text) => lengthOf(text) <= NOTE_LENGTH, { error: LONG });

const sentReason = z.object({ reason: z.enum(REPLACEMENT_REASONS, { error: "optionInvalid" }) });
const sentNote = z.object({ note: noteOf(requiredText(NOTE_LENGTH, "replacementNoteRequired")) });
const maybeNote = z.object({ note: noteOf(optionalText(NOTE_LENGTH)) });

/**
 * Reads a wish to replace somebody, before it is asked whether to.
 *
 * @returns refusal: `invalid-fields` (`reason`, `note`)
 */
export function readReplacement({
  prizeCode,
  from,
  ...typed
}: WantedReplacement): Outcome<Leaving, Refusal<"invalid-fields">> {
  const reason = sentReason.safeParse(typed);
  if (!reason.success) return refuse({ reason: "invalid-fields", fields: fieldErrors(reason.error) });
  const note = (reason.data.reason === "unclaimed" ? maybeNote : sentNote).safeParse(typed);
  if (!note.success) return refuse({ reason: "invalid-fields", fields: fieldErrors(note.error) });
  return accept({ prizeCode, from, ...reason.data, ...note.data });
}
