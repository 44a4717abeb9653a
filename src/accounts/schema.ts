import { z } from "zod";
import type { FieldMessages, Refusal } from "#src/base/refusal.ts";
import { encodeMessage, fieldErrors, isStorableText, requiredText } from "#src/base/text.ts";
import { MAX_EMAIL, MAX_PASSWORD, MAX_USERNAME, MIN_PASSWORD } from "./limits.ts";

/** The field's message behind "Please fill out all fields." */
const EMPTY = "fieldRequired";

const username = requiredText(MAX_USERNAME, EMPTY);

// The accounts library accepts only these addresses.
const email = requiredText(MAX_EMAIL, EMPTY).pipe(z.email("emailInvalid").toLowerCase());

// Not trimmed: spaces are part of a password.
const password = z
  .string(EMPTY)
  .min(1, { error: EMPTY, abort: true })
  .min(MIN_PASSWORD, { error: "passwordTooShort", abort: true })
  .max(MAX_PASSWORD, { error: encodeMessage({ key: "textTooLong", params: { max: MAX_PASSWORD } }), abort: true })
  .refine(isStorableText, "textUnstorable");

const repeated = z.string(EMPTY).min(1, EMPTY);

const registration = z
  .object({ username, email, password, repeated })
  .superRefine((typed, context) => refuseDifferent(typed, context), { when: () => true });

const passwordChange = z
  .object({ current: repeated.max(MAX_PASSWORD, "currentPasswordWrong"), password, repeated })
  .superRefine((typed, context) => refuseDifferent(typed, context), { when: () => true });

const passwordReset = z
  .object({ password, repeated })
  .superRefine((typed, context) => refuseDifferent(typed, context), { when: () => true });

/** A valid new account. */
export type Registration = z.output<typeof registration>;

export type PasswordChange = z.output<typeof passwordChange>;

export type TypedRefusal = Refusal<"fields-missing" | "invalid-fields">;

type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: TypedRefusal };

/** Reads a registration form: all fields present, both passwords equal, the password long enough. */
export function readRegistration(typed: unknown): Read<Registration> {
  return read(registration, typed);
}

/** Reads the form that changes a password. */
export function readPasswordChange(typed: unknown): Read<PasswordChange> {
  return read(passwordChange, typed);
}

/** Reads the form that replaces a forgotten password. */
export function readPasswordReset(typed: unknown): Read<{ password: string }> {
  return read(passwordReset, typed);
}

/** Reads the address of an account. */
export function readEmail(typed: unknown): Read<{ email: string }> {
  return read(z.object({ email }), typed);
}

/** Reads a new user name. */
export function readUsername(typed: unknown): Read<{ username: string }> {
  return read(z.object({ username }), typed);
}

function read<Value>(schema: z.ZodType<Value>, typed: unknown): Read<Value> {
  const parsed = schema.safeParse(typed);
  if (parsed.success) return { ok: true, value: parsed.data };
  const fields: FieldMessages = fieldErrors(parsed.error);
  const missing = Object.values(fields).some((messages) => messages.some((message) => message.key === EMPTY));
  return { ok: false, refusal: { reason: missing ? "fields-missing" : "invalid-fields", fields } };
}

/** Reports different passwords next to other errors, but not if one of them is missing. */
function refuseDifferent(typed: unknown, context: z.RefinementCtx): void {
  const { password: first, repeated: second } = typed as { password?: unknown; repeated?: unknown };
  if (!first || !second || first === second) return;
  context.addIssue({ code: "custom", path: ["repeated"], message: "passwordsDiffer" });
}
