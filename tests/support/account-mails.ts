import { afterAll, beforeEach, expect } from "vitest";
import { createAccounts } from "#src/accounts/accounts.ts";
import { accountMailRenderers } from "#src/accounts/mails.ts";
import { createSignInAttempts } from "#src/accounts/sign-in-attempts.ts";
import { readConfig } from "#src/config/config.ts";
import { inTransaction } from "#src/db/transaction.ts";
import type { Language } from "#src/i18n/languages.ts";
import { mailDelivery } from "#src/mail/delivery.ts";
import { takeWaiting } from "#src/mail/write.ts";
import { NO_ATTEMPT_COUNTER } from "#src/rate-limits/attempt-counter.ts";
import { NO_LIMITS } from "#src/rate-limits/strangers-limits.ts";
import { createTestAttempts } from "./attempt-limits.ts";
import { createTestDatabase } from "./database.ts";
import { startMailServer } from "./mail-server.ts";

const ORIGIN = "https://raffles.example.com";
export const PASSWORD = "mango street at noon";
export const NEXT = "papaya street at noon";

export const guest = (cookie?: string, language: Language = "en") => ({ cookie, address: "192.0.2.7", language });
export const typed = (password: string, anyway = false) => ({ password, repeated: password, anyway });

/** Opens the accounts of a test file, with a database and a mail server that end with it. No test leaves a user. */
export async function openAccountMails() {
  const database = await createTestDatabase();
  const server = await startMailServer();
  beforeEach(async () => {
    await database.db.deleteFrom("users").execute();
  });

  afterAll(async () => {
    await server.close();
    await database.close();
  });

  function options(sendsMail = true) {
    const onError = (error: unknown) => Promise.reject(error);
    const { db } = database;
    return { db, secret: Buffer.alloc(32, 7), origin: ORIGIN, productName: "Tambiolo", sendsMail, onError };
  }

  function open({ sendsMail = true, limited = false } = {}) {
    const { counter, limits } = createTestAttempts(database.db);
    const attempts = limited
      ? createSignInAttempts(counter, limits)
      : createSignInAttempts(NO_ATTEMPT_COUNTER, NO_LIMITS);
    return createAccounts(options(sendsMail), attempts);
  }

  const accounts = { get: () => open() };

  let people = 0;

  /** Registers a person. Returns their address and browser. */
  async function register(language: Language = "en", site = accounts.get()) {
    people += 1;
    const email = `person.${people}@example.com`;
    const made = await site.register(guest(undefined, language), { username: "Nena", email, ...typed(PASSWORD) });
    if (!made.ok) throw new Error(made.refusal.reason);
    return { email, browser: guest(made.value.map((cookie) => cookie.split(";")[0]).join("; "), language) };
  }

  /** Sends the outbox. Returns the mails that arrived at an address. */
  async function received(email: string) {
    const config = readConfig({ SMTP_URL: server.url, MAIL_FROM: "raffles@example.com" });
    if (!config.ok) throw new Error(config.refusal);
    const delivery = mailDelivery({
      db: database.db,
      admit: async () => "now",
      renderers: accountMailRenderers(options()),
      server: config.value.smtp,
      sender: { from: { name: "Tambiolo", address: "raffles@example.com" }, replyTo: undefined, origin: ORIGIN },
    });
    const waiting = await inTransaction(database.db, (tx) => takeWaiting(tx, 100));
    for (const mail of waiting) expect(await delivery.run(mail, new AbortController().signal)).toEqual({ ok: true });
    return server.accepted.filter(({ to }) => to === email).map(({ mail }) => mail);
  }

  /** Whether a password opens the account of an address. */
  async function signsIn(email: string, password: string): Promise<boolean> {
    return (await accounts.get().signIn(guest(), { email, password })).ok;
  }

  return { database, options, open, accounts, register, received, signsIn };
}

/** The token in a mail's link to a page. */
export function tokenIn(mail: { readonly text?: string; readonly html?: string } | undefined, page: string): string {
  const link = new RegExp(`${ORIGIN}/${page}\\?token=([\\w.-]+)`);
  const [text, html] = [link.exec(mail?.text ?? "")?.[1], link.exec(mail?.html ?? "")?.[1]];
  expect(html).toBe(text);
  return text ?? "";
}
