import { setTimeout as delay } from "node:timers/promises";
import { isAPIError } from "better-auth/api";
import { sql } from "kysely";
import type { OnSecurityEvent } from "#src/access/audit/security-events.ts";
import type { Prover } from "#src/access/codes/entry-code-attempts.ts";
import { type Role, roleOf } from "#src/access/roles.ts";
import type { AccountScope } from "#src/access/scope.ts";
import { revokeAllTokens } from "#src/access/tokens/tokens.ts";
import { SITE_ID } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import type { Language } from "#src/i18n/languages.ts";
import { queueMail } from "#src/mail/write.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { type AuthOptions, createAuth } from "./better-auth.ts";
import { RESET_MAILS } from "./limits.ts";
import { EMAIL_VERIFICATION, PASSWORD_RESET } from "./mails.ts";
import { confirmNewEmail } from "./own-account/change-email.ts";
import { hashPassword, inHashQueue } from "./password-hash.ts";
import type { refuseWeak, TypedPassword, WeakPasswordRefusal } from "./password-strength.ts";
import { readEmail, readPasswordReset, type TypedRefusal } from "./schema.ts";
import { removeSecondFactor } from "./second-factor.ts";
import type { SignInAttempts, WaitRefusal } from "./sign-in-attempts.ts";
import { followPasswordChange } from "./stored-password.ts";

export type ResetRefusal = TypedRefusal | WeakPasswordRefusal | Refusal<"link-invalid" | "site-busy">;

/** The holder of a new password. Their name and e-mail make a password weak; their role decides if that is allowed. */
export type PasswordHolder = {
  readonly userId?: string;
  readonly username: string;
  readonly email: string;
  readonly role: Role;
};

/** Actions that use a link in a mail: set a new password, and verify an address. */
export type AccountLinks = {
  /**
   * Mails a link to set a new password. Neither the response nor its duration reveals whether the address has an
   * account. Requests past the limits per network and per address cost a puzzle. Past a day's mails, none is sent while
   * the link before it still works for half an hour.
   */
  askForReset(
    asking: Asking & Pick<Prover, "solution">,
    email: string,
  ): Promise<Outcome<void, TypedRefusal | ChallengeRefusal>>;
  /** Whether this token can set a password: it is ours, unused, and at most an hour old. */
  isResetOpen(token: string): Promise<boolean>;
  /**
   * Sets a new password, once per token, and ends all sessions of the account. This also verifies its address. Where
   * that is the first proof of it, tokens and second factor of before end too.
   */
  resetPassword(token: string, typed: TypedPassword): Promise<Outcome<void, ResetRefusal>>;
  /** Mails the verification link again, unless the address is already verified. */
  askForVerification(
    asking: Asking & Pick<Prover, "solution">,
    account: AccountScope,
  ): Promise<Outcome<void, WaitRefusal | ChallengeRefusal>>;
  /** Verifies the address that the token was mailed to, be it the account's or its new one. A repeat succeeds too. */
  verifyEmail(token: string): Promise<Outcome<void, Refusal<"link-invalid">>>;
};

/** The address that asks for a mail, and the mail's language. */
type Asking = { readonly address: string; readonly language: Language };

type Deps = AuthOptions & {
  readonly auth: ReturnType<typeof createAuth>;
  readonly attempts: SignInAttempts;
  readonly onEvent: OnSecurityEvent;
  /** Refuses a password that is too easy to guess for its holder. */
  readonly refuseWeakOf: (typed: TypedPassword, of: PasswordHolder) => ReturnType<typeof refuseWeak>;
};

/** Longer than the account look-up and the outbox insert, so both answers take the same time. */
const ANSWER_AFTER_MS = 400;
/** The library's token format. Also excludes text that the database cannot store. */
const RESET_TOKEN = /^[A-Za-z0-9]{16,64}$/;
const VERIFICATION_TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

const LINK_INVALID = refuse({ reason: "link-invalid" } as const);

