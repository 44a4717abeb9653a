import type { TypedPassword } from "#src/access/accounts.ts";
import type { Config } from "#src/config/config.ts";
import { formText } from "./form-text.ts";

/** What the site can do for whoever forgot a password. */
export function passwordHelp({ smtp, operatorEmail }: Config) {
  return { sendsMail: smtp !== undefined, operatorEmail: operatorEmail ?? null };
}

/** The token in the address of a page that a mail led to. */
export function mailToken(request: Request): string {
  return new URL(request.url).searchParams.get("token") ?? "";
}

/** The fields of a new password. */
export function typedPassword(form: FormData): TypedPassword {
  return {
    password: formText(form, "password"),
    repeated: formText(form, "repeated"),
    anyway: formText(form, "anyway") === "yes",
  };
}

const PROFILE_INTENTS = ["rename", "password", "end-session", "verify"] as const;

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
