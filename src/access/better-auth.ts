import { hkdfSync } from "node:crypto";
import { betterAuth } from "better-auth";
import { admin } from "better-auth/plugins/admin";
import { newId } from "#src/base/ids.ts";
import type { Database } from "#src/db/connect.ts";
import { MAX_PASSWORD, MIN_PASSWORD } from "./limits.ts";

export type AuthOptions = {
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

/**
 * The library that keeps accounts, on our tables: passwords (scrypt), sessions and their cookies are its work alone. Its
 * own HTTP endpoints are not mounted anywhere: pages call it as functions. Nothing here asks another server.
 *
 * Mail is not built in: what sends a password reset or a verification belongs into `emailAndPassword.sendResetPassword`
 * and `emailVerification.sendVerificationEmail` here.
 */
export function createAuth({ db, secret, origin, onError }: AuthOptions) {
  return betterAuth({
    baseURL: origin,
    trustedOrigins: [origin],
    // A key of its own, so that what one part of the site signs means nothing to another.
    secret: Buffer.from(hkdfSync("sha256", secret, "", "accounts/1", 32)).toString("base64url"),
    database: { db, type: "postgres", transaction: true },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD,
    },
    user: { modelName: "users", fields: { name: "username" } },
    session: { modelName: "userSessions", expiresIn: SESSION_DAYS * DAY_SECONDS, updateAge: DAY_SECONDS },
    account: { modelName: "userCredentials" },
    verification: { modelName: "userVerifications" },
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
