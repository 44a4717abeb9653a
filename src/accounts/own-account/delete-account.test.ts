import { sql } from "kysely";
import { describe, expect, it, test } from "vitest";
import { readAuditLog } from "#src/access/audit/audit.ts";
import { proveOrganiser } from "#src/access/organiser.ts";
import type { AccountScope } from "#src/access/scope.ts";
import { listNeedingOwner } from "#src/access/team/leave-all.ts";
import { adoptRaffle, listMembers, putMember } from "#src/access/team/members.ts";
import { makeToken } from "#src/access/tokens/tokens.ts";
import { newId } from "#src/base/ids.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { queueMail } from "#src/mail/write.ts";
import { PASSWORD, registerAccount } from "../../../tests/support/account.ts";
import type { TestRaffle } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { organiserScope } from "../../../tests/support/organiser-scope.ts";
import { readAccountData } from "./data-export.ts";
import { deleteAccountOf } from "./delete-account.ts";

const api = await openTestApi({ RATE_LIMITS: "off" });
const { site } = api;
const { db, accounts } = site;
const TIMES = 4;

let registered = 0;
const newOwner = () => {
  registered += 1;
  return registerAccount(site, `owner${registered}@example.com`);
};

const prover = { address: "192.0.2.1", solution: "" };
const remove = async (account: AccountScope, password = PASSWORD) => {
  const deleted = await accounts.deleteAccount(account, { ...prover, password });
  return deleted.ok ? "deleted" : deleted.refusal.reason;
};

const own = async (raffle: TestRaffle, account: AccountScope) =>
  expect(await adoptRaffle(site, await organiserScope(site, raffle), account)).toMatchObject({ ok: true });

const addOwner = (raffle: TestRaffle, { userId }: AccountScope) =>
  inTransaction(db, (tx) => putMember(tx, { raffleId: raffle.id, userId, role: "owner", joinedAt: new Date() }));

/** Makes a raffle one that nobody can join any more. */
const end = (raffle: TestRaffle) =>
  sql`update raffles set due_date = now() - interval '2 days', draw_date = now() - interval '1 day'
    where id = ${raffle.id}`.execute(db);

const countOf = async (table: string, userId: string, column = "user_id") =>
  (
    await sql<{
      n: number;
    }>`select count(*)::int as n from ${sql.table(table)} where ${sql.ref(column)} = ${userId}`.execute(db)
  ).rows[0]?.n;

const OF_AN_ACCOUNT = ["user_sessions", "user_credentials", "user_second_factors", "api_tokens", "mails"];

describe("an account that is deleted", () => {
  it("is gone with all that belongs to it, and its address is free again", async () => {
    const { account, cookie } = await newOwner();
    const { userId, email } = account;
    expect(await accounts.beginSecondFactor(account, { ...prover, password: PASSWORD })).toMatchObject({ ok: true });
    const token = { name: "Till", permissions: ["read-entries"], raffles: null, days: "30" };
    expect(await makeToken(site, account, token)).toMatchObject({ ok: true });
    await inTransaction(db, (tx) => queueMail(tx, { kind: "email-verification", userId, language: "en" }));
    const link = { id: newId(), identifier: "reset-password:hashed", value: userId, expiresAt: new Date(2100, 0) };
    await db.insertInto("userVerifications").values(link).execute();
    for (const table of OF_AN_ACCOUNT) expect.soft([table, await countOf(table, userId)]).toEqual([table, 1]);

    expect(await remove(account)).toBe("deleted");
    for (const table of OF_AN_ACCOUNT) expect.soft([table, await countOf(table, userId)]).toEqual([table, 0]);
    expect(await countOf("user_verifications", userId, "value")).toBe(0);
    expect((await accounts.recognise({ cookie, address: prover.address })).account).toBeNull();
    expect(await accounts.signIn({ ...prover, cookie: undefined }, { email, password: PASSWORD })).toMatchObject({
      refusal: { reason: "sign-in-failed" },
    });
    expect(await readAccountData(db, account)).toBeNull();
    // A second press, or another tab.
    expect(await remove(account)).toBe("password-wrong");
    expect((await registerAccount(site, email)).account.userId).not.toBe(userId);
  });

  it("leaves raffles and events behind, which their access codes open, and says so in the log", async () => {
    const { account } = await newOwner();
    const raffle = await api.createRaffle();
    await own(raffle, account);
    await end(raffle);
    expect(await remove(account)).toBe("deleted");
    const claim = { raffle: raffle.id, accessCode: raffle.accessCode, exact: true };
    const proved = await proveOrganiser({ ...site, reader: db, address: prover.address, account: null }, claim);
    if (!proved.ok) throw new Error(proved.refusal.reason);
    expect(await listMembers(db, proved.value)).toEqual([]);
    expect((await readAuditLog(db, proved.value, 1)).changes[0]).toMatchObject({
      action: "leave-raffle",
      actor: `Nena (${account.email})`,
      before: { role: "owner" },
    });
    const next = await newOwner();
    await own(raffle, next.account);
  });
});

