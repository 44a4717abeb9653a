import { expect, test } from "vitest";
import { inTransaction } from "#src/db/transaction.ts";
import { registerAccount } from "../../../tests/support/account.ts";
import type { TestRaffle } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { organiserScope } from "../../../tests/support/organiser-scope.ts";
import { rotateAccessCode } from "../codes/rotate-access-code.ts";
import { OWNER, proveOrganiser, proveOwner } from "../organiser.ts";
import type { TeamRole } from "../roles.ts";
import type { AccountScope } from "../scope.ts";
import { adoptRaffle, changeMemberRole, putMember, removeMember } from "./members.ts";

const api = await openTestApi({ RATE_LIMITS: "off" });
const { site } = api;
const { db } = site;
const REFUSED = (reason: string) => ({ ok: false, refusal: { reason } });

let registered = 0;
async function newAccount(): Promise<AccountScope> {
  registered += 1;
  return (await registerAccount(site, `removed${registered}@example.com`)).account;
}

const prove = (raffle: TestRaffle, accessCode: string, account: AccountScope | null = null) =>
  proveOrganiser(
    { ...site, reader: db, address: "192.0.2.1", account },
    { raffle: raffle.id, accessCode, exact: accessCode === OWNER },
  );

async function scopeOf(raffle: TestRaffle, account: AccountScope) {
  const organiser = await prove(raffle, OWNER, account);
  if (!organiser.ok) throw new Error(organiser.refusal.reason);
  return organiser.value;
}

/** A raffle with an owner, and members of these roles. */
async function ownRaffle(...roles: TeamRole[]) {
  const [raffle, account] = [await api.createRaffle(), await newAccount()];
  await adoptRaffle(site, await organiserScope(site, raffle), account);
  const owner = await proveOwner(db, await scopeOf(raffle, account), account);
  if (!owner) throw new Error("no owner");
  const members = await Promise.all(
    roles.map(async (role) => {
      const member = await newAccount();
      await inTransaction(db, (tx) =>
        putMember(tx, { raffleId: raffle.id, userId: member.userId, role, joinedAt: new Date() }),
      );
      return member;
    }),
  );
  return { raffle, account, owner, members };
}

test("a removed organiser's code opens nothing, and the owner is given a new one", async () => {
  const { raffle, owner, members } = await ownRaffle("organiser");
  const [organiser] = members;
  expect(await prove(raffle, raffle.accessCode)).toMatchObject({ ok: true });
  const removed = await removeMember(site, owner, organiser?.userId ?? "");
  if (!removed.ok) throw new Error(removed.refusal.reason);
  expect(await prove(raffle, raffle.accessCode)).toMatchObject(REFUSED("access-code-mismatch"));
  expect(await prove(raffle, removed.value.accessCode ?? "")).toMatchObject({ ok: true });
});

test("a lower role renews the code, a higher or the same one does not", async () => {
  const { raffle, owner, members } = await ownRaffle("organiser");
  const userId = members[0]?.userId ?? "";
  const change = async (role: TeamRole) => {
    const changed = await changeMemberRole(site, owner, { userId, role });
    return changed.ok && changed.value.accessCode;
  };
  expect([await change("organiser"), await change("owner")]).toEqual([null, null]);
  expect(await prove(raffle, raffle.accessCode)).toMatchObject({ ok: true });
  const lower = await change("helper");
  expect(await prove(raffle, raffle.accessCode)).toMatchObject(REFUSED("access-code-mismatch"));
  expect(await prove(raffle, lower || "")).toMatchObject({ ok: true });
});

test("only owners and admins renew the code of a raffle that has an owner", async () => {
  const { raffle, account, members } = await ownRaffle("organiser", "owner");
  const [organiser, admin] = [members[0] as AccountScope, await newAccount()];
  const byCode = () => organiserScope(site, raffle);
  expect(await rotateAccessCode(site, await byCode())).toMatchObject(REFUSED("owner-only"));
  expect(await rotateAccessCode(site, await byCode(), organiser)).toMatchObject(REFUSED("owner-only"));
  expect(await rotateAccessCode(site, await scopeOf(raffle, organiser))).toMatchObject(REFUSED("owner-only"));
  const renewed = await rotateAccessCode(site, await byCode(), account);
  if (!renewed.ok) throw new Error(renewed.refusal.reason);
  expect(await rotateAccessCode(site, await scopeOf(raffle, account))).toMatchObject({ ok: true });
  await db.updateTable("users").set({ role: "admin" }).where("id", "=", admin.userId).execute();
  const scope = await scopeOf(raffle, account);
  expect(await rotateAccessCode(site, { ...scope, userId: admin.userId })).toMatchObject({ ok: true });
});

test("an organiser who renews while being removed is left without a code that opens", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { raffle, owner, members } = await ownRaffle("owner");
    const second = members[0] as AccountScope;
    const scope = await scopeOf(raffle, second);
    const [renewed, removed] = await Promise.all([
      rotateAccessCode(site, scope),
      removeMember(site, owner, second.userId),
    ]);
    expect(removed.ok).toBe(true);
    // Whichever came first: the code that the removed one was given is dead, if there is one.
    if (renewed.ok) expect(await prove(raffle, renewed.value.accessCode)).toMatchObject({ ok: false });
    expect(await prove(raffle, (removed.ok && removed.value.accessCode) || "")).toMatchObject({ ok: true });
  }
});
