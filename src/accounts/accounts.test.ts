import { hashPassword as hashAsBefore } from "better-auth/crypto";
import { afterAll, describe, expect, it, vi } from "vitest";
import { NO_ATTEMPT_COUNTER } from "#src/rate-limits/attempt-counter.ts";
import { NO_LIMITS } from "#src/rate-limits/strangers-limits.ts";
import { createTestAttempts } from "../../tests/support/attempt-limits.ts";
import { askedCosts } from "../../tests/support/cheap-passwords.ts";
import { createTestDatabase } from "../../tests/support/database.ts";
import { createAccounts } from "./accounts.ts";
import { createAuth } from "./better-auth.ts";
import { createSignInAttempts } from "./sign-in-attempts.ts";

// A hash takes a second on a busy machine, and each test needs several.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const database = await createTestDatabase();
afterAll(() => database.close());

const failures: unknown[] = [];
const options = {
  db: database.db,
  secret: Buffer.alloc(32, 7),
  origin: "https://raffles.example.com",
  productName: "Tambiolo",
  sendsMail: false,
  onError: (error: unknown) => failures.push(error),
};
const accounts = createAccounts(options, createSignInAttempts(NO_ATTEMPT_COUNTER, NO_LIMITS));

it("signs cookies with the same key as earlier versions, so that an upgrade logs nobody out", () => {
  expect(createAuth(options).options.secret).toBe("1AplXy1o8X0R0G6FPgXkP25rxa-xfC8sUMC_1-SXepQ");
});

const PASSWORD = "mango street at noon";
let people = 0;

const guest = (cookie?: string) => ({
  cookie,
  userAgent: "Firefox of the shop",
  address: "192.0.2.7",
  language: "en" as const,
});

/** The cookies that a browser stores from a response. */
const cookieHeader = (cookies: readonly string[]) => cookies.map((cookie) => cookie.split(";")[0]).join("; ");

const password = (typed: string, anyway = false) => ({ password: typed, repeated: typed, anyway });

async function register(changes: Record<string, string> = {}) {
  people += 1;
  const email = `person.${people}@example.com`;
  const made = await accounts.register(guest(), { username: "Nena", email, ...password(PASSWORD), ...changes });
  if (!made.ok) throw new Error(made.refusal.reason);
  return { email, cookies: made.value, browser: guest(cookieHeader(made.value)) };
}

async function accountOf(browser: ReturnType<typeof guest>) {
  return (await accounts.recognise(browser)).account;
}

