import { expect, test } from "vitest";
import { DAY_MS } from "#src/base/clock.ts";
import { registerAccount } from "../../../tests/support/account.ts";
import type { TestRaffle } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { organiserScope } from "../../../tests/support/organiser-scope.ts";
import { readAuditLog } from "../audit/audit.ts";
import { rotateAccessCode } from "../codes/rotate-access-code.ts";
import { MAX_PEOPLE } from "../limits.ts";
import { OWNER, proveMember, proveOrganiser, proveOwner } from "../organiser.ts";
import { type AccountScope, HELPER_PERMISSIONS, type OwnerScope } from "../scope.ts";
import { findStaff, proveStaff } from "../staff/staff.ts";
import {
  acceptInvitation,
  findInvitation,
  forgetOldInvitations,
  inviteMember,
  listInvitations,
  revokeInvitation,
} from "./invitations.ts";
import { adoptRaffle, changeMemberRole, leaveRaffle, listMembers, removeMember } from "./members.ts";

const api = await openTestApi({ RATE_LIMITS: "off" });
const { site } = api;
const { db } = site;
const REFUSED = (reason: string) => ({ ok: false, refusal: { reason } });
const TIMES = 8;

let registered = 0;
async function newAccount(): Promise<AccountScope> {
  registered += 1;
  return (await registerAccount(site, `person${registered}@example.com`)).account;
}

const deps = (account: AccountScope) => ({ ...site, reader: db, address: "192.0.2.1", account });

async function ownerScope(raffle: TestRaffle, account: AccountScope): Promise<OwnerScope> {
  const organiser = await proveOrganiser(deps(account), { raffle: raffle.id, accessCode: OWNER, exact: true });
  const owner = organiser.ok && (await proveOwner(db, organiser.value, account));
  if (!owner) throw new Error("no owner");
  return owner;
}

/** A raffle that an account has taken. */
async function ownRaffle() {
  const [raffle, account] = [await api.createRaffle(), await newAccount()];
  expect(await adoptRaffle(site, await organiserScope(site, raffle), account)).toMatchObject({ ok: true });
  return { raffle, account, owner: await ownerScope(raffle, account) };
}

const by = (account: AccountScope, sendsMail = false) =>
  ({ limits: site.limits, address: "192.0.2.1", solution: "", account, language: "en", sendsMail }) as const;

async function invite(
  { owner, account }: { owner: OwnerScope; account: AccountScope },
  role: string,
  email = `${role}-${registered}@invited.example`,
): Promise<string> {
  const invited = await inviteMember(site, owner, { email, role }, by(account));
  if (!invited.ok) throw new Error(invited.refusal.reason);
  return invited.value.token;
}

/** Somebody who accepted an invitation to this role. */
async function join(own: Awaited<ReturnType<typeof ownRaffle>>, role: string): Promise<AccountScope> {
  const account = await newAccount();
  expect(await acceptInvitation(site, await invite(own, role), account)).toMatchObject({ ok: true, value: { role } });
  return account;
}

test("what an account may do follows its role, and ends with it", async () => {
  const own = await ownRaffle();
  const { raffle, owner } = own;
  const claim = { raffle: raffle.codeId, accessCode: OWNER, exact: true };
  const organiser = await join(own, "organiser");
  const helper = await join(own, "helper");
  const proved = await proveOrganiser(deps(organiser), claim);
  expect(proved).toMatchObject({ ok: true, value: { userId: organiser.userId } });
  expect(proved.ok && (await proveOwner(db, proved.value, organiser))).toBeNull();
  expect(await proveOrganiser(deps(helper), claim)).toMatchObject(REFUSED("access-code-mismatch"));
  expect(await findStaff(deps(helper), { raffle: raffle.id })).toMatchObject({
    value: { helper: "Nena", permissions: HELPER_PERMISSIONS, screens: [{ helperId: null, stationId: null }] },
  });
  const other = await api.createRaffle();
  expect(await proveStaff(deps(helper), { raffle: other.id }, "add-entries")).toMatchObject(REFUSED("staff-only"));
  // A code that proves something is not enough to own it, whoever is signed in.
  expect(await proveOwner(db, await organiserScope(site, raffle), own.account)).toBeNull();

  expect(await changeMemberRole(site, owner, { userId: helper.userId, role: "organiser" })).toMatchObject({ ok: true });
  expect(await proveOrganiser(deps(helper), claim)).toMatchObject({ ok: true });
  for (const { userId } of [helper, organiser]) {
    expect(await removeMember(site, owner, userId)).toMatchObject({ ok: true });
    expect(await removeMember(site, owner, userId)).toMatchObject(REFUSED("member-not-found"));
  }
  expect(await proveOrganiser(deps(organiser), claim)).toMatchObject(REFUSED("access-code-mismatch"));
  expect(await proveStaff(deps(helper), { raffle: raffle.id }, "add-entries")).toMatchObject(REFUSED("staff-only"));
  const { changes } = await readAuditLog(db, owner, 1);
  expect(changes.map(({ action }) => action).toReversed()).toEqual([
    ...["adopt-raffle", "invite-member", "join-raffle", "invite-member", "join-raffle"],
    ...["change-member-role", "remove-member", "new-access-code", "remove-member", "new-access-code"],
  ]);
  // The log is for ever, and a stranger's address is not.
  expect(JSON.stringify(changes)).not.toContain("invited.example");
});

