import type { TypedPassword } from "#src/accounts/password-strength.ts";
import type { Config } from "#src/config/config.ts";
import { siteOperator } from "../../page/site-operator.ts";
import { formText } from "../../requests/form-text.ts";

export function passwordHelp(config: Config) {
  return { sendsMail: config.smtp !== undefined, operator: siteOperator(config) };
}

export function typedPassword(form: FormData): TypedPassword {
  return {
    password: formText(form, "password"),
    repeated: formText(form, "repeated"),
    anyway: formText(form, "anyway") === "yes",
  };
}

const PROFILE_INTENTS = ["rename", "password", "end-session", "verify", "leave-raffle"] as const;

export type ProfileIntent = (typeof PROFILE_INTENTS)[number];

export function profileIntent(pressed: string | null): ProfileIntent | null {
  return PROFILE_INTENTS.find((intent) => intent === pressed) ?? null;
}

const USER_INTENTS = [
  "ask-admin",
  "make-admin",
  "make-known-admin",
  "make-user",
  "ask-ban",
  "ban",
  "unban",
  "release-typed-mail",
] as const;

/** The button that an admin pressed for an account. What is costly is asked first. */
export type UserIntent = (typeof USER_INTENTS)[number];

export function userIntent(pressed: string): UserIntent | null {
  return USER_INTENTS.find((intent) => intent === pressed) ?? null;
}