describe("registering", () => {
  it("makes a user, stores the password as a hash, and signs in with a cookie that no script and no other site has", async () => {
    const { cookies, browser } = await register({ username: "  Nena's Store ", email: "Nena@Example.com" });
    expect(cookies).toEqual([
      expect.stringMatching(
        /^__Secure-tambiolo\.session_token=.+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    const account = await accountOf(browser);
    expect(account).toMatchObject({ username: "Nena's Store", email: "nena@example.com", role: "user" });
    const stored = await database.db.selectFrom("userCredentials").selectAll().executeTakeFirstOrThrow();
    expect(stored).toMatchObject({ userId: account?.userId, providerId: "credential" });
    expect(stored.password).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$/);
    const session = await database.db.selectFrom("userSessions").selectAll().executeTakeFirstOrThrow();
    expect(session).toMatchObject({ id: account?.sessionId, userAgent: "Firefox of the shop" });
    expect(session.ipAddress || null).toBeNull();
  });

  it.each([
    [{}, "fields-missing", ["username", "email", "password", "repeated"]],
    [{ username: "Nena", email: "a@b.example", password: PASSWORD }, "fields-missing", ["repeated"]],
    [{ username: "\u200b", email: "a@b.example", ...password(PASSWORD) }, "fields-missing", ["username"]],
    [{ username: "Nena", email: "nobody", ...password("12345") }, "invalid-fields", ["email", "password"]],
    [{ username: "Nena", email: "a@b.example", ...password(PASSWORD), repeated: "x" }, "invalid-fields", ["repeated"]],
    [{ username: "Nena", email: "a@b.example", ...password("a\ud800aaaaaa") }, "invalid-fields", ["password"]],
    [
      { username: "n".repeat(101), email: "a@b.example", ...password("x".repeat(129)) },
      "invalid-fields",
      ["username", "password"],
    ],
  ])("refuses %j as %s", async (typed, reason, fields) => {
    const empty = { username: "", email: "", password: "", repeated: "", anyway: false };
    const outcome = await accounts.register(guest(), { ...empty, ...typed });
    expect(outcome).toMatchObject({ ok: false, refusal: { reason } });
    expect(Object.keys((!outcome.ok && outcome.refusal.fields) || {})).toEqual(fields);
  });

  it("warns of a password that others would try first, and takes it all the same", async () => {
    for (const weak of ["123456", "P@ssw0rd", "qwertyuiop", "tambiolo", "Lourdes Cruz"]) {
      const typed = { username: "Lourdes Cruz", email: "lourdes@example.com", ...password(weak) };
      expect(await accounts.register(guest(), typed)).toMatchObject({ refusal: { reason: "common-password" } });
    }
    const typed = { username: "Lourdes", email: "lourdes@example.com", ...password("123456", true) };
    expect(await accounts.register(guest(), typed)).toMatchObject({ ok: true });
  });

  it("says of a random password that is only short what is true of it", async () => {
    for (const short of ["zx9quu", "q7mv2k"]) {
      const typed = { username: "Lourdes", email: "short@example.com", ...password(short) };
      const fields = { password: [{ key: "shortPassword" }] };
      expect(await accounts.register(guest(), typed)).toMatchObject({ refusal: { reason: "short-password", fields } });
    }
    const typed = { username: "Lourdes", email: "short@example.com", ...password("abc123") };
    const fields = { password: [{ key: "commonPassword" }] };
    expect(await accounts.register(guest(), typed)).toMatchObject({ refusal: { fields } });
  });

  it("gives an address one account, also to two who ask at once", async () => {
    const typed = { username: "Twin", email: "twin@example.com", ...password(PASSWORD) };
    const both = await Promise.all([accounts.register(guest(), typed), accounts.register(guest(), typed)]);
    expect(both.filter((outcome) => outcome.ok)).toHaveLength(1);
    const again = await accounts.register(guest(), { ...typed, email: "TWIN@example.com " });
    for (const outcome of [again, both.find((one) => !one.ok)]) {
      expect(outcome).toMatchObject({ refusal: { reason: "email-in-use" } });
    }
    const { count } = await database.db
      .selectFrom("users")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("email", "=", "twin@example.com")
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });
});

describe("signing in", () => {
  it("answers a wrong password and an unknown address with the same words after the same work", async () => {
    const { email } = await register();
    const wrong = await accounts.signIn(guest(), { email, password: "not this one" });
    const unknown = await accounts.signIn(guest(), { email: "nobody.at.all@example.com", password: "not this one" });
    expect(wrong).toEqual({ ok: false, refusal: { reason: "sign-in-failed" } });
    expect(unknown).toEqual(wrong);
    // Hashing takes a hundred times longer than the look-up, so who waits for it must not depend on the address.
    const work = async (typed: string) => {
      const before = askedCosts().length;
      await accounts.signIn(guest(), { email: typed, password: "not this one" });
      return askedCosts().slice(before);
    };
    expect(await work(email)).toEqual([2 ** 17]);
    expect(await work("nobody.at.all@example.com")).toEqual([2 ** 17]);
  });

  it("hashes a password anew that was hashed at a lower cost, when it is next seen", async () => {
    const { email, browser } = await register();
    const userId = (await accountOf(browser))?.userId ?? "";
    const stored = database.db.selectFrom("userCredentials").select("password").where("userId", "=", userId);
    const old = { password: await hashAsBefore(PASSWORD) };
    await database.db.updateTable("userCredentials").set(old).where("userId", "=", userId).execute();
    expect(await accounts.signIn(guest(), { email, password: "not this one" })).toMatchObject({ ok: false });
    expect(await stored.executeTakeFirst()).toEqual(old);
    for (let time = 0; time < 2; time += 1) {
      expect(await accounts.signIn(guest(), { email, password: PASSWORD })).toMatchObject({ ok: true });
      expect((await stored.executeTakeFirst())?.password).toMatch(/^\$scrypt\$ln=17,/);
    }
  });

  it("gives each browser a session of its own, which signing out ends", async () => {
    const { email, browser } = await register();
    const signedIn = await accounts.signIn(guest(), { email: ` ${email.toUpperCase()} `, password: PASSWORD });
    const other = guest(cookieHeader(signedIn.ok ? signedIn.value.cookies : []));
    expect((await accountOf(other))?.userId).toBe((await accountOf(browser))?.userId);
    const cookies = await accounts.signOut(browser);
    expect(cookies.join()).toMatch(/tambiolo\.session_token=; Max-Age=0/);
    expect(await accountOf(browser)).toBeNull();
    expect(await accountOf(other)).not.toBeNull();
  });

  it("takes no cookie that it did not make", async () => {
    const { cookies } = await register();
    const cookie = cookieHeader(cookies);
    const session = await database.db.selectFrom("userSessions").select("token").executeTakeFirstOrThrow();
    for (const forged of [
      "",
      "__Secure-tambiolo.session_token=",
      `__Secure-tambiolo.session_token=${session.token}`,
      cookie.replace(/=./, "=_"),
      cookie.replace(/\.[^.]+$/, ".AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA%3D"),
    ]) {
      expect(await accountOf(guest(forged))).toBeNull();
    }
  });

  it("refuses whoever is banned, and says so only to who knows the password", async () => {
    const { email, browser } = await register();
    await database.db.updateTable("users").set({ banned: true }).where("email", "=", email).execute();
    expect(await accountOf(browser)).toBeNull();
    const right = await accounts.signIn(guest(), { email, password: PASSWORD });
    expect(right).toMatchObject({ refusal: { reason: "account-banned" } });
    const wrong = await accounts.signIn(guest(), { email, password: "not this one" });
    expect(wrong).toMatchObject({ refusal: { reason: "sign-in-failed" } });
  });

  it("makes whoever guesses wait, whether there is such an account or not", async () => {
    const { counter, limits } = createTestAttempts(database.db);
    const slow = createAccounts(options, createSignInAttempts(counter, limits));
    const typed = { email: "nobody.at.all@example.com", password: "not this one" };
    const from = (one: number) => ({ ...guest(), address: `198.18.${one}.1` });
    const outcomes = await Promise.all(Array.from({ length: 12 }, (_, one) => slow.signIn(from(one), typed)));
    const waits = outcomes.filter((outcome) => !outcome.ok && outcome.refusal.reason === "too-many-requests");
    expect(waits).toMatchObject([{ refusal: { fields: { form: [{ key: "tooManyPasswords" }] } } }]);
  });
});

describe("one's own account", () => {
  it("changes the name", async () => {
    const { browser } = await register();
    expect(await accounts.rename(browser, " ")).toMatchObject({ refusal: { reason: "fields-missing" } });
    expect(await accounts.rename(browser, " Tindahan ")).toMatchObject({ ok: true });
    expect(await accountOf(browser)).toMatchObject({ username: "Tindahan" });
  });

  it("changes the password with the current one, and ends every other session", async () => {
    const { email, browser } = await register();
    const elsewhere = await accounts.signIn(guest(), { email, password: PASSWORD });
    const other = guest(cookieHeader(elsewhere.ok ? elsewhere.value.cookies : []));
    const account = await accountOf(browser);
    if (!account) throw new Error("not signed in");
    const change = (current: string, next = "papaya street at noon") =>
      accounts.changePassword(browser, account, { current, ...password(next) });
    expect(await change("not this one")).toMatchObject({ refusal: { reason: "password-wrong" } });
    expect(await change("")).toMatchObject({ refusal: { reason: "fields-missing" } });
    expect(await change(PASSWORD, "123456")).toMatchObject({ refusal: { reason: "common-password" } });
    expect(await accountOf(other)).not.toBeNull();
    const changed = await change(PASSWORD);
    expect(await accountOf(guest(cookieHeader(changed.ok ? changed.value : [])))).not.toBeNull();
    expect(await accountOf(other)).toBeNull();
    expect(await accountOf(browser)).toBeNull();
    expect(await accounts.signIn(guest(), { email, password: PASSWORD })).toMatchObject({ ok: false });
    expect(await accounts.signIn(guest(), { email, password: "papaya street at noon" })).toMatchObject({ ok: true });
  });

  it("wants a better password of an admin, who cannot insist", async () => {
    const { email, browser } = await register();
    const becomes = { role: "admin" };
    await database.db.updateTable("users").set(becomes).where("email", "=", email).execute();
    const account = await accountOf(browser);
    if (!account) throw new Error("not signed in");
    for (const [weak, key] of [
      ["123456", "passwordTooShortHere"],
      ["k3yv9pt", "passwordTooShortHere"],
      ["qwertyuiop", "commonPasswordHere"],
    ] as const) {
      const change = { current: PASSWORD, ...password(weak, true) };
      expect(await accounts.changePassword(browser, account, change)).toMatchObject({
        refusal: { reason: "password-too-weak", fields: { password: [{ key }] } },
      });
    }
    const better = { current: PASSWORD, ...password("papaya street at noon") };
    expect(await accounts.changePassword(browser, account, better)).toMatchObject({ ok: true });
  });

  it("lists its sessions and ends one of them, never another's", async () => {
    const { email, browser } = await register();
    const elsewhere = await accounts.signIn(guest(), { email, password: PASSWORD });
    const other = guest(cookieHeader(elsewhere.ok ? elsewhere.value.cookies : []));
    const [stranger, mine] = [await register(), await accountOf(other)];
    expect((await accounts.sessions(browser)).map((session) => session.id)).toContain(mine?.sessionId);
    expect(await accounts.sessions(browser)).toHaveLength(2);
    await accounts.endSession(stranger.browser, mine?.sessionId ?? "");
    expect(await accountOf(other)).not.toBeNull();
    await accounts.endSession(browser, mine?.sessionId ?? "");
    expect(await accountOf(other)).toBeNull();
    expect(await accounts.sessions(browser)).toHaveLength(1);
  });

  it("was kept without a failure of ours but the race for one address, whose report names nobody", () => {
    const reports = failures.map(String).join();
    expect(reports).not.toContain("@");
    expect(failures.every((failure) => String(failure).includes("users_email_unique"))).toBe(true);
  });
});
