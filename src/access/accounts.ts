import { isAPIError } from "better-auth/api";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { inTransaction } from "#src/db/transaction.ts";
import type { Language } from "#src/i18n/languages.ts";
import { queueMail } from "#src/mail/write.ts";
import { type AccountLinks, accountLinks, closeResets } from "./account-links.ts";
import { EMAIL_VERIFICATION } from "./account-mails.ts";
import { type AuthOptions, createAuth } from "./better-auth.ts";
import { isGuessable } from "./common-password.ts";
import { readPasswordChange, readRegistration, readUsername, type TypedRefusal } from "./schema.ts";
import { type AccountScope, mintAccountScope } from "./scope.ts";
import type { SignInGuesses, WaitRefusal } from "./sign-in-guesses.ts";

/** What a browser sends along: its cookies, what it calls itself, and the address by which tries are counted. */
export type Browser = {
  readonly cookie: string | undefined;
  readonly userAgent?: string | undefined;
  readonly address: string;
};

/** The Set-Cookie headers that the answer has to carry. */
export type Cookies = readonly string[];

/** A browser that is signed in, as its owner sees it. */
export type OwnSession = {
  readonly id: string;
  readonly userAgent: string;
  readonly startedAt: Date;
  readonly usedAt: Date;
};

export type SignInRefusal = Refusal<"fields-missing" | "sign-in-failed" | "account-banned"> | WaitRefusal;
export type RegisterRefusal = TypedRefusal | Refusal<"common-password" | "email-in-use"> | WaitRefusal;
export type PasswordRefusal = TypedRefusal | Refusal<"common-password" | "password-wrong"> | WaitRefusal;

/** A password that is to be the account's, as typed: twice, and perhaps insisted on although it is easily guessed. */
export type TypedPassword = { readonly password: string; readonly repeated: string; readonly anyway: boolean };

/** The site's accounts: who is asking, and what people do with their own account. */
export type Accounts = AccountLinks & {
  /**
   * Makes an account of what was typed and signs it in. An address that has an account is refused in plain words. What is
   * typed wrong, or easily guessed, is answered before that. Where the site sends mail, the account and the mail with
   * which the address can be verified are stored together.
   *
   * @param visitor the language is the mail's
   */
  register(
    visitor: Browser & { readonly language: Language },
    typed: TypedPassword & { readonly username: string; readonly email: string },
  ): Promise<Outcome<Cookies, RegisterRefusal>>;
  /** Signs in. An unknown address and a wrong password are refused with the same words after the same work. */
  signIn(
    browser: Browser,
    typed: { readonly email: string; readonly password: string },
  ): Promise<Outcome<Cookies, SignInRefusal>>;
  /** Ends the browser's session, if it has one. */
  signOut(browser: Browser): Promise<Cookies>;
  /** The account whose session the browser's cookie proves, or null; a session in use is prolonged. */
  recognise(browser: Browser): Promise<{ readonly account: AccountScope | null; readonly cookies: Cookies }>;
  rename(browser: Browser, username: string): Promise<Outcome<Cookies, TypedRefusal>>;
  /** Sets another password and ends every other session. The current one is asked for, and wrong ones are counted. */
  changePassword(
    browser: Browser,
    account: AccountScope,
    typed: TypedPassword & { readonly current: string },
  ): Promise<Outcome<Cookies, PasswordRefusal>>;
  /** Where the account is signed in, the latest used first. */
  sessions(browser: Browser): Promise<OwnSession[]>;
  /** Ends one of the account's sessions; one that is not there is ended already. */
  endSession(browser: Browser, id: string): Promise<void>;
};

/** Longer names of browsers are padding. */
const MAX_USER_AGENT = 300;

export type AccountOptions = AuthOptions & {
  readonly productName: string;
  /** Whether there is a mail server. Without one, nobody is asked to verify an address. */
  readonly sendsMail: boolean;
};