test("an invitation works once, for any account, until it is used, replaced, revoked, late, or its inviter is gone", async () => {
  const own = await ownRaffle();
  const { owner } = own;
  const email = " Lola@Example.com ";
  const first = await invite(own, "helper", email);
  const row = await db.selectFrom("raffleInvitations").selectAll().where("raffleId", "=", own.raffle.id).execute();
  expect(JSON.stringify(row)).not.toContain(first);
  const second = await invite(own, "organiser", "lola@example.com");
  expect(await listInvitations(db, owner, new Date())).toMatchObject([
    { email: "lola@example.com", role: "organiser" },
  ]);
  const guest = await newAccount();
  expect(await acceptInvitation(site, first, guest)).toMatchObject(REFUSED("invitation-ended"));
  // Who is more already takes nothing: it stays for whom it was meant.
  expect(await acceptInvitation(site, second, own.account)).toMatchObject(REFUSED("already-member"));
  expect(await acceptInvitation(site, second, guest)).toMatchObject({ ok: true });
  expect(await acceptInvitation(site, second, await newAccount())).toMatchObject(REFUSED("invitation-ended"));
  const again = await inviteMember(site, owner, { email: guest.email, role: "helper" }, by(own.account));
  expect(again).toMatchObject({ refusal: { fields: { email: [{ key: "emailOfMember" }] } } });

  const revoked = await invite(own, "owner");
  const [open] = await listInvitations(db, owner, new Date());
  expect(await revokeInvitation(site, owner, open?.id ?? "")).toMatchObject({ ok: true });
  expect(await revokeInvitation(site, owner, open?.id ?? "")).toMatchObject(REFUSED("invitation-ended"));
  expect(await findInvitation(db, revoked, new Date())).toBeNull();

  const late = await invite(own, "owner");
  const later = { db, clock: () => new Date(Date.now() + 7 * DAY_MS) };
  expect(await acceptInvitation(later, late, await newAccount())).toMatchObject(REFUSED("invitation-ended"));
  // Up to a stronger role, and no owner sees to it that an owner's invitations go on.
  expect(await acceptInvitation(site, late, guest)).toMatchObject({ ok: true, value: { role: "owner" } });
  const left = await invite(own, "helper");
  expect(await removeMember(site, await ownerScope(own.raffle, guest), own.account.userId)).toMatchObject({ ok: true });
  expect(await acceptInvitation(site, left, await newAccount())).toMatchObject(REFUSED("invitation-ended"));
  expect(await inviteMember(site, owner, { email, role: "owner" }, by(own.account))).toMatchObject(
    REFUSED("owner-only"),
  );

  await db
    .updateTable("raffleInvitations")
    .set({ expiresAt: new Date(0) })
    .execute();
  await forgetOldInvitations(db);
  expect(await db.selectFrom("raffleInvitations").selectAll().execute()).toEqual([]);
});

test("what is typed is checked, and a raffle's people are bounded", async () => {
  const own = await ownRaffle();
  const typed = { email: "not an address", role: "king" };
  expect(await inviteMember(site, own.owner, typed, by(own.account))).toMatchObject({
    refusal: { fields: { email: [{ key: "emailInvalid" }], role: [{ key: "teamRoleRequired" }] } },
  });
  const unverified = await inviteMember(site, own.owner, { email: "a@b.ph", role: "owner" }, by(own.account, true));
  expect(unverified).toMatchObject(REFUSED("inviter-unverified"));
  for (let n = 1; n < MAX_PEOPLE; n += 1) await invite(own, "helper", `h${n}@invited.example`);
  const tooMany = await inviteMember(site, own.owner, { email: "one@more.ph", role: "helper" }, by(own.account));
  expect(tooMany).toMatchObject({ refusal: { fields: { email: [{ key: "peopleTooMany" }] } } });
  // One that is invited anew takes the same place.
  await invite(own, "organiser", "h1@invited.example");
});

