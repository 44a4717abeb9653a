import { z } from "zod";
import type { FieldMessages, Message } from "./refusal.ts";

// Format characters (zero-width spaces, marks of direction), and what Unicode says is to be shown as nothing: variation
// selectors and fillers, some of which it counts as letters.
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

// Letters, numbers, punctuation and symbols can be seen, but for the fillers among them and Braille's empty cell.
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether a text can be stored and given back as it is: PostgreSQL has no U+0000, and UTF-8 no half surrogate pairs. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\u0000");
}

/** Whether there is anything to see in a text: a name of zero-width spaces is no name. */
export function hasVisibleText(text: string): boolean {
  return VISIBLE.test(text);
}

/** A text as it looks: without the characters that take no room. For keys to compare by, not for text to show. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}

/**
 * A text that must be given. What comes out is what was typed, trimmed. Refused, in this order and with one message: what
 * is no text, cannot be stored, has nothing to see, is too long.
 *
 * @param max characters (UTF-16 units, as a browser's maxlength counts; never fewer than the database counts)
 * @param missing the message's catalogue key when there is nothing in it
 */
export function requiredText(max: number, missing: string) {
  return z
    .string({ error: (issue) => (issue.input === undefined || issue.input === null ? missing : "textWrongType") })
    .trim()
    .refine(isStorableText, { error: "textUnstorable", abort: true })
    .refine(hasVisibleText, { error: missing, abort: true })
    .refine((text) => text.length <= max, {
      error: encodeMessage({ key: "textTooLong", params: { max } }),
      abort: true,
    });
}

/** A text that may be left out (undefined, null, empty, blank): then it is empty. Refusals as of a required text. */
export function optionalText(max: number) {
  return z
    .string({ error: "textWrongType" })
    .nullish()
    .transform((text) => (text ?? "").trim())
    .refine(isStorableText, { error: "textUnstorable", abort: true })
    .refine((text) => text.length <= max, {
      error: encodeMessage({ key: "textTooLong", params: { max } }),
      abort: true,
    });
}

/** A message that fills something in, packed into the one string that zod carries with an issue. */
export function encodeMessage(message: Message): string {
  return JSON.stringify(message);
}

/** Every issue of a failed parse as messages of its field (`prizes.0.name`), each field's in order and once. */
export function fieldErrors(error: z.ZodError): FieldMessages {
  const fields = new Map<string, Set<string>>();
  for (const issue of error.issues) {
    const path = issue.path.map(String).join(".");
    fields.set(path, (fields.get(path) ?? new Set()).add(issue.message));
  }
  return Object.fromEntries([...fields].map(([path, texts]) => [path, [...texts].map(decodeMessage)]));
}

function decodeMessage(text: string): Message {
  return text.startsWith("{") ? (JSON.parse(text) as Message) : { key: text };
}
