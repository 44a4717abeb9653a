import { z } from "zod";
import type { MessageKey } from "#src/base/refusal.ts";
import type { FieldMessages, Message } from "./refusal.ts";

// Format characters (zero-width spaces, direction marks) and the characters that Unicode calls default-ignorable:
// variation selectors and fillers. Unicode counts some fillers as letters.
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

// Letters, numbers, punctuation and symbols are visible, except fillers and the blank Braille cell (U+2800).
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether a text can be stored and read back unchanged: PostgreSQL has no U+0000, and UTF-8 no lone surrogates. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\u0000");
}

// Tabs and line breaks come with pasted text and with spreadsheet cells.
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/;

// Control characters: they can ring a terminal's bell or move its cursor.
const CONTROL = /\p{Cc}/u;

// Marks that change or isolate text direction, and invisible format characters: with them one text imitates another.
// Joiners are allowed: names in some languages and many emoji need them.
const DISGUISE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** Whether a text may have several lines. Few fields allow it. */
export type TextLines = { readonly lines: boolean };

const ONE_LINE: TextLines = { lines: false };

/** Whether a text has any visible character: a name of zero-width spaces is no name. */
export function hasVisibleText(text: string): boolean {
  return VISIBLE.test(text);
}

/** A text without its invisible characters. For comparison keys, not for display. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}

/** A one-line text as it is stored: line breaks become spaces, and invisible marks are removed. */
function plainLine(text: string): string {
  const lines = text.split(BREAKS).map((line) => line.trim());
  return lines
    .filter((line) => line !== "")
    .join(" ")
    .replace(DISGUISE, "")
    .trim();
}

function isOneLine(text: string): boolean {
  return !CONTROL.test(text);
}

/**
 * A zod schema for a required text. Output: the typed text, trimmed. A one-line text also loses line breaks and
 * invisible marks. The first refusal that applies, in this order, gives the one message: not a string, not storable,
 * nothing visible, control characters in a one-line text, too long.
 *
 * @param max characters (UTF-16 units, as a browser's maxlength counts; never fewer than the database counts)
 * @param missing catalogue key of the message for an absent text or one without a visible character
 */
export function requiredText(max: number, missing: string, lines = ONE_LINE) {
  const text = storableText((input) => (input === undefined || input === null ? missing : "textWrongType"));
  return limitedText(text.refine(hasVisibleText, { error: missing, abort: true }), max, lines).meta({ minLength: 1 });
}

/** A zod schema for an optional text: undefined, null and blank become "". Other refusals are `requiredText`'s. */
export function optionalText(max: number, lines = ONE_LINE) {
  const text = limitedText(
    storableText(() => "textWrongType"),
    max,
    lines,
  );
  return z.preprocess((value) => value ?? "", text.prefault(""));
}

function storableText(wrongType: (input: unknown) => string) {
  return z
    .string({ error: ({ input }) => wrongType(input) })
    .trim()
    .refine(isStorableText, { error: "textUnstorable", abort: true });
}

// The length has a check of its own: zod's counts although another one has failed, and gives a second message.
function limitedText(text: z.ZodString, max: number, { lines }: TextLines) {
  const line = lines ? text : text.overwrite(plainLine).refine(isOneLine, { error: "textOneLine", abort: true });
  return line
    .refine((typed) => typed.length <= max, {
      error: encodeMessage({ key: "textTooLong", params: { max } }),
      abort: true,
    })
    .meta({ maxLength: max });
}

/** A message with parameters, packed into the one string that a zod issue can carry. */
export function encodeMessage(message: Message): string {
  return JSON.stringify(message);
}

/** The issues of a failed parse as messages by field path (`prizes.0.name`), in order and without duplicates. */
export function fieldErrors(error: z.ZodError): FieldMessages {
  const fields = new Map<string, Set<string>>();
  for (const issue of error.issues) {
    const path = issue.path.map(String).join(".");
    fields.set(path, (fields.get(path) ?? new Set()).add(issue.message));
  }
  return Object.fromEntries([...fields].map(([path, texts]) => [path, [...texts].map(decodeMessage)]));
}

function decodeMessage(text: string): Message {
  return text.startsWith("{") ? (JSON.parse(text) as Message) : { key: text as MessageKey };
}

/** A whole number, as text from a form or as a JSON number. Without it the result is the default, if there is one. */
export function wholeNumber<Default extends number | undefined>(min: number, max: number, whenEmpty: Default) {
  const error = encodeMessage({ key: "integerRange", params: { min, max } });
  const number = z.int({ error }).min(min, { error }).max(max, { error });
  return z.preprocess(
    (value) => {
      if (value === null || value === "") return undefined;
      return typeof value === "string" && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : value;
    },
    (whenEmpty === undefined ? number.optional() : number.prefault(whenEmpty)) as z.ZodType<number | Default>,
  );
}

/** One of some names, which is the first where none is sent. */
export function oneOf<const Names extends readonly [string, ...string[]]>(names: Names, usual: Names[number]) {
  return z.enum(names, { error: "optionInvalid" }).default(usual as never);
}

/** A number as a form or a program sent it. NaN for what is none: an object may not even become text. */
export function readNumber(sent: unknown): number {
  return typeof sent === "number" || typeof sent === "string" ? Number(sent) : Number.NaN;
}