/** Opens the accounts of a site. */
export function createAccounts(options: AccountOptions, guesses: SignInGuesses): Accounts {
  const auth = createAuth(options);
  const { api } = auth;

  async function ownSessions(browser: Browser) {
    return api.listSessions({ headers: headersOf(browser) });
  }

  /** What is known of a person makes a password that is guessed at once. */
  async function isWeak({ password, anyway }: TypedPassword, known: readonly string[]): Promise<boolean> {
    return !anyway && (await isGuessable(password, [...known, options.productName]));
  }

  return {
    ...accountLinks({ ...options, auth, guesses, isWeak }),

    async register({ language, ...browser }, typed) {
      const read = readRegistration(typed);
      if (!read.ok) return read;
      const { username, email, password } = read.value;
      if (await isWeak(typed, [username, email])) return COMMON_PASSWORD;
      const wait = await guesses.countRegistration(browser.address);
      if (wait) return wait;
      try {
        const signUp = { body: { name: username, email, password }, headers: headersOf(browser) };
        return await inTransaction(options.db, async (tx) => {
          const { headers, response } = await createAuth({ ...options, db: tx }).api.signUpEmail({
            ...signUp,
            returnHeaders: true,
          });
          const { id: userId } = response.user;
          if (options.sendsMail) await queueMail(tx, { kind: EMAIL_VERIFICATION, userId, language });
          return accept(headers.getSetCookie());
        });
      } catch (error) {
        // Of two registrations at once the database refuses the second, which the library only calls a failure.
        if (codeOf(error) === "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL" || (await exists(options, email))) {
          return refuse({ reason: "email-in-use", fields: { email: [{ key: "emailInUse" }] } });
        }
        throw error;
      }
    },

    async signIn(browser, { email, password }) {
      if (email.trim() === "" || password === "") return refuse({ reason: "fields-missing" });
      return guesses.attempt<Cookies, "sign-in-failed" | "account-banned">(
        { address: browser.address, email },
        async () => {
          try {
            const body = { email: email.trim(), password };
            const { headers } = await api.signInEmail({ body, headers: headersOf(browser), returnHeaders: true });
            return accept(headers.getSetCookie());
          } catch (error) {
            if (codeOf(error) === "BANNED_USER") return refuse({ reason: "account-banned" });
            if (isRefusal(error)) return refuse({ reason: "sign-in-failed" });
            throw error;
          }
        },
      );
    },

    async signOut(browser) {
      const { headers } = await api.signOut({ headers: headersOf(browser), returnHeaders: true });
      return headers.getSetCookie();
    },

    async recognise(browser) {
      if (!browser.cookie) return { account: null, cookies: [] };
      const { headers, response } = await api.getSession({ headers: headersOf(browser), returnHeaders: true });
      const cookies = headers.getSetCookie();
      // A session that began while its owner was being banned is no session either.
      if (!response || response.user.banned) return { account: null, cookies };
      const { user, session } = response;
      const role = user.role === "admin" ? "admin" : "user";
      const { id: userId, name: username, email, emailVerified } = user;
      const sessionId = session.id;
      return { account: mintAccountScope({ userId, sessionId, username, email, emailVerified, role }), cookies };
    },

    async rename(browser, username) {
      const read = readUsername({ username });
      if (!read.ok) return read;
      const body = { name: read.value.username };
      const { headers } = await api.updateUser({ body, headers: headersOf(browser), returnHeaders: true });
      return accept(headers.getSetCookie());
    },

    async changePassword(browser, { userId, username, email }, typed) {
      const read = readPasswordChange(typed);
      if (!read.ok) return read;
      const { current, password } = read.value;
      if (await isWeak(typed, [username, email])) return COMMON_PASSWORD;
      return guesses.attempt<Cookies, "password-wrong">({ address: browser.address, email }, async () => {
        try {
          const body = { currentPassword: current, newPassword: password, revokeOtherSessions: true };
          const { headers } = await api.changePassword({ body, headers: headersOf(browser), returnHeaders: true });
          await closeResets(options.db, userId);
          return accept(headers.getSetCookie());
        } catch (error) {
          if (codeOf(error) !== "INVALID_PASSWORD") throw error;
          return refuse({ reason: "password-wrong", fields: { current: [{ key: "currentPasswordWrong" }] } });
        }
      });
    },

    async sessions(browser) {
      const sessions = (await ownSessions(browser)).map(({ id, userAgent, createdAt, updatedAt }) => {
        return { id, userAgent: userAgent ?? "", startedAt: createdAt, usedAt: updatedAt };
      });
      return sessions.toSorted((a, b) => b.usedAt.getTime() - a.usedAt.getTime());
    },

    async endSession(browser, id) {
      const token = (await ownSessions(browser)).find((session) => session.id === id)?.token;
      if (token) await api.revokeSession({ body: { token }, headers: headersOf(browser) });
    },
  };
}

const COMMON_PASSWORD = refuse({ reason: "common-password", fields: { password: [{ key: "commonPassword" }] } });

function headersOf({ cookie, userAgent }: Browser): Headers {
  const headers = new Headers();
  if (cookie) headers.set("cookie", cookie);
  if (userAgent) headers.set("user-agent", userAgent.slice(0, MAX_USER_AGENT));
  return headers;
}

async function exists({ db }: AuthOptions, email: string): Promise<boolean> {
  return (await db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst()) !== undefined;
}

function codeOf(error: unknown): unknown {
  return isAPIError(error) ? error.body?.code : undefined;
}

/** What the library refuses, other than what it could not do. */
function isRefusal(error: unknown): boolean {
  return isAPIError(error) && error.statusCode < 500;
}
