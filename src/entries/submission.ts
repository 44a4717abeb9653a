import { hash } from "node:crypto";
import { randomCode, UPPERCASE_LETTERS } from "#src/base/codes.ts";
import { newId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { FieldMessages, Message, Refusal } from "#src/base/refusal.ts";
import { fieldErrors } from "#src/base/text.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { normaliseEmail } from "./email.ts";
import { ENTRY_CODE_LENGTH } from "./limits.ts";
import { normalisePhone } from "./phone.ts";
import { unknownIds } from "./rules.ts";
import { type EntryInput, entryInput, type Wish } from "./schema.ts";

/** A checked entry on its way into the database. */
export type Submission = Omit<EntryInput, "acceptTerms" | "entryCode" | "rules" | "wishes"> & {
  readonly id: string;
  readonly raffleId: string;
  readonly entryCode: string;
  readonly phoneKey: string;
  readonly emailKey: string;
  readonly source: string;
  readonly doneRules: readonly string[];
  readonly wishes: readonly Wish[];
  /** SHA-256 in hexadecimal. */
  readonly submissionHash: string;
  /** In which the entrant is written to. */
  readonly language: Language;
};

/** Entries that come through the site; others are named by the organiser. */
const WEB_SOURCE = "Online";

/** A new entry code: 8 of A–Z. */
export function newEntryCode(): string {
  return randomCode(UPPERCASE_LETTERS, ENTRY_CODE_LENGTH);
}

/**
 * Checks what a visitor sent for a raffle and makes it ready to be stored.
 *
 * @param body what was sent: nothing about its shape is assumed
 * @param defaultRegion the country whose phone numbers need no prefix
 * @param language of the page that it was sent from; no part of what makes it another submission
 * @returns the submission, or every field that needs attention with its messages
 */
export function prepareSubmission(
  raffle: PublicRaffle,
  body: unknown,
  defaultRegion: string,
  language: Language = "en",
): Outcome<Submission, Refusal<"invalid-fields">> {
  const parsed = entryInput(raffle).safeParse(body);
  const fields: Record<string, readonly Message[]> = parsed.success ? {} : { ...fieldErrors(parsed.error) };
  const contact = body as { phone?: unknown; email?: unknown } | null;
  const phoneKey = keyOf(
    fields,
    "phone",
    contact?.phone,
    (typed) => normalisePhone(typed, defaultRegion),
    "phoneInvalid",
  );
  const emailKey = keyOf(fields, "email", contact?.email, normaliseEmail, "emailInvalid");
  if (!parsed.success || phoneKey === null || emailKey === null) return invalid(fields);

  const { acceptTerms: _, entryCode, rules, wishes, ...person } = parsed.data;
  if (unknownIds(rules, raffle.rules).length > 0) return invalid({ rules: [{ key: "ruleUnknown" }] });
  if (
    unknownIds(
      wishes.map((wish) => wish.prizeId),
      raffle.prizes,
    ).length > 0
  ) {
    return invalid({ wishes: [{ key: "prizeUnknown" }] });
  }
  return accept({
    ...person,
    id: newId(),
    raffleId: raffle.id,
    entryCode: entryCode ?? newEntryCode(),
    phoneKey,
    emailKey,
    source: WEB_SOURCE,
    language,
    doneRules: rules,
    wishes: wishes.map((wish) => ({ ...wish, status: "Selected" })),
    submissionHash: hashSubmission(person, rules, wishes),
  });
}

/**
 * The order in which a form sends its ticks says nothing; everything else makes it another submission. The schema gives
 * a person's fields in one order, so that plain JSON is the same for the same data.
 */
function hashSubmission(person: object, rules: EntryInput["rules"], wishes: EntryInput["wishes"]): string {
  const ordered = wishes.toSorted((a, b) => (a.prizeId < b.prizeId ? -1 : 1));
  return hash("sha256", JSON.stringify([person, rules.toSorted(), ordered]));
}

/** The uniqueness key of a contact field; where there is none the field gets a message, unless it has one already. */
function keyOf(
  fields: Record<string, readonly Message[]>,
  field: string,
  typed: unknown,
  normalise: (typed: string) => string | null,
  messageKey: string,
): string | null {
  if (fields[field] || typeof typed !== "string") return null;
  const key = normalise(typed);
  if (key === null) fields[field] = [{ key: messageKey }];
  return key;
}

function invalid(fields: FieldMessages) {
  return refuse({ reason: "invalid-fields", fields } as const);
}
