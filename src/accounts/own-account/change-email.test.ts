import { describe, expect, it, vi } from "vitest";
import { forgetEndedSessions } from "#src/accounts/delete-expired-sessions.ts";
import { NEXT, openAccountMails, PASSWORD, tokenIn, typed } from "../../../tests/support/account-mails.ts";
import { waitingForLocks } from "../../../tests/support/waiting-for-locks.ts";
import { confirmNewEmail, emailChangeToken } from "./change-email.ts";

const { database, options, open, accounts, register, received, signsIn } = await openAccountMails();

const LINK_INVALID = { refusal: { reason: "link-invalid" } };
const NOTICE = "The email of your account is to change";

/** Somebody who is signed in, with a proved address. */
async function holder(site = accounts.get()) {
  const { email, browser } = await register("en", site);
  await database.db.updateTable("users").set({ emailVerified: true }).where("email", "=", email).execute();
  const { account } = await site.recognise(browser);
  if (!account) throw new Error("nobody is signed in");
  return { email, browser, account };
}

type Holder = Awaited<ReturnType<typeof holder>>;

const ask = ({ account }: Pick<Holder, "account">, email: string, password = PASSWORD, site = accounts.get()) =>
  site.changeEmail(account, { email, password, ...{ address: "192.0.2.7", solution: "", language: "en" as const } });

/** The token that the mail to a new address has. */
async function tokenFor(email: string): Promise<string> {
  return tokenIn((await received(email)).at(-1), "verify-email");
}

const addressOf = async ({ browser }: Pick<Holder, "browser">) => {
  const { account } = await accounts.get().recognise(browser);
  return account && [account.email, account.emailVerified];
};