test("a raffle is taken with its present code, and never from an owner", async () => {
  const [raffle, account] = [await api.createRaffle(), await newAccount()];
  const scope = await organiserScope(site, raffle);
  const renewed = await rotateAccessCode(site, scope);
  if (!renewed.ok) throw new Error(renewed.refusal.reason);
  expect(await adoptRaffle(site, scope, account)).toMatchObject(REFUSED("access-code-changed"));
  const fresh = await organiserScope(site, { ...raffle, ...renewed.value });
  expect(await adoptRaffle(site, fresh, account)).toMatchObject({ ok: true, value: { codeId: raffle.codeId } });
  expect(await adoptRaffle(site, fresh, await newAccount())).toMatchObject(REFUSED("raffle-owned"));
  // Without its account it is nobody's again.
  await db.deleteFrom("users").where("id", "=", account.userId).execute();
  expect(await adoptRaffle(site, fresh, await newAccount())).toMatchObject({ ok: true });
});

test("the last owner stays, whether they leave, are removed or take another role", async () => {
  const own = await ownRaffle();
  const { userId } = own.account;
  const leave = async () => {
    const member = await proveMember(db, own.account, own.raffle.codeId);
    return member && leaveRaffle(site, member);
  };
  expect(await leave()).toMatchObject(REFUSED("last-owner"));
  expect(await removeMember(site, own.owner, userId)).toMatchObject(REFUSED("last-owner"));
  const demote = { userId, role: "organiser" };
  expect(await changeMemberRole(site, own.owner, demote)).toMatchObject(REFUSED("last-owner"));
  await join(own, "owner");
  expect(await leave()).toMatchObject({ ok: true });
  expect(await leave()).toBeNull();
  expect(await changeMemberRole(site, own.owner, demote)).toMatchObject(REFUSED("owner-only"));
});

test("who is made an owner later is not the first owner, however long they were in the team", async () => {
  const own = await ownRaffle();
  const [helper, organiser] = [await join(own, "helper"), await join(own, "organiser")];
  await db
    .updateTable("raffleMembers")
    .set({ joinedAt: new Date("2026-01-01") })
    .where("userId", "in", [helper.userId, organiser.userId])
    .execute();
  await changeMemberRole(site, own.owner, { userId: helper.userId, role: "owner" });
  await acceptInvitation(site, await invite(own, "owner"), organiser);
  const owners = [own.account, helper, organiser].map(({ userId }) => userId);
  expect((await listMembers(db, own.owner)).map(({ userId }) => userId)).toEqual(owners);
  // A lower role is no new beginning.
  await changeMemberRole(site, own.owner, { userId: helper.userId, role: "organiser" });
  expect((await listMembers(db, own.owner)).map(({ userId }) => userId)).toEqual(owners);
});

/** A raffle without an account, and accounts that proved its code. */
async function whoProvedACode() {
  const raffle = await api.createRaffle();
  const accounts = await Promise.all(Array.from({ length: TIMES }, newAccount));
  return { raffle, accounts, scope: await organiserScope(site, raffle) };
}

test("of several accounts that take a raffle at once, one becomes its owner", async () => {
  const { raffle, accounts, scope } = await whoProvedACode();
  const outcomes = await Promise.all(accounts.map((account) => adoptRaffle(site, scope, account)));
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  const reasons = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal.reason]));
  expect(reasons).toEqual(Array(TIMES - 1).fill("raffle-owned"));
  expect(await listMembers(db, { raffleId: raffle.id })).toHaveLength(1);
});

test("the control, which looks for an owner without waiting for the others, makes several", async () => {
  const { raffle, accounts } = await whoProvedACode();
  const found = await Promise.all(accounts.map(() => listMembers(db, { raffleId: raffle.id })));
  await Promise.all(
    accounts.map(async ({ userId }, n) => {
      if (found[n]?.length) return;
      const member = { raffleId: raffle.id, userId, role: "owner", joinedAt: new Date() };
      await db.insertInto("raffleMembers").values(member).execute();
    }),
  );
  expect(await listMembers(db, { raffleId: raffle.id })).toHaveLength(TIMES);
});

test("of two owners who remove each other at once, one stays", async () => {
  for (let n = 0; n < TIMES / 2; n += 1) {
    const own = await ownRaffle();
    const other = await join(own, "owner");
    const theirs = await ownerScope(own.raffle, other);
    const outcomes = await Promise.all([
      removeMember(site, own.owner, other.userId),
      removeMember(site, theirs, own.account.userId),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await listMembers(db, own.owner)).map(({ role }) => role)).toEqual(["owner"]);
  }
});

test("of several accounts that open one invitation at once, one is in", async () => {
  const own = await ownRaffle();
  const token = await invite(own, "organiser");
  const accounts = await Promise.all(Array.from({ length: TIMES }, newAccount));
  const outcomes = await Promise.all(accounts.map((account) => acceptInvitation(site, token, account)));
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await listMembers(db, own.owner)).toHaveLength(2);
});
