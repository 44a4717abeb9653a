import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readWholeAuditLog, recordChange } from "#src/access/audit/audit.ts";
import type { AccountScope, AdminScope } from "#src/access/scope.ts";
import { newId } from "#src/base/ids.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { NO_ATTEMPT_COUNTER } from "#src/rate-limits/attempt-counter.ts";
import { NO_LIMITS } from "#src/rate-limits/strangers-limits.ts";
import { adminWithCode } from "../../tests/support/admin.ts";
import { createTestDatabase } from "../../tests/support/database.ts";
import { createAccounts } from "./accounts.ts";
import { createSignInAttempts } from "./sign-in-attempts.ts";
import { adminOf, grantAdmin, listUsers, setBanned, setRole } from "./users.ts";

// A hash takes a second on a busy machine, and each test needs several.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const database = await createTestDatabase();
afterAll(() => database.close());
const known = { sendsMail: false, vouched: true };
const admins = { role: "admin", ...known } as const;
const users = { role: "user" } as const;
const deps = { db: database.db, clock: () => new Date() };
const accounts = createAccounts(
  {
    db: database.db,
    secret: Buffer.alloc(32, 7),
    origin: "http://localhost:3000",
    productName: "Tambiolo",
    sendsMail: false,
    onError: (error) => {
      throw error;
    },
  },
  createSignInAttempts(NO_ATTEMPT_COUNTER, NO_LIMITS),
);

const PASSWORD = "mango street at noon";

async function register(email: string, username = "Nena") {
  const typed = { username, email, password: PASSWORD, repeated: PASSWORD, anyway: false };
  const made = await accounts.register({ cookie: undefined, address: "192.0.2.1", language: "en" }, typed);
  const cookie = (made.ok ? made.value : []).map((one) => one.split(";")[0]).join("; ");
  const browser = { cookie, address: "192.0.2.1" };
  return { browser, account: (await accounts.recognise(browser)).account as AccountScope };
}

let boss: Awaited<ReturnType<typeof register>>;
let user: Awaited<ReturnType<typeof register>>;
let admin: AdminScope;

beforeAll(async () => {
  boss = await register("boss@example.com", "Boss");
  user = await register("user@example.com", "100% _Nena_");
  expect(adminOf(boss.account)).toBeNull();
  expect(await grantAdmin(deps, " Boss@Example.com ", known)).toMatchObject({ value: { changed: true } });
  // A session without a second factor is no admin's.
  expect(adminOf((await accounts.recognise(boss.browser)).account as AccountScope)).toBeNull();
  admin = await adminWithCode(accounts, boss.browser.cookie, PASSWORD);
});

const changes = async () => (await readWholeAuditLog(database.db, admin, 1)).changes;

