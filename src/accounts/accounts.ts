import type { OnSecurityEvent } from "#src/access/audit/security-events.ts";
import { roleOf } from "#src/access/roles.ts";
import { type AccountScope, mintAccountScope } from "#src/access/scope.ts";
import { DAY_MS, systemClock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import type { Language } from "#src/i18n/languages.ts";
import { queueMail } from "#src/mail/write.ts";
import type { NoteLimit } from "#src/rate-limits/limit-report.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { type AuthOptions, createAuth } from "./better-auth.ts";
import { type Browser, codeOf, headersOf, isRefusal } from "./library-call.ts";
import { MAX_SESSION_DAYS } from "./limits.ts";
import { type AccountLinks, accountLinks, type PasswordHolder } from "./links.ts";
import { EMAIL_VERIFICATION } from "./mails.ts";
import { type OwnEmail, ownEmail } from "./own-account/change-email.ts";
import { type OwnDeletion, ownDeletion } from "./own-account/delete-account.ts";
import { type OwnSessions, ownSessions } from "./own-account/sessions.ts";
import { hashPassword, inHashQueue } from "./password-hash.ts";
import { refuseWeak, type TypedPassword, type WeakPasswordRefusal } from "./password-strength.ts";
import { readPasswordChange, readRegistration, readUsername, type TypedRefusal } from "./schema.ts";
import { createSecondFactors, readSessionProof } from "./second-factor.ts";
import { type CodeRefused, type OwnSecondFactor, ownSecondFactor, SECOND_CODE_WRONG } from "./second-factor-sign-in.ts";
import type { SignInAttempts, WaitRefusal } from "./sign-in-attempts.ts";
import { followPasswordChange, proveStored, renewOutdatedHash } from "./stored-password.ts";
import { EMAIL_IN_USE, hasAccount, storeLanguage } from "./users.ts";

/** The Set-Cookie headers for the response. */
export type Cookies = readonly string[];

/** The next step: `code` asks for the second factor, `enrol` asks an admin to set one up, `done` is complete. */
export type SignedIn = { readonly cookies: Cookies; readonly next: "done" | "code" | "enrol" };

type BusyRefusal = Refusal<"site-busy">;
export type SignInRefusal =
  | Refusal<"fields-missing" | "sign-in-failed" | "account-banned">
  | WaitRefusal
  | ChallengeRefusal
  | BusyRefusal;
export type RegisterRefusal =
  | TypedRefusal
  | WeakPasswordRefusal
  | Refusal<"email-in-use">
  | ChallengeRefusal
  | BusyRefusal;
export type PasswordRefusal =
  | TypedRefusal
  | WeakPasswordRefusal
  | Refusal<"password-wrong">
  | WaitRefusal
  | ChallengeRefusal
  | BusyRefusal;

/** The site's accounts: recognises sessions, and does what people do with their own account. */
export type Accounts = AccountLinks &
  OwnSecondFactor &
  OwnSessions &
  OwnDeletion &
  OwnEmail & {
    /**
     * Creates an account and signs it in. Invalid fields and weak passwords are refused first. Past the limits it costs
     * a puzzle. Then an address in use is refused (`email-in-use`). A transaction stores the account and its mail.
     *
     * @param visitor the browser, and the language of mails
     */
    register(
      visitor: Browser & { readonly language: Language },
      typed: TypedPassword & { readonly username: string; readonly email: string },
    ): Promise<Outcome<Cookies, RegisterRefusal>>;
    /**
     * Signs in. An unknown address and a wrong password get the same refusal (`sign-in-failed`) after the same work.
     * If the account has a second factor, the session is not valid until `finishSignIn`.
     */
    signIn(
      browser: Browser,
      typed: { readonly email: string; readonly password: string },
    ): Promise<Outcome<SignedIn, SignInRefusal>>;
    /** Whether this browser has proved its password and still owes the second factor. */
    awaitsCode(browser: Browser): Promise<boolean>;
    /** Completes a sign-in with the second factor, within 10 minutes of the password (else `sign-in-over`). */
    finishSignIn(browser: Browser, code: string): Promise<Outcome<null, CodeRefused | Refusal<"sign-in-over">>>;
    /** Ends the browser's session, if it has one. */
    signOut(browser: Browser): Promise<Cookies>;
    /** The account that the browser's session cookie proves, or null. Use extends the session. */
    recognise(browser: Browser): Promise<{ readonly account: AccountScope | null; readonly cookies: Cookies }>;
    rename(browser: Browser, username: string): Promise<Outcome<Cookies, TypedRefusal>>;
    /** Sets a new password and ends all other sessions. Requires the current password; wrong ones count as failures. */
    changePassword(
      browser: Browser,
      account: AccountScope,
      typed: TypedPassword & { readonly current: string },
    ): Promise<Outcome<Cookies, PasswordRefusal>>;
  };

/** The time to type the second factor: enough to find and unlock a phone. */
const CODE_WITHIN_MS = 600_000;

export type AccountOptions = AuthOptions & {
  readonly productName: string;
  /** Called with events for the operator's log. */
  readonly onEvent?: OnSecurityEvent;
  /** Called for each refused sign-in, to count it. */
  readonly note?: NoteLimit;
  /** Whether the site has a mail server. Without one, it asks nobody to verify an address. */
  readonly sendsMail: boolean;
};

/** Opens the accounts of a site. */
export function createAccounts(options: AccountOptions, attempts: SignInAttempts): Accounts {
  const auth = createAuth(options);
  const { api } = auth;
  const { db, productName, onEvent = () => undefined, note = () => undefined } = options;
  const factors = createSecondFactors({ ...options, clock: systemClock });

  /** A password from personal data is easy to guess. An admin's must be strong, since it opens the whole site. */
  async function refuseWeakOf(typed: TypedPassword, of: PasswordHolder) {
    const known = [of.username, of.email, options.productName];
    const hasFactor = of.userId !== undefined && (await factors.confirmedAt(of.userId)) !== null;
    return refuseWeak(typed, { known, mustBeStrong: of.role === "admin" || hasFactor });
  }

  /** The session of a browser that has proved its password and still owes the second factor. */
  async function halfSession(browser: Browser) {
    if (!browser.cookie) return null;
    const found = await api.getSession({ headers: headersOf(browser) });
    const proof = found && (await readSessionProof(db, found.session.id));
    if (!proof?.awaitsCode || found?.user.banned) return null;
    return Date.now() - proof.createdAt.getTime() < CODE_WITHIN_MS ? found : null;
  }

  return {
    ...accountLinks({ ...options, auth, attempts, refuseWeakOf, onEvent }),
    ...ownSessions(auth),
    ...ownDeletion({ db, attempts, onEvent }),
    ...ownEmail({ db, attempts, sendsMail: options.sendsMail, onEvent }),
    ...ownSecondFactor({ db, factors, attempts, productName, refuseWeak, onEvent }),

    async register({ language, ...browser }, typed) {
      const read = readRegistration(typed);
      if (!read.ok) return read;
      const { username, email, password } = read.value;
      const weak = await refuseWeakOf(typed, { username, email, role: "user" });
      if (weak) return weak;
      return inHashQueue("anybody", async (): Promise<Outcome<Cookies, RegisterRefusal>> => {
        const counted = await attempts.countRegistration(browser);
        if (!counted.ok) return counted;
        try {
          const body = { name: username, email, password };
          const signUp = { body, headers: headersOf(browser), returnHeaders: true } as const;
          const passwords = { hash: await hashPassword(password) };
          const made = await inTransaction(options.db, async (tx) => {
            const { headers, response } = await createAuth({ ...options, db: tx, passwords }).api.signUpEmail(signUp);
            const { id: userId } = response.user;
            if (options.sendsMail) await queueMail(tx, { kind: EMAIL_VERIFICATION, userId, language });
            await storeLanguage(tx, userId, language);
            return { userId, cookies: headers.getSetCookie() };
          });
          onEvent({ event: "registered", userId: made.userId });
          return accept(made.cookies);
        } catch (error) {
          // The database refuses the second of two concurrent registrations. The library only reports that it failed.
          if (codeOf(error) === "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL" || (await hasAccount(options.db, email))) {
            return EMAIL_IN_USE;
          }
          throw error;
        }
      });
    },

    async signIn(browser, { email, password }) {
      if (email.trim() === "" || password === "") return refuse({ reason: "fields-missing" });
      const tried = await attempts.attempt({ address: browser.address, solution: browser.solution, email }, () =>
        inHashQueue("holder", async (): Promise<Outcome<SignedIn, Refusal<"sign-in-failed" | "account-banned">>> => {
          try {
            const body = { email: email.trim(), password };
            const signIn = { body, headers: headersOf(browser), returnHeaders: true } as const;
            const { headers, response } = await api.signInEmail(signIn);
            const { id, role } = response.user as { id: string; role?: string };
            await renewOutdatedHash(db, id, password);
            if (browser.language) await storeLanguage(db, id, browser.language);
            const cookies = headers.getSetCookie();
            if ((await factors.confirmedAt(id)) !== null) {
              await holdBack(db, response.token);
              return accept({ cookies, next: "code" });
            }
            onEvent({ event: "signed-in", userId: id });
            return accept({ cookies, next: roleOf(role) === "admin" ? "enrol" : "done" });
          } catch (error) {
            if (codeOf(error) === "BANNED_USER") return refuse({ reason: "account-banned" });
            if (isRefusal(error)) return refuse({ reason: "sign-in-failed" });
            throw error;
          }
        }),
      );
      if (!tried.ok && tried.refusal.reason !== "site-busy")
        note("signIn", tried.refusal.reason === "too-many-requests" ? "waits" : "missed");
      return tried;
    },

    async awaitsCode(browser) {
      return (await halfSession(browser)) !== null;
    },

    async finishSignIn(browser, code) {
      const half = await halfSession(browser);
      if (!half) return refuse({ reason: "sign-in-over" });
      const { id: userId } = half.user;
      const taken = await attempts.attemptCode<null, "second-code-wrong">(
        userId,
        async () => ((await factors.take(userId, code)) ? accept(null) : SECOND_CODE_WRONG),
        browser.address,
      );
      if (!taken.ok) {
        note("secondFactor", taken.refusal.reason === "too-many-requests" ? "waits" : "missed");
        return taken;
      }
      const whole = db.updateTable("userSessions").set({ awaitsCode: false, createdAt: new Date() });
      await whole.where("id", "=", half.session.id).execute();
      onEvent({ event: "signed-in", userId });
      return accept(null);
    },

    async signOut(browser) {
      const { headers } = await api.signOut({ headers: headersOf(browser), returnHeaders: true });
      return headers.getSetCookie();
    },

    async recognise(browser) {
      if (!browser.cookie) return { account: null, cookies: [] };
      const { headers, response } = await api.getSession({ headers: headersOf(browser), returnHeaders: true });
      const cookies = headers.getSetCookie();
      // A session may begin while its owner is being banned, so check here too.
      if (!response || response.user.banned) return { account: null, cookies };
      const { user, session } = response;
      const role = roleOf(user.role);
      const { id: userId, name: username, email, emailVerified } = user;
      const sessionId = session.id;
      const proof = await readSessionProof(db, sessionId);
      if (!proof || proof.awaitsCode) return { account: null, cookies };
      if (Date.now() - proof.createdAt.getTime() >= MAX_SESSION_DAYS * DAY_MS) {
        const over = await api.signOut({ headers: headersOf(browser), returnHeaders: true });
        return { account: null, cookies: over.headers.getSetCookie() };
      }
      const { hasSecondFactor } = proof;
      const account = { userId, sessionId, username, email, emailVerified, role, hasSecondFactor };
      return { account: mintAccountScope(account), cookies };
    },

    async rename(browser, username) {
      const read = readUsername({ username });
      if (!read.ok) return read;
      const body = { name: read.value.username };
      const { headers } = await api.updateUser({ body, headers: headersOf(browser), returnHeaders: true });
      return accept(headers.getSetCookie());
    },

    async changePassword(browser, account, typed) {
      const read = readPasswordChange(typed);
      if (!read.ok) return read;
      const { current, password } = read.value;
      const { userId, email } = account;
      const weak = await refuseWeakOf(typed, account);
      if (weak) return weak;
      return attempts.attempt({ ...browser, email }, () =>
        inHashQueue("holder", async (): Promise<Outcome<Cookies, Refusal<"password-wrong">>> => {
          const proved = await proveStored(db, userId, current);
          if (!proved) return CURRENT_WRONG;
          const passwords = { hash: await hashPassword(password), proved };
          try {
            const body = { currentPassword: current, newPassword: password, revokeOtherSessions: true };
            const change = { body, headers: headersOf(browser), returnHeaders: true } as const;
            const cookies = await inTransaction(db, async (tx) => {
              const { headers } = await createAuth({ ...options, db: tx, passwords }).api.changePassword(change);
              await followPasswordChange(tx, userId);
              return headers.getSetCookie();
            });
            onEvent({ event: "password-changed", userId });
            return accept(cookies);
          } catch (error) {
            // Another password was set meanwhile.
            if (codeOf(error) === "INVALID_PASSWORD") return CURRENT_WRONG;
            throw error;
          }
        }),
      );
    },
  };
}

const CURRENT_WRONG = refuse({
  reason: "password-wrong",
  fields: { current: [{ key: "currentPasswordWrong" }] },
} as const);

/** Marks a new session as waiting for the second factor, before its cookie leaves the server. */
async function holdBack(db: Database, token: string | null): Promise<void> {
  await db.updateTable("userSessions").set({ awaitsCode: true }).where("token", "=", token).execute();
}
