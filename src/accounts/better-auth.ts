import { AsyncLocalStorage } from "node:async_hooks";
import { betterAuth } from "better-auth";
import { admin } from "better-auth/plugins/admin";
import { deriveKey } from "#src/base/derive-key.ts";
import { newId } from "#src/base/ids.ts";
import type { Database } from "#src/db/connect.ts";
import { MAX_PASSWORD, MIN_PASSWORD } from "./limits.ts";
import { hashPassword, verifyPassword } from "./password-hash.ts";

export type AuthOptions = {
  /** The database, or a transaction in which all queries then run. */
  readonly db: Database;
  /** The site's secret, from which the key of the cookies is derived. */
  readonly secret: Uint8Array;
  /** The site's public origin. Decides whether cookies are for https only. */
  readonly origin: string;
  /** Called with failures inside the library. */
  readonly onError: (error: unknown) => void;
  /** Needed where `db` is a transaction in which the library sets or proves a password. */
  readonly passwords?: ReadyPasswords;
};

/**
 * Passwords that were hashed and proved before a transaction began. A hash may wait for seconds, and a transaction that
 * waits keeps one of the site's few connections.
 */
export type ReadyPasswords = {
  /** The hash of the new password. */
  readonly hash: string;
  /** The stored hash that the present password was proved by. Another one proves nothing. */
  readonly proved?: string;
};

const DAY_SECONDS = 86_400;
/** Counted from the last visit, which is stored at most once a day. */
const SESSION_DAYS = 30;
const RESET_SECONDS = 3600;

/** Receives the password-reset token: the library passes it only to its mail callback. */
const resetToken = new AsyncLocalStorage<(token: string) => void>();

/**
 * The accounts library on our tables. It handles sessions, their cookies, and passwords except their hashes. Its HTTP
 * endpoints are not mounted: pages call its functions. It contacts no other server.
 *
 * It sends no mail: mails.ts renders mails when the outbox sends them.
 */
export function createAuth({ db, secret, origin, onError, passwords }: AuthOptions) {
  return betterAuth({
    baseURL: origin,
    trustedOrigins: [origin],
    secret: deriveKey(secret, "accounts/1").toString("base64url"),
    database: { db, type: "postgres", transaction: !db.isTransaction },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD,
      password: passwords ? readyPasswords(passwords) : { hash: hashPassword, verify: verifyPassword },
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ token }) => resetToken.getStore()?.(token),
    },
    user: { modelName: "users", fields: { name: "username" } },
    session: { modelName: "userSessions", expiresIn: SESSION_DAYS * DAY_SECONDS, updateAge: DAY_SECONDS },
    account: { modelName: "userCredentials" },
    // Hashed, so a copy of the database opens no account.
    verification: { modelName: "userVerifications", storeIdentifier: "hashed" },
    // Used for its columns and its refusal of banned users. users.ts changes roles, with the audit log.
    plugins: [admin()],
    // sign-in-attempts.ts counts instead: the library counts only requests to its own endpoints.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: "tambiolo",
      useSecureCookies: origin.startsWith("https:"),
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" },
      // An IP address is personal data, and nothing here needs it.
      ipAddress: { disableIpTracking: true },
      // The check expects camelCase columns. The tests of accounts.ts check the tables instead.
      database: { generateId: () => newId(), validateSchema: false },
    },
    logger: {
      level: "error",
      // The library's message can contain an e-mail address, so only the error is reported.
      log: (_level, _words, ...args: unknown[]) =>
        onError(args.find((one) => one instanceof Error) ?? new Error("The accounts library reported a failure.")),
    },
  });
}

function readyPasswords({ hash, proved }: ReadyPasswords) {
  return { hash: async () => hash, verify: async (stored: { hash: string }) => stored.hash === proved };
}

/**
 * Makes a token that can set the password of this e-mail's account once, within an hour.
 *
 * @throws if there is no such account
 */
export async function newResetToken({ api }: ReturnType<typeof createAuth>, email: string): Promise<string> {
  let made: string | undefined;
  await resetToken.run(
    (token) => {
      made = token;
    },
    () => api.requestPasswordReset({ body: { email } }),
  );
  if (made === undefined) throw new Error("No token was made for a password reset.");
  return made;
}