describe("admins", () => {
  it("come from the command line, which the log says", async () => {
    expect(admin).toMatchObject({ actor: "Boss (boss@example.com)" });
    expect(await grantAdmin(deps, "boss@example.com", known)).toMatchObject({ value: { changed: false } });
    expect(await grantAdmin(deps, "nobody@example.com", known)).toMatchObject({
      refusal: { reason: "user-not-found" },
    });
    expect(await changes()).toEqual([
      expect.objectContaining({
        action: "change-role",
        actor: "operator (grant-admin)",
        subject: "Boss (boss@example.com)",
        before: { role: "user" },
        after: { role: "admin" },
        codeId: null,
      }),
    ]);
  });

  it("make others admins and users again, at once and in the log, and never change themselves", async () => {
    expect(await setRole(deps, admin, user.account.userId, admins)).toMatchObject({ ok: true });
    expect((await accounts.recognise(user.browser)).account?.role).toBe("admin");
    expect(await setRole(deps, admin, user.account.userId, admins)).toMatchObject({ ok: true });
    expect(await setRole(deps, admin, user.account.userId, users)).toMatchObject({ ok: true });
    expect((await accounts.recognise(user.browser)).account?.role).toBe("user");
    const made = (await changes()).filter((change) => change.actor === admin.actor);
    expect(made.map((change) => change.after)).toEqual([{ role: "user" }, { role: "admin" }]);
    for (const outcome of [
      await setRole(deps, admin, boss.account.userId, users),
      await setBanned(deps, admin, boss.account.userId, true),
    ]) {
      expect(outcome).toMatchObject({ refusal: { reason: "own-account" } });
    }
    expect(await setRole(deps, admin, "nobody", users)).toMatchObject({ refusal: { reason: "user-not-found" } });
  });

  it("make nobody an admin who could have registered with somebody else's address", async () => {
    await register("future@example.com", "Stranger");
    const { users: found } = await listUsers(database.db, admin, { fragment: "future@", page: 1 });
    expect(found).toMatchObject([{ emailVerified: false }]);
    const id = found[0]?.id ?? "";
    const mailed = { sendsMail: true, vouched: false };
    const unmailed = { sendsMail: false, vouched: false };
    for (const [knowing, reason] of [
      [mailed, "email-unverified"],
      [{ ...mailed, vouched: true }, "email-unverified"],
      [unmailed, "holder-unconfirmed"],
    ] as const) {
      expect(await setRole(deps, admin, id, { role: "admin", ...knowing })).toMatchObject({ refusal: { reason } });
      const granted = await grantAdmin(deps, "future@example.com", knowing);
      expect(granted).toMatchObject({ refusal: { reason, username: "Stranger", createdAt: expect.any(Date) } });
    }
    expect(await listUsers(database.db, admin, { fragment: "future@", page: 1 })).toMatchObject({
      users: [{ role: "user" }],
    });
    await database.db.updateTable("users").set({ emailVerified: true }).where("id", "=", id).execute();
    const granted = await grantAdmin(deps, "future@example.com", mailed);
    expect(granted).toMatchObject({ value: { changed: true, emailVerified: true, username: "Stranger" } });
    expect(await setRole(deps, admin, id, users)).toMatchObject({ ok: true });
    expect(await setRole(deps, admin, id, { role: "admin", ...mailed })).toMatchObject({ ok: true });
    await database.db.deleteFrom("users").where("id", "=", id).execute();
  });

  it("shut an account out, which ends its sessions, and let it in again", async () => {
    expect(await setBanned(deps, admin, user.account.userId, true)).toMatchObject({ ok: true });
    expect((await accounts.recognise(user.browser)).account).toBeNull();
    const typed = { email: user.account.email, password: PASSWORD };
    const shut = await accounts.signIn({ cookie: undefined, address: "192.0.2.1" }, typed);
    expect(shut).toMatchObject({ refusal: { reason: "account-banned" } });
    expect(await setBanned(deps, admin, user.account.userId, false)).toMatchObject({ ok: true });
    expect((await accounts.recognise(user.browser)).account).toBeNull();
    expect(await accounts.signIn({ cookie: undefined, address: "192.0.2.1" }, typed)).toMatchObject({ ok: true });
    expect((await changes()).slice(0, 2).map((change) => change.action)).toEqual(["unban-user", "ban-user"]);
  });

  it("are told that an entry was changed, and not what of it", async () => {
    const lines = [
      { action: "update-entry", subject: "ABCDEFGH", entryId: newId() },
      { action: "import-entries", subject: "cruz-family.csv" },
    ] as const;
    const raffle = { raffleId: newId(), actor: "site" } as const;
    for (const line of lines) {
      const change = { ...line, before: { lastName: "Cruz" }, after: { lastName: "Reyes" } };
      await inTransaction(database.db, (tx) => recordChange(tx, raffle, change, deps.clock));
    }
    const logged = (await changes()).slice(0, 2);
    expect(logged.map((change) => change.action).toSorted()).toEqual(["import-entries", "update-entry"]);
    for (const change of logged) {
      expect(change).toMatchObject({ actor: "site", subject: "", before: null, after: null, withheld: true });
    }
  });

  it("find accounts by what a name or an address holds, letter by letter", async () => {
    const found = async (fragment: string) =>
      (await listUsers(database.db, admin, { fragment, page: 1 })).users.map((one) => one.email);
    expect(await found("")).toEqual(["user@example.com", "boss@example.com"]);
    expect(await found(" BOSS@")).toEqual(["boss@example.com"]);
    expect(await found("100% _n")).toEqual(["user@example.com"]);
    expect(await found("_ser")).toEqual([]);
    expect((await listUsers(database.db, admin, { fragment: "", page: 2 })).users).toEqual([]);
  });
});

it("an account has the language in which it registered or last logged in, for mails about its raffles", async () => {
  const stored = () =>
    database.db.selectFrom("users").select("language").where("email", "=", "lola@example.com").execute();
  await register("lola@example.com");
  expect(await stored()).toEqual([{ language: "en" }]);
  const signIn = (password: string) =>
    accounts.signIn(
      { cookie: undefined, address: "192.0.2.1", language: "fil" },
      { email: "lola@example.com", password },
    );
  expect(await signIn("not this one")).toMatchObject({ ok: false });
  expect(await stored()).toEqual([{ language: "en" }]);
  expect(await signIn(PASSWORD)).toMatchObject({ ok: true });
  expect(await stored()).toEqual([{ language: "fil" }]);
});
