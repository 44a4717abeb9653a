import { describe, expect, it, vi } from "vitest";
import { accountMailRenderers } from "#src/accounts/mails.ts";
import { NEXT, openAccountMails, PASSWORD, tokenIn, typed } from "../../../tests/support/account-mails.ts";
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
    const second = await tokenFor("second@example.com");
    await accounts.get().changePassword(person.browser, person.account, { ...typed(NEXT), current: PASSWORD });
    expect(await accounts.get().verifyEmail(second)).toMatchObject(LINK_INVALID);
    expect(await database.db.selectFrom("users").select(["email", "newEmail"]).execute()).toEqual([
      { email: person.email, newEmail: null },
    ]);
  });

  it("goes to one of two accounts that ask for the same", async () => {
    const [one, other] = [await holder(), await holder()];
    const email = "wanted@example.com";
    await ask(one, email);
    await ask(other, email);
    const tokens = [one, other].map(({ account: { userId } }) => emailChangeToken(options().secret, { userId, email }));
    const taken = await Promise.all(tokens.map((token) => confirmNewEmail(database.db, options().secret, token)));
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

  it("has its notice sent to the former one, also when the change came first, and to none that nobody proved", async () => {
    const person = await holder();
    await ask(person, "quick@example.com");
    const { userId } = person.account;
    const token = emailChangeToken(options().secret, { userId, email: "quick@example.com" });
    await accounts.get().verifyEmail(token);
    const notice = await accountMailRenderers(options())["email-change-notice"]?.(database.db, {
      ...{ userId, language: "en" },
    } as never);
    expect(notice).toMatchObject({ to: { address: person.email }, subject: NOTICE });

    const { browser } = await register();
    const { account } = await accounts.get().recognise(browser);
    if (!account) throw new Error("nobody is signed in");
    await database.db.deleteFrom("mails").execute();
    await ask({ account }, "unproved@example.com");
    expect(await database.db.selectFrom("mails").select("kind").execute()).toEqual([{ kind: "email-change" }]);
  });
});
