import { AsyncLocalStorage } from "node:async_hooks";
import { hkdfSync } from "node:crypto";
import { betterAuth } from "better-auth";
import { admin } from "better-auth/plugins/admin";
import { newId } from "#src/base/ids.ts";
import type { Database } from "#src/db/connect.ts";
import { MAX_PASSWORD, MIN_PASSWORD } from "./limits.ts";

export type AuthOptions = {
  /** Or a transaction, in which all is done then. */
  readonly db: Database;
  /** The site's secret, from which the key of the cookies is derived. */
  readonly secret: Uint8Array;
  /** Under which people reach the site: decides whether cookies are for https only. */
  readonly origin: string;
  /** Told what the library could not do for a reason of ours. */
  readonly onError: (error: unknown) => void;
};

const DAY_SECONDS = 86_400;
/** Counted from the last visit, and noted once a day. */
const SESSION_DAYS = 30;
const RESET_SECONDS = 3600;

/** Who waits for the token of a password reset: the library hands it to nobody but what would send the mail. */
const resetToken = new AsyncLocalStorage<(token: string) => void>();

/**
 * The library that keeps accounts, on our tables: passwords (scrypt), sessions and their cookies are its work alone. Its
 * own HTTP endpoints are not mounted anywhere: pages call it as functions. Nothing here asks another server.
 *
 * It sends no mail: account-mails.ts writes those, when the outbox has them sent.
 */
export function createAuth({ db, secret, origin, onError }: AuthOptions) {
  return betterAuth({
    baseURL: origin,
    trustedOrigins: [origin],
    // A key of its own, so that what one part of the site signs means nothing to another.
    secret: Buffer.from(hkdfSync("sha256", secret, "", "accounts/1", 32)).toString("base64url"),
    database: { db, type: "postgres", transaction: !db.isTransaction },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD,
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ token }) => resetToken.getStore()?.(token),
    },
    user: { modelName: "users", fields: { name: "username" } },
    session: { modelName: "userSessions", expiresIn: SESSION_DAYS * DAY_SECONDS, updateAge: DAY_SECONDS },
    account: { modelName: "userCredentials" },
    // A copy of the database opens no account.
    verification: { modelName: "userVerifications", storeIdentifier: "hashed" },
    // Its columns, and the refusal of whoever is banned; changes of roles are admin.ts, with the audit log.
    plugins: [admin()],
    // Counted by sign-in-guesses.ts: the library counts only what comes over its own endpoints.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: "tambiolo",
      useSecureCookies: origin.startsWith("https:"),
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" },
      // An address is personal, and nothing here needs to remember it.
      ipAddress: { disableIpTracking: true },
      // It would look for camelCase columns; the tests of accounts.ts know whether the tables fit.
      database: { generateId: () => newId(), validateSchema: false },
    },
    logger: {
      level: "error",
      // Its own words can hold an e-mail address; the error says where to look.
      log: (_level, _words, ...args: unknown[]) =>
        onError(args.find((one) => one instanceof Error) ?? new Error("The accounts library reported a failure.")),
    },
  });
}

/**
 * A new token with which the password of an address's account can be set, once, within an hour.
 *
 * @throws where there is no such account
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
