import { base32 } from "@better-auth/utils/base32";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { AccountScope } from "#src/access/scope.ts";
import { connectDatabase } from "#src/db/connect.ts";
import { createAttemptCounter, NO_ATTEMPT_COUNTER } from "#src/rate-limits/attempt-counter.ts";
import { NO_LIMITS } from "#src/rate-limits/strangers-limits.ts";
import { appCode, HALF_MINUTE_MS } from "../../tests/support/authenticator.ts";
import { createTestDatabase } from "../../tests/support/database.ts";
import { createAccounts } from "./accounts.ts";
import { forgetEndedSessions } from "./delete-expired-sessions.ts";
import { createSecondFactors } from "./second-factor.ts";
import { createSignInAttempts } from "./sign-in-attempts.ts";
import { adminOf, grantAdmin, resetSecondFactor } from "./users.ts";

// A hash takes a second on a busy machine, and each test needs several.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const database = await createTestDatabase();
afterAll(() => database.close());
const { db } = database;
const deps = { db, clock: () => new Date() };
const events: string[] = [];
const options = {
  db,
  secret: Buffer.alloc(32, 7),
  origin: "http://localhost:3000",
  productName: "Tambiolo",
  sendsMail: false,
  onEvent: ({ event, userId }: { event: string; userId?: string | undefined }) => events.push(`${event} ${userId}`),
  onError: (error: unknown) => {
    throw error;
  },
};
const accounts = createAccounts(options, createSignInAttempts(NO_ATTEMPT_COUNTER, NO_LIMITS));

const PASSWORD = "mango street at noon";
let people = 0;
let email: string;
let browser: { cookie: string; address: string };
let account: AccountScope;

const guest = { cookie: undefined, address: "192.0.2.1", language: "en" as const };
const browserOf = (cookies: readonly string[]) => ({
  cookie: cookies.map((one) => one.split(";")[0]).join("; "),
  address: "192.0.2.1",
});

async function accountOf(one: typeof browser): Promise<AccountScope | null> {
  return (await accounts.recognise(one)).account;
}

async function register(password = PASSWORD) {
  people += 1;
  email = `person.${people}@example.com`;
  const typed = { username: "Nena", email, password, repeated: password, anyway: true };
  const made = await accounts.register(guest, typed);
  browser = browserOf(made.ok ? made.value : []);
  account = (await accountOf(browser)) as AccountScope;
}

beforeEach(() => register());

/** Sets up the factor. Returns the used app code, the next one, and the backup codes. */
async function enrol() {
  const begun = await accounts.beginSecondFactor(account, { password: PASSWORD, address: "192.0.2.1" });
  if (!begun.ok) throw new Error(begun.refusal.reason);
  const key = begun.value.typed;
  const at = Date.now();
  const used = await appCode(key, at);
  const codes = await accounts.confirmSecondFactor(account, used);
  if (!codes.ok) throw new Error(codes.refusal.reason);
  // The next code is valid too: now, because a phone's clock may be fast, and for a minute more.
  return { used, next: await appCode(key, at + HALF_MINUTE_MS), codes: codes.value };
}

/** Proves the password only. */
async function halfSignIn() {
  const signed = await accounts.signIn(guest, { email, password: PASSWORD });
  if (!signed.ok) throw new Error(signed.refusal.reason);
  return { half: browserOf(signed.value.cookies), next: signed.value.next };
}

