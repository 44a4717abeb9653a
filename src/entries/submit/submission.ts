import { hash } from "node:crypto";
import type { OrganiserScope, StaffScope } from "#src/access/scope.ts";
import { CODE_LENGTHS } from "#src/base/code-formats.ts";
import { CLEAR_LETTERS, randomCode } from "#src/base/codes.ts";
import { newId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { FieldMessages, Message, MessageKey, Refusal } from "#src/base/refusal.ts";
import { fieldErrors } from "#src/base/text.ts";
import { normaliseEmail } from "#src/contact/email.ts";
import { mailboxOf } from "#src/contact/mailbox.ts";
import { normalisePhone } from "#src/contact/phone.ts";
import type { Transaction } from "#src/db/transaction.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { PERSON_FIELD_NAMES } from "../fields.ts";
import { ENTRY_LIMITS, NOTES_TOO_LONG } from "../limits.ts";
import { paperEmailKey, paperPhoneKey } from "../paper/paper-contact.ts";
import { WEB_SOURCE } from "../paper/paper-sources.ts";
import { notesBytes, ticksByKind, unknownIds } from "../rules.ts";
import { type EntryInput, entryInput, paperEntryInput, type Wish } from "../schema.ts";

/** A validated entry, ready to be stored. */
export type Submission = Omit<EntryInput, "acceptTerms" | "entryCode" | "rules" | "wishes"> & {
  readonly id: string;
  readonly raffleId: string;
  readonly entryCode: string;
  /** The phone's uniqueness key in the raffle; null if a paper entry has none. */
  readonly phoneKey: string | null;
  readonly emailKey: string | null;
  /** The e-mail's mailbox, which some raffles take once; null without one. */
  readonly mailbox: string | null;
  /** Empty if none was chosen for a paper entry. */
  readonly source: string;
  readonly doneRules: readonly string[];
  /** Ticks that wait for the shop. */
  readonly claimedRules: readonly string[];
  readonly wishes: readonly Wish[];
  /** SHA-256 in hexadecimal. */
  readonly submissionHash: string;
  /** The language of mails to the entrant. */
  readonly language: Language;
  /** Whether the entrant gets a receipt by mail. */
  readonly receipt: boolean;
  /** Where it came from, as in `EntrySignals`; null for a paper entry. */
  readonly networkHash: string | null;
  readonly deviceHash: string | null;
  /** The entry whose link it came by; null for none. */
  readonly invitedBy: string | null;
};

/** An entry that is added, with its ticks of rules that the shop checks. */
export type AddedTicks = Pick<Submission, "id" | "claimedRules">;

/** Confirms such ticks where the shop itself adds the entries, in the transaction that stores them. */
export type ConfirmTicks = (
  tx: Transaction,
  scope: OrganiserScope | StaffScope<"add-entries">,
  entries: readonly AddedTicks[],
  at: Date,
) => Promise<void>;

/** A new entry code: 8 of A–Z without I and O. */
export function newEntryCode(): string {
  return randomCode(CLEAR_LETTERS, CODE_LENGTHS.entry);
}

/**
 * Validates a visitor's submission and prepares it for storing.
 *
 * @param body the untrusted body, of any shape
 * @param defaultRegion the country whose phone numbers need no prefix
 * @param language the language of the page; it is not part of the submission's hash
 * @returns the submission; refusal: `invalid-fields`, with messages for every wrong field
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
  return submissionOf(raffle, parsed.data, { phoneKey, emailKey, source: WEB_SOURCE, language, receipt: true });
}

/**
 * Validates a paper entry and prepares it for storing, as it was written.
 *
 * @param body the person's untrusted details, of any shape
 * @param deps.source one of the raffle's sources, or empty if none was chosen
 * @returns the submission; refusal: `invalid-fields`
 */
export function preparePaperSubmission(
  raffle: PublicRaffle,
  body: Readonly<Record<string, unknown>>,
  deps: { readonly defaultRegion: string; readonly source: string },
): Outcome<Submission, Refusal<"invalid-fields">> {
  const parsed = paperEntryInput.safeParse({ ...body, acceptTerms: true });
  if (!parsed.success) return invalid(fieldErrors(parsed.error));
  const { phone, email } = parsed.data;
  const keys = { phoneKey: paperPhoneKey(phone, deps.defaultRegion), emailKey: paperEmailKey(email) };
  return submissionOf(raffle, parsed.data, { ...keys, source: deps.source, language: "en", receipt: false });
}

function submissionOf(
  raffle: PublicRaffle,
  input: EntryInput,
  known: Pick<Submission, "phoneKey" | "emailKey" | "source" | "language" | "receipt">,
): Outcome<Submission, Refusal<"invalid-fields">> {
  const { acceptTerms: _, entryCode, rules, wishes, namedByTicket, ...person } = input;
  if (unknownIds(rules, raffle.rules).length > 0) return invalid({ rules: [{ key: "ruleUnknown" }] });
  const ticked = ticksByKind(raffle.rules, rules);
  if (ticked.none.length > 0) return invalid({ rules: [{ key: "ruleEarned" }] });
  if (
    unknownIds(
      wishes.map((wish) => wish.prizeId),
      raffle.prizes,
    ).length > 0
  ) {
    return invalid({ wishes: [{ key: "prizeUnknown" }] });
  }
  if (notesBytes(wishes) > ENTRY_LIMITS.notesBytes) return invalid({ wishes: [NOTES_TOO_LONG] });
  return accept({
    ...person,
    namedByTicket,
    ...known,
    mailbox: known.emailKey === null ? null : mailboxOf(known.emailKey),
    networkHash: null,
    deviceHash: null,
    invitedBy: null,
    id: newId(),
    raffleId: raffle.id,
    entryCode: entryCode ?? newEntryCode(),
    doneRules: ticked.done,
    claimedRules: ticked.claim,
    wishes: wishes.map((wish) => ({ ...wish, status: wish.status ?? "Selected" })),
    submissionHash: hashSubmission(namedByTicket ? { ...person, namedByTicket } : person, rules, wishes),
  });
}

/** The size of what is stored of a submission, in bytes, but for ids. */
export function bytesOf(submission: Submission): number {
  return PERSON_FIELD_NAMES.reduce(
    (sum, field) => sum + Buffer.byteLength(submission[field]),
    notesBytes(submission.wishes),
  );
}

/** How many fields the first version had: they are hashed, empty or not. */
const FIRST_FIELDS = 7;
const LATER_FIELDS = PERSON_FIELD_NAMES.slice(FIRST_FIELDS);

/**
 * Hashes a submission to recognise a repeat. The order of ticks and wishes does not matter; any other difference does.
 * The schema returns a person's fields in a fixed order, so plain JSON is deterministic. A choice or a field that came
 * later is part of it only where it was made or filled in, so that the hashes of earlier entries hold.
 */
function hashSubmission(
  typed: Readonly<Record<string, unknown>>,
  rules: EntryInput["rules"],
  wishes: EntryInput["wishes"],
): string {
  const person = LATER_FIELDS.length === 0 ? typed : withoutEmptyLaterFields(typed);
  const ordered = wishes.toSorted((a, b) => (a.prizeId < b.prizeId ? -1 : 1));
  return hash("sha256", JSON.stringify([person, rules.toSorted(), ordered]));
}

function withoutEmptyLaterFields(person: Readonly<Record<string, unknown>>): object {
  const isEmpty = (name: string) => person[name] === "" && LATER_FIELDS.some((later) => later === name);
  return Object.fromEntries(Object.entries(person).filter(([name]) => !isEmpty(name)));
}

/** The uniqueness key of a contact field, or null. On an invalid value it adds a message, unless the field has one. */
function keyOf(
  fields: Record<string, readonly Message[]>,
  field: string,
  typed: unknown,
  normalise: (typed: string) => string | null,
  messageKey: MessageKey,
): string | null {
  if (fields[field] || typeof typed !== "string") return null;
  const key = normalise(typed);
  if (key === null) fields[field] = [{ key: messageKey }];
  return key;
}

/** Refuses fields in the order in which forms show them, that of the schema. */
function invalid(fields: FieldMessages) {
  const order = Object.keys(paperEntryInput.shape);
  const inOrder = Object.entries(fields).toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  return refuse({ reason: "invalid-fields", fields: Object.fromEntries(inOrder) } as const);
}
