import type { TypedPassword } from "#src/access/accounts.ts";
import { formText } from "./form-text.ts";

/** The fields of a new password. */
export function typedPassword(form: FormData): TypedPassword {
  return {
    password: formText(form, "password"),
    repeated: formText(form, "repeated"),
    anyway: formText(form, "anyway") === "yes",
  };
}

const PROFILE_INTENTS = ["rename", "password", "end-session"] as const;

/** What somebody pressed on their own page. */
export type ProfileIntent = (typeof PROFILE_INTENTS)[number];

/** Reads a button's value; null for one that is not ours. */
export function profileIntent(pressed: string | null): ProfileIntent | null {
  return PROFILE_INTENTS.find((intent) => intent === pressed) ?? null;
}

const USER_INTENTS = ["make-admin", "make-user", "ban", "unban"] as const;

/** What an admin pressed beside an account. */
export type UserIntent = (typeof USER_INTENTS)[number];

/** Reads a button's value; null for one that is not ours. */
export function userIntent(pressed: string): UserIntent | null {
  return USER_INTENTS.find((intent) => intent === pressed) ?? null;
}