describe("setting it up", () => {
  it("takes the password and the app's first code, gives ten backup codes, and ends other sessions", async () => {
    const elsewhere = (await halfSignIn()).half;
    expect(await accountOf(elsewhere)).not.toBeNull();
    const wrong = await accounts.beginSecondFactor(account, { password: "not this one", address: "192.0.2.1" });
    expect(wrong).toMatchObject({ refusal: { reason: "password-wrong" } });
    const begun = await accounts.beginSecondFactor(account, { password: PASSWORD, address: "192.0.2.1" });
    const { url, typed } = begun.ok ? begun.value : { url: "", typed: "" };
    expect(url).toMatch(/^otpauth:\/\/totp\/Tambiolo:person/);
    // Sign-in needs no code before the app has proved that it has the key.
    expect((await halfSignIn()).next).toBe("done");
    expect(await accounts.confirmSecondFactor(account, "000000")).toMatchObject({
      refusal: { reason: "second-code-wrong" },
    });
    const code = await appCode(typed);
    const codes = await accounts.confirmSecondFactor(account, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(codes).toMatchObject({ ok: true });
    expect(new Set(codes.ok ? codes.value : []).size).toBe(10);
    expect(events).toContain(`second-factor-set ${account.userId}`);
    expect(await accountOf(elsewhere)).toBeNull();
    expect(await accountOf(browser)).toMatchObject({ hasSecondFactor: true });
    const again = await accounts.beginSecondFactor(account, { password: PASSWORD, address: "192.0.2.1" });
    expect(again).toMatchObject({ refusal: { reason: "second-factor-in-use" } });
    const stored = await db.selectFrom("userSecondFactors").selectAll().executeTakeFirstOrThrow();
    expect(stored.secret.toString("latin1")).not.toContain(Buffer.from(typed).toString("latin1").slice(0, 8));
  });

  it("does not excuse a weak password, and keeps it from becoming weak", async () => {
    await register("123456");
    const begun = await accounts.beginSecondFactor(account, { password: "123456", address: "192.0.2.1" });
    expect(begun).toMatchObject({ refusal: { reason: "password-too-weak" } });
    await register();
    await enrol();
    const weak = { current: PASSWORD, password: "1234567", repeated: "1234567", anyway: true };
    const holder = (await accountOf(browser)) as AccountScope;
    expect(await accounts.changePassword(browser, holder, weak)).toMatchObject({
      refusal: { reason: "password-too-weak" },
    });
  });
});

describe("a process with few connections", () => {
  it("confirms as many factors at once as it has connections: each takes one", async () => {
    const few = connectDatabase({ connectionString: database.connectionString, maxConnections: 3 });
    const factors = createSecondFactors({ ...deps, ...options, db: few.db });
    const holders: { userId: string; sessionId: string; code: string }[] = [];
    for (let made = 0; made < 3; made += 1) {
      await register();
      const begun = await factors.begin({ userId: account.userId, email });
      const code = await appCode(begun?.typed ?? "");
      holders.push({ userId: account.userId, sessionId: account.sessionId, code });
    }
    // All three hold a connection before the first goes on, so that a second one could never be had.
    const confirmed = await Promise.all(holders.map(({ code, ...holder }) => factors.confirm(holder, code)));
    await few.close();
    expect(confirmed.map((codes) => codes?.length)).toEqual([10, 10, 10]);
  });
});

describe("an admin", () => {
  it("is one only in a session with a second factor", async () => {
    await grantAdmin(deps, email, { sendsMail: false, vouched: true });
    const before = (await accountOf(browser)) as AccountScope;
    expect([before.role, adminOf(before)]).toEqual(["admin", null]);
    expect((await halfSignIn()).next).toBe("enrol");
    await enrol();
    expect(adminOf((await accountOf(browser)) as AccountScope)).not.toBeNull();
  });

  it("who lost the phone is let in again by the operator", async () => {
    const { codes } = await enrol();
    expect(await resetSecondFactor(deps, email.toUpperCase())).toMatchObject({ ok: true });
    expect(await accountOf(browser)).toBeNull();
    const { half, next } = await halfSignIn();
    expect([next, (await accountOf(half))?.hasSecondFactor]).toEqual(["done", false]);
    expect(await accounts.renewBackupCodes(account, codes[0] ?? "")).toMatchObject({ ok: false });
    expect(await resetSecondFactor(deps, "nobody@example.com")).toMatchObject({
      refusal: { reason: "user-not-found" },
    });
    // Without a factor it logs nobody out.
    expect(await resetSecondFactor(deps, email)).toMatchObject({ refusal: { reason: "no-second-factor" } });
    expect(await accountOf(half)).not.toBeNull();
  });
});

describe("signing in", () => {
  it("is over with the code, and the session is nobody's before", async () => {
    const codes = await enrol();
    const { half, next } = await halfSignIn();
    expect([next, await accountOf(half), await accounts.awaitsCode(half)]).toEqual(["code", null, true]);
    expect(await accounts.finishSignIn(half, "12345")).toMatchObject({ refusal: { reason: "second-code-wrong" } });
    // The setup used up its code.
    const used = await accounts.finishSignIn(half, codes.used);
    expect(used).toMatchObject({ refusal: { reason: "second-code-wrong" } });
    expect(await accountOf(half)).toBeNull();
    expect(await accounts.finishSignIn(half, codes.next)).toMatchObject({ ok: true });
    expect(await accountOf(half)).toMatchObject({ hasSecondFactor: true });
    expect(await accounts.finishSignIn(half, codes.next)).toMatchObject({
      refusal: { reason: "sign-in-over" },
    });
  });

  it("is over by itself when the code does not come", async () => {
    const { next } = await enrol();
    const { half } = await halfSignIn();
    const longAgo = { createdAt: new Date(Date.now() - 11 * 60_000) };
    await db.updateTable("userSessions").set(longAgo).where("awaitsCode", "=", true).execute();
    expect(await accounts.finishSignIn(half, next)).toMatchObject({ refusal: { reason: "sign-in-over" } });
  });

  it("takes one code once, of ten browsers that bring it at the same time", async () => {
    const { next, codes } = await enrol();
    const halves = await Promise.all(Array.from({ length: 10 }, async () => (await halfSignIn()).half));
    for (const code of [next, codes[0] ?? ""]) {
      const waiting = (
        await Promise.all(halves.map(async (half) => ({ half, waits: await accounts.awaitsCode(half) })))
      )
        .filter(({ waits }) => waits)
        .map(({ half }) => half);
      const outcomes = await Promise.all(waiting.map((half) => accounts.finishSignIn(half, code)));
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    }
    // Control: with separate codes, the rest get in at the same time.
    const rest = (
      await Promise.all(halves.map(async (half) => ((await accounts.awaitsCode(half)) ? [half] : [])))
    ).flat();
    const own = await Promise.all(rest.map((half, at) => accounts.finishSignIn(half, codes[at + 1] ?? "")));
    expect(own.map(({ ok }) => ok)).toEqual(Array(8).fill(true));
  });

  it("makes whoever guesses codes wait, by the account", async () => {
    const { next } = await enrol();
    const { half } = await halfSignIn();
    const slow = createAccounts(options, createSignInAttempts(createAttemptCounter(db, options.secret), NO_LIMITS));
    const reasons = new Set<unknown>();
    for (let tries = 0; tries < 11; tries += 1) {
      const outcome = await slow.finishSignIn(half, String(100_000 + tries));
      reasons.add(!outcome.ok && outcome.refusal.reason);
    }
    expect(reasons).toEqual(new Set(["second-code-wrong"]));
    const right = await slow.finishSignIn({ ...half, address: "198.51.100.1" }, next);
    expect(right).toMatchObject({ refusal: { reason: "too-many-requests" } });
  });
});

it("is switched off, and its backup codes are renewed, with a code only", async () => {
  const { codes } = await enrol();
  expect(await accounts.renewBackupCodes(account, "AAAAAAAAAA")).toMatchObject({ ok: false });
  // As the page shows it: in groups.
  const typed = codes[0]?.toLowerCase().replace(/(.{4})(.{4})/, " $1 $2 ") ?? "";
  const renewed = await accounts.renewBackupCodes(account, typed);
  const [fresh = ""] = renewed.ok ? renewed.value : [];
  expect(fresh).toMatch(/^[A-HJ-NP-Z2-9]{12}$/);
  expect(await accounts.removeOwnSecondFactor(account, codes[1] ?? "")).toMatchObject({ ok: false });
  expect(await accounts.removeOwnSecondFactor(account, fresh)).toMatchObject({ ok: true });
  expect((await halfSignIn()).next).toBe("done");
});

it("ends a session after ninety days, however lately it was used", async () => {
  const sessions = () => db.selectFrom("userSessions").select("id").where("userId", "=", account.userId).execute();
  const began = async (days: number) => {
    const createdAt = new Date(Date.now() - days * 86_400_000 + 60_000);
    await db.updateTable("userSessions").set({ createdAt }).where("userId", "=", account.userId).execute();
  };
  await began(90);
  expect(await accountOf(browser)).not.toBeNull();
  await began(91);
  const { account: over, cookies } = await accounts.recognise(browser);
  expect([over, cookies.join()]).toEqual([null, expect.stringContaining("Max-Age=0")]);
  expect(await sessions()).toEqual([]);
  await halfSignIn();
  await began(91);
  await forgetEndedSessions(db);
  expect(await sessions()).toEqual([]);
});

it("opens what an earlier version stored: the app's secret and the backup codes", async () => {
  const factors = createSecondFactors({ ...options, clock: deps.clock });
  // Secrets are encrypted for one account only.
  const id = "0198c0de-0000-7000-8000-00000000000a";
  const holder = { username: "Nena", email: "earlier@example.com", emailVerified: false };
  await db
    .insertInto("users")
    .values({ id, ...holder, createdAt: new Date(), updatedAt: new Date() })
    .execute();
  const secret = Buffer.from(
    "AQEBAQEBAQEBAQEB+1Jn/mk5KMgzkYz5UREQDWrjISUaTO3m2lsKxctUiibBwpa9h6KsHByBOPjZiAbD",
    "base64",
  );
  await db.insertInto("userSecondFactors").values({ userId: id, secret }).execute();
  const codeHash = Buffer.from("y/wh0NhrLKPVYV5GbyXL/Wph3XfB9G4y6Y0qlmF14Ig=", "base64");
  await db.insertInto("userBackupCodes").values({ userId: id, codeHash }).execute();
  const begun = await factors.begun({ userId: id, email: holder.email });
  expect(new TextDecoder().decode(base32.decode(begun?.typed ?? ""))).toBe("MANGOSTREETATNOON0123456789ABCDE");
  expect(await factors.take(id, "MANGO12345")).toBe(true);
});