describe("the email of an account", () => {
  it("changes once a mail's link has proved the new one, and the old one is notified", async () => {
    const person = await holder();
    const email = "moved@example.com";
    expect(await ask(person, " Moved@Example.com ")).toEqual({ ok: true, value: "asked" });
    expect(await addressOf(person)).toEqual([person.email, true]);
    const token = await tokenFor(email);
    expect((await received(person.email)).map(({ subject }) => subject)).toContain(NOTICE);
    const outbox = JSON.stringify(await database.db.selectFrom("mails").selectAll().execute());
    for (const secret of [token, email]) expect(outbox).not.toContain(secret);
    for (const _ of [1, 2]) expect(await accounts.get().verifyEmail(token)).toEqual({ ok: true });
    expect(await addressOf(person)).toEqual([email, true]);
    expect([await signsIn(email, PASSWORD), await signsIn(person.email, PASSWORD)]).toEqual([true, false]);
  });

  it("changes at once on a site that sends no mail, and is not verified then", async () => {
    const site = open({ sendsMail: false });
    const person = await holder(site);
    expect(await ask(person, "direct@example.com", PASSWORD, site)).toEqual({ ok: true, value: "changed" });
    expect(await addressOf(person)).toEqual(["direct@example.com", false]);
    expect(await database.db.selectFrom("mails").select("kind").execute()).toEqual([]);
  });

  it("stays without the password, with another account's address, and with what is no address", async () => {
    const [person, other] = [await holder(), await register()];
    expect(await ask(person, "x@example.com", "not this one")).toMatchObject({ refusal: { reason: "password-wrong" } });
    expect(await ask(person, other.email)).toMatchObject({ refusal: { reason: "email-in-use" } });
    expect(await ask(person, "nobody")).toMatchObject({ refusal: { reason: "invalid-fields" } });
    expect(await ask(person, "")).toMatchObject({ refusal: { reason: "fields-missing" } });
    expect(await addressOf(person)).toEqual([person.email, true]);
  });

  it("stays after a new password, which stops the change, and after another address is typed", async () => {
    const person = await holder();
    await ask(person, "first@example.com");
    const first = await tokenFor("first@example.com");
    await ask(person, "second@example.com");
    expect(await accounts.get().verifyEmail(first)).toMatchObject(LINK_INVALID);
    expect(await addressOf(person)).toEqual([person.email, true]);
    const second = await tokenFor("second@example.com");
    expect(second).not.toBe("");
    await accounts.get().changePassword(person.browser, person.account, { ...typed(NEXT), current: PASSWORD });
    expect(await accounts.get().verifyEmail(second)).toMatchObject(LINK_INVALID);
    expect(await database.db.selectFrom("users").select(["email", "newEmail"]).execute()).toEqual([
      { email: person.email, newEmail: null },
    ]);
  });

  it("changes by the newest of two links, also after the older one was opened, and once", async () => {
    const person = await holder();
    const links: string[] = [];
    for (const email of ["older@example.com", "newer@example.com"]) {
      await ask(person, email);
      links.push(await tokenFor(email));
    }
    const onEvent = vi.fn();
    const deps = { db: database.db, secret: options().secret, onEvent };
    const [older = "", newer = ""] = links;
    for (const [token, isTaken] of [
      [older, false],
      [newer, true],
      [newer, true],
      [older, false],
    ] as const) {
      expect(await confirmNewEmail(deps, token)).toBe(isTaken);
    }
    expect(await addressOf(person)).toEqual(["newer@example.com", true]);
    expect(onEvent.mock.calls).toEqual([[{ event: "email-changed", userId: person.account.userId }]]);
  });

  it("goes to one of two accounts that ask for the same", async () => {
    const [one, other] = [await holder(), await holder()];
    const email = "wanted@example.com";
    await ask(one, email);
    await ask(other, email);
    const tokens = [one, other].map(({ account: { userId } }) => emailChangeToken(options().secret, { userId, email }));
    const deps = { db: database.db, secret: options().secret, onEvent: () => undefined };
    const taken = await Promise.all(tokens.map((token) => confirmNewEmail(deps, token)));
    expect(taken.toSorted()).toEqual([false, true]);
  });

  it("does not change by a link of another site, or one that is too old or changed", async () => {
    const person = await holder();
    const email = "late@example.com";
    await ask(person, email);
    const change = { userId: person.account.userId, email };
    const foreign = emailChangeToken(Buffer.alloc(32, 9), change);
    vi.useFakeTimers({ now: Date.now() - 8 * 86_400_000, toFake: ["Date"] });
    const old = emailChangeToken(options().secret, change);
    vi.useRealTimers();
    for (const token of [foreign, old, `${emailChangeToken(options().secret, change)}x`.slice(1), "x"]) {
      expect(await accounts.get().verifyEmail(token)).toMatchObject(LINK_INVALID);
    }
  });

  it("has its notice sent to the former one, also when changes came first, and to none that nobody proved", async () => {
    const person = await holder();
    const { userId } = person.account;
    for (const email of ["quick@example.com", "quicker@example.com"]) {
      await ask(person, email);
      await accounts.get().verifyEmail(emailChangeToken(options().secret, { userId, email }));
    }
    expect(await addressOf(person)).toEqual(["quicker@example.com", true]);
    const notices = async (email: string) => (await received(email)).filter(({ subject }) => subject === NOTICE).length;
    expect(await notices(person.email)).toBe(1);
    for (const other of ["quick@example.com", "quicker@example.com"]) expect(await notices(other)).toBe(0);

    const { browser } = await register();
    const { account } = await accounts.get().recognise(browser);
    if (!account) throw new Error("nobody is signed in");
    await database.db.deleteFrom("mails").execute();
    await ask({ account }, "unproved@example.com");
    expect(await database.db.selectFrom("mails").select("kind").execute()).toEqual([{ kind: "email-change" }]);
  });

  it("stays after a password that was set since it was proved, and while the account is banned", async () => {
    const person = await holder();
    // Another tab's new password is under way, and is stored after the old one was proved.
    const setting = await database.pool.connect();
    await setting.query("begin");
    await setting.query("update user_credentials set password = 'new' where user_id = $1", [person.account.userId]);
    const asking = ask(person, "raced@example.com");
    await expect.poll(() => waitingForLocks(database.pool)).toBeGreaterThan(0);
    await setting.query("commit");
    setting.release();
    expect(await asking).toMatchObject({ refusal: { reason: "password-wrong" } });

    const banned = await holder();
    const email = "banned@example.com";
    await ask(banned, email);
    await database.db.updateTable("users").set({ banned: true }).where("id", "=", banned.account.userId).execute();
    const token = emailChangeToken(options().secret, { userId: banned.account.userId, email });
    expect(await accounts.get().verifyEmail(token)).toMatchObject(LINK_INVALID);
  });

  it("is asked for so seldom that nobody learns of many accounts by it", async () => {
    const site = open({ limited: true });
    const [person, other] = [await holder(), await register()];
    const reasons: string[] = [];
    for (const _ of [1, 2, 3, 4]) {
      const asked = await ask(person, other.email, PASSWORD, site);
      reasons.push(asked.ok ? "" : asked.refusal.reason);
    }
    expect(reasons).toEqual(["email-in-use", "email-in-use", "email-in-use", "too-many-requests"]);
  });

  it("leaves neither of two addresses behind after a week without an answer", async () => {
    const person = await holder();
    await ask(person, "forgotten@example.com");
    const stored = () => database.db.selectFrom("users").select(["newEmail", "formerEmail"]).executeTakeFirst();
    await forgetEndedSessions(database.db);
    expect(await stored()).toEqual({ newEmail: "forgotten@example.com", formerEmail: person.email });
    await database.pool.query("update users set email_asked_at = now() - interval '8 days'");
    await forgetEndedSessions(database.db);
    expect(await stored()).toEqual({ newEmail: null, formerEmail: null });
  });
});