/** The part of accounts.ts that uses links in mails. */
export function accountLinks({ auth, attempts, refuseWeakOf, onEvent, ...options }: Deps): AccountLinks {
  const { db, secret } = options;

  async function holderOf(token: string) {
    if (!RESET_TOKEN.test(token)) return undefined;
    const { internalAdapter } = await auth.$context;
    const found = await internalAdapter.findVerificationValue(`reset-password:${token}`);
    if (!found || found.expiresAt.getTime() <= Date.now()) return undefined;
    const user = db.selectFrom("users").select(["id", "username", "email", "role"]);
    return user.where("id", "=", found.value).executeTakeFirst();
  }

  async function queueReset(email: string, language: Language): Promise<void> {
    await inTransaction(db, async (tx) => {
      // The row's lock has requests at once count each other's mails.
      const user = await tx.selectFrom("users").select("id").where("email", "=", email).forUpdate().executeTakeFirst();
      if (!user || (await hasLink(tx, user.id))) return;
      await queueMail(tx, { kind: PASSWORD_RESET, userId: user.id, language });
    });
  }

  return {
    async askForReset({ address, language, solution }, typed) {
      const read = readEmail({ email: typed });
      if (!read.ok) return read;
      const { email } = read.value;
      const counted = await attempts.countReset({ address, solution, email });
      if (!counted.ok) return counted;
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
      const weak = await refuseWeakOf(typed, { ...user, userId: user.id, role: roleOf(user.role) });
      if (weak) return weak;
      return inHashQueue("holder", async (): Promise<Outcome<void, ResetRefusal>> => {
        const passwords = { hash: await hashPassword(read.value.password) };
        try {
          await inTransaction(db, async (tx) => {
            const { api } = createAuth({ ...options, db: tx, passwords });
            await api.resetPassword({ body: { newPassword: read.value.password, token } });
            await proveHolder(tx, user.id);
            await followPasswordChange(tx, user.id);
          });
        } catch (error) {
          if (isAPIError(error) && error.body?.code === "INVALID_TOKEN") return LINK_INVALID;
          throw error;
        }
        onEvent({ event: "password-changed", userId: user.id });
        return accept(undefined);
      });
    },

    async askForVerification({ address, solution, language }, { userId, email, emailVerified }) {
      if (emailVerified) return accept(undefined);
      const counted = await attempts.countVerification({ address, solution, account: email, email });
      if (!counted.ok) return counted;
      await inTransaction(db, (tx) => queueMail(tx, { kind: EMAIL_VERIFICATION, userId, language }));
      return accept(undefined);
    },

    async verifyEmail(token) {
      // Only the library's token has dots.
      if (!VERIFICATION_TOKEN.test(token)) {
        return (await confirmNewEmail({ db, secret, onEvent }, token)) ? accept(undefined) : LINK_INVALID;
      }
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

/**
 * Stores that the holder of an account has its mailbox. Where nobody had proved that before, a stranger may have
 * registered the address: their tokens and second factor end, or they would keep what is the holder's from now on.
 */
async function proveHolder(tx: Transaction, userId: string): Promise<void> {
  const first = await tx
    .updateTable("users")
    .set({ emailVerified: true })
    .where("id", "=", userId)
    .where("emailVerified", "=", false)
    .returning("id")
    .executeTakeFirst();
  if (!first) return;
  await revokeAllTokens(tx, userId);
  await removeSecondFactor(tx, userId);
}

/**
 * Whether the account had its day's mails, and the newest went so lately that its link works on, or is still to go. A
 * link that was used, or closed by a new password, works no more.
 */
async function hasLink(tx: Transaction, userId: string): Promise<boolean> {
  const { mails, isRecent, isWaiting } = await tx
    .selectFrom("mails")
    .where("raffleId", "=", SITE_ID)
    .where("userId", "=", userId)
    .where("kind", "=", PASSWORD_RESET)
    .where("state", "in", ["waiting", "deferred", "sent", "unclear"])
    .where("createdAt", ">", sql<Date>`now() - interval '1 day'`)
    .select(({ fn }) => [
      fn.countAll<number>().as("mails"),
      sql<boolean>`max(created_at) > now() - make_interval(mins => ${RESET_MAILS.thenEveryMinutes})`.as("isRecent"),
      sql<boolean>`coalesce(bool_or(state in ('waiting', 'deferred')), false)`.as("isWaiting"),
    ])
    .executeTakeFirstOrThrow();
  if (mails < RESET_MAILS.freeADay || !isRecent) return false;
  if (isWaiting) return true;
  const open = tx.selectFrom("userVerifications").select("id").where("value", "=", userId);
  return (await open.where("expiresAt", ">", sql<Date>`now()`).limit(1).executeTakeFirst()) !== undefined;
}
