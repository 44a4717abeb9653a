import { setTimeout as delay } from "node:timers/promises";
import { isAPIError } from "better-auth/api";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { inTransaction } from "#src/db/transaction.ts";
import type { Language } from "#src/i18n/languages.ts";
import { queueMail } from "#src/mail/write.ts";
import { EMAIL_VERIFICATION, PASSWORD_RESET } from "./account-mails.ts";
import type { AuthOptions, createAuth } from "./better-auth.ts";
import { readEmail, readPasswordReset, type TypedRefusal } from "./schema.ts";
import type { AccountScope } from "./scope.ts";
import type { SignInGuesses, WaitRefusal } from "./sign-in-guesses.ts";

export type ResetRefusal = TypedRefusal | Refusal<"common-password" | "link-invalid">;

/** What is done by a link in a mail: setting a new password, and verifying an address. */
export type AccountLinks = {
  /**
   * Has a link mailed with which the account's password can be set. Whether the address has an account is not to be told
   * from the answer, nor from how long it takes; tries are counted by where they come from and by the address.
   */
  askForReset(asking: Asking, email: string): Promise<Outcome<void, TypedRefusal | WaitRefusal>>;
  /** Whether a password can be set with this token: it is ours, not used, and made within the last hour. */
  isResetOpen(token: string): Promise<boolean>;
  /** Sets a new password, once for each token, and ends all sessions of the account. Its address is verified thereby. */
  resetPassword(token: string, typed: TypedReset): Promise<Outcome<void, ResetRefusal>>;
  /** Has the link mailed once more with which the account's address is verified, unless it is. */
  askForVerification(asking: Asking, account: AccountScope): Promise<Outcome<void, WaitRefusal>>;
  /** Verifies the address that a mail's token was sent to; once more does no harm. */
  verifyEmail(token: string): Promise<Outcome<void, Refusal<"link-invalid">>>;
};

/** Where a mail is asked for, and in which language it shall be. */
type Asking = { readonly address: string; readonly language: Language };

type TypedReset = { readonly password: string; readonly repeated: string; readonly anyway: boolean };

type Given = AuthOptions & {
  readonly auth: ReturnType<typeof createAuth>;
  readonly guesses: SignInGuesses;
  /** Whether a password is too easily guessed for somebody of whom this is known. */
  readonly isWeak: (typed: TypedReset, known: readonly string[]) => Promise<boolean>;
};

/** Longer than finding an account and writing a mail into the outbox take, so that both answers take as long. */
const ANSWER_AFTER_MS = 400;
/** As the library makes them; a text that no database takes is none. */
const RESET_TOKEN = /^[A-Za-z0-9]{16,64}$/;
const VERIFICATION_TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

const LINK_INVALID = refuse({ reason: "link-invalid" } as const);

/** The part of accounts.ts that links in mails are needed for. */
export function accountLinks({ db, auth, guesses, isWeak }: Given): AccountLinks {
  async function holderOf(token: string) {
    if (!RESET_TOKEN.test(token)) return undefined;
    const { internalAdapter } = await auth.$context;
    const found = await internalAdapter.findVerificationValue(`reset-password:${token}`);
    if (!found || found.expiresAt.getTime() <= Date.now()) return undefined;
    return db.selectFrom("users").select(["id", "username", "email"]).where("id", "=", found.value).executeTakeFirst();
  }

  async function queueReset(email: string, language: Language): Promise<void> {
    await inTransaction(db, async (tx) => {
      const user = await tx.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
      if (user) await queueMail(tx, { kind: PASSWORD_RESET, userId: user.id, language });
    });
  }

  return {
    async askForReset({ address, language }, typed) {
      const read = readEmail({ email: typed });
      if (!read.ok) return read;
      const { email } = read.value;
      const wait = await guesses.countMail({ address, email });
      if (wait) return wait;
      await Promise.all([queueReset(email, language), delay(ANSWER_AFTER_MS)]);
      return accept(undefined);
    },

    async isResetOpen(token) {
      return (await holderOf(token)) !== undefined;
    },

    async resetPassword(token, typed) {
      const user = await holderOf(token);
      if (!user) return LINK_INVALID;
      const read = readPasswordReset(typed);
      if (!read.ok) return read;
      if (await isWeak(typed, [user.username, user.email])) {
        return refuse({ reason: "common-password", fields: { password: [{ key: "commonPassword" }] } });
      }
      try {
        await auth.api.resetPassword({ body: { newPassword: read.value.password, token } });
      } catch (error) {
        if (isAPIError(error) && error.body?.code === "INVALID_TOKEN") return LINK_INVALID;
        throw error;
      }
      await db.updateTable("users").set({ emailVerified: true }).where("id", "=", user.id).execute();
      await closeResets(db, user.id);
      return accept(undefined);
    },

    async askForVerification({ address, language }, { userId, email, emailVerified }) {
      if (emailVerified) return accept(undefined);
      const wait = await guesses.countMail({ address, email });
      if (wait) return wait;
      await inTransaction(db, (tx) => queueMail(tx, { kind: EMAIL_VERIFICATION, userId, language }));
      return accept(undefined);
    },

    async verifyEmail(token) {
      if (!VERIFICATION_TOKEN.test(token)) return LINK_INVALID;
      try {
        await auth.api.verifyEmail({ query: { token } });
        return accept(undefined);
      } catch (error) {
        if (isAPIError(error) && error.statusCode < 500) return LINK_INVALID;
        throw error;
      }
    },
  };
}

/** Ends what other mails could still set the account's password with. */
export async function closeResets(db: AuthOptions["db"], userId: string): Promise<void> {
  await db.deleteFrom("userVerifications").where("value", "=", userId).execute();
}