describe("an account is not deleted", () => {
  it("without its password", async () => {
    const { account } = await newOwner();
    expect(await remove(account, "not this one")).toBe("password-wrong");
    expect(await remove(account, "")).toBe("password-wrong");
    expect(await readAccountData(db, account)).not.toBeNull();
  });

  it("while it is an admin's, also one made since the page was opened", async () => {
    const { account } = await newOwner();
    await db.updateTable("users").set({ role: "admin" }).where("id", "=", account.userId).execute();
    expect(await remove(account)).toBe("admin-stays");
  });

  it("while it alone owns a raffle that can get entries, or has some", async () => {
    const { account } = await newOwner();
    const [open, entered, over] = [await api.createRaffle(), await api.createRaffle(), await api.createRaffle()];
    for (const raffle of [open, entered, over]) await own(raffle, account);
    await api.enter(entered);
    for (const raffle of [entered, over]) await end(raffle);
    const needing = async () => (await listNeedingOwner(db, account, new Date())).map(({ codeId }) => codeId);
    expect(await needing()).toEqual([entered.codeId, open.codeId]);
    expect(await remove(account)).toBe("owner-needed");
    expect(await listMembers(db, { raffleId: over.id })).toHaveLength(1);
    const { account: other } = await newOwner();
    await addOwner(open, other);
    expect(await needing()).toEqual([entered.codeId]);
    await addOwner(entered, other);
    expect(await needing()).toEqual([]);
    expect(await remove(account)).toBe("deleted");
    expect((await listMembers(db, { raffleId: entered.id })).map(({ userId }) => userId)).toEqual([other.userId]);
  });
});

test("the operator deletes the account of somebody who cannot log in, by the same rules", async () => {
  expect(await deleteAccountOf(db, "nobody@example.com")).toMatchObject({ refusal: { reason: "user-not-found" } });
  const { account } = await newOwner();
  const raffle = await api.createRaffle();
  await own(raffle, account);
  const needed = { reason: "owner-needed", raffles: [raffle.codeId] };
  expect(await deleteAccountOf(db, account.email)).toEqual({ ok: false, refusal: needed });
  await end(raffle);
  expect(await deleteAccountOf(db, ` ${account.email.toUpperCase()}`)).toMatchObject({ ok: true });
  expect(await readAccountData(db, account)).toBeNull();
});

/** Two owners of one open raffle. */
async function twoOwners() {
  const raffle = await api.createRaffle();
  const [one, other] = [(await newOwner()).account, (await newOwner()).account];
  await own(raffle, one);
  await addOwner(raffle, other);
  return { raffle, owners: [one, other] as const };
}

test("of two owners who delete their accounts at once, one stays", async () => {
  for (let n = 0; n < TIMES; n += 1) {
    const { raffle, owners } = await twoOwners();
    const outcomes = await Promise.all(owners.map((owner) => remove(owner)));
    expect(outcomes.toSorted()).toEqual(["deleted", "owner-needed"]);
    expect(await listMembers(db, { raffleId: raffle.id })).toHaveLength(1);
  }
});

test("the control, where each looks for the other without waiting, leaves none", async () => {
  const { raffle, owners } = await twoOwners();
  const found = await Promise.all(owners.map((owner) => listNeedingOwner(db, owner, new Date())));
  for (const [n, { userId }] of owners.entries()) {
    if (found[n]?.length === 0) await db.deleteFrom("users").where("id", "=", userId).execute();
  }
  expect(await listMembers(db, { raffleId: raffle.id })).toEqual([]);
});

test("the file of one's own data has what is stored, and no secret", async () => {
  const { account } = await newOwner();
  const raffle = await api.createRaffle();
  await own(raffle, account);
  await makeToken(site, account, { name: "Till", permissions: ["draw"], raffles: [raffle.id], days: "30" });
  await accounts.beginSecondFactor(account, { ...prover, password: PASSWORD });
  const stored = await readAccountData(db, account);
  expect(stored).toMatchObject({
    account: { id: account.userId, username: "Nena", email: account.email, emailVerified: false, role: "user" },
    secondFactor: { confirmedAt: null },
    sessions: [{ userAgent: "" }],
    raffles: [{ code: raffle.codeId, role: "owner" }],
    apiTokens: [{ name: "Till", permissions: ["draw"] }],
    ...{ invitations: [], events: [], mails: [] },
  });
  const key = (await accounts.begunSecondFactor(account))?.typed.replaceAll(" ", "") || "none";
  const { password } = await db
    .selectFrom("userCredentials")
    .select("password")
    .where("userId", "=", account.userId)
    .executeTakeFirstOrThrow();
  for (const secret of [key, password ?? "none"]) expect(JSON.stringify(stored)).not.toContain(secret);
});

test("the operator is refused an admin's account, and hears whether another admin is there", async () => {
  await db.updateTable("users").set({ role: "user" }).execute();
  const [{ account }, { account: other }] = [await newOwner(), await newOwner()];
  const set = (userId: string, changed: { role?: string; banned?: boolean }) =>
    db.updateTable("users").set(changed).where("id", "=", userId).execute();
  const reason = async () => {
    const deleted = await deleteAccountOf(db, account.email);
    return deleted.ok ? "deleted" : deleted.refusal.reason;
  };
  await set(account.userId, { role: "admin" });
  expect(await reason()).toBe("only-admin");
  await set(other.userId, { role: "admin" });
  expect(await reason()).toBe("admin-stays");
  await set(other.userId, { banned: true });
  expect(await reason()).toBe("only-admin");
});
