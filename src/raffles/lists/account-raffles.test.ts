import { describe, expect, it } from "vitest";
import { readAuditLog } from "#src/access/audit/audit.ts";
import { issuePass, OWNER, organiseAsAdmin, proveOrganiser } from "#src/access/organiser.ts";
import type { AccountScope } from "#src/access/scope.ts";
import { grantAdmin } from "#src/accounts/users.ts";
import { PASSWORD, registerAccount } from "../../../tests/support/account.ts";
import { adminWithCode } from "../../../tests/support/admin.ts";
import { raffleBody } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { createRaffleFrom } from "../lifecycle/create-raffle.ts";
import { setPublished } from "../lifecycle/publish.ts";
import { findRaffle } from "../read.ts";
import { NO_PICTURES } from "../shop/shop-pictures.ts";
import { listOwnRaffles, listRafflesForAdmin } from "./account-raffles.ts";

const api = await openTestApi();
const { site } = api;
const { db } = site;

async function createFor(owner: AccountScope | null, name: string) {
  const created = await createRaffleFrom(
    { ...site, address: "192.0.2.1", solution: null, timeZone: "Asia/Manila", owner },
    raffleBody({ name }),
    { banner: null, pictures: NO_PICTURES },
  );
  if (!created.ok) throw new Error(created.refusal.reason);
  return created.value;
}

const owner = await registerAccount(site, "owner@example.com");
const stranger = await registerAccount(site, "stranger@example.com");
const raffle = await createFor(owner.account, "Kept Basket");
const guestRaffle = await createFor(null, "Guest Basket");

const prove = (account: AccountScope | null, accessCode: string | undefined, exact = true) =>
  proveOrganiser({ ...site, reader: db, address: "192.0.2.1", account }, { raffle: raffle.codeId, accessCode, exact });

describe("the raffle of an account", () => {
  it("is organised without its code by its owner alone, under the owner's name", async () => {
    for (const code of [OWNER, undefined]) {
      const proved = await prove(owner.account, code);
      expect(proved).toMatchObject({ value: { raffleId: raffle.id, actor: "Nena (owner@example.com)" } });
      for (const account of [stranger.account, null]) {
        expect(await prove(account, code)).toMatchObject({ refusal: { reason: "access-code-mismatch" } });
      }
    }
    // Typed into a field, the owner's mark is just a wrong code.
    expect(await prove(owner.account, OWNER, false)).toMatchObject({ refusal: { reason: "access-code-mismatch" } });
    const ofGuest = { raffle: guestRaffle.codeId, accessCode: OWNER, exact: true };
    const deps = { ...site, reader: db, address: "192.0.2.1", account: owner.account };
    expect(await proveOrganiser(deps, ofGuest)).toMatchObject({ refusal: { reason: "access-code-mismatch" } });
  });

  it("still opens with its code, and a wrong code is refused whoever is signed in", async () => {
    expect(await prove(null, raffle.accessCode)).toMatchObject({ value: { actor: "access code", userId: null } });
    const wrong = raffle.accessCode === "ZZZZ" ? "YYYY" : "ZZZZ";
    expect(await prove(owner.account, wrong)).toMatchObject({ refusal: { reason: "access-code-mismatch" } });
  });

  it("leaves no pass with the owner's browser, which would outlive the session", async () => {
    const [asOwner, byCode] = [await prove(owner.account, OWNER), await prove(null, raffle.accessCode)];
    if (!asOwner.ok || !byCode.ok) throw new Error("not proved");
    const browser = { cookies: "", trust: false };
    expect(await issuePass({ ...site, reader: db }, asOwner.value, browser)).toEqual([]);
    expect(await issuePass({ ...site, reader: db }, byCode.value, browser)).toHaveLength(1);
  });

  it("is opened by the owner's session on the API too, and by nobody else's", async () => {
    const list = (cookie: string) => api.send("GET", `/raffles/${raffle.codeId}/entries`, undefined, { cookie });
    expect((await list(owner.cookie)).status).toBe(200);
    expect((await list(stranger.cookie)).status).toBe(403);
    await site.accounts.signOut({ cookie: owner.cookie, address: "192.0.2.1" });
    expect((await list(owner.cookie)).status).toBe(403);
  });

  it("stands in the owner's list, with its entries, and in no other", async () => {
    await api.enter(raffle);
    const { raffles, more } = await listOwnRaffles(db, owner.account, 1);
    expect(raffles).toEqual([expect.objectContaining({ name: "Kept Basket", status: "Published", open: true })]);
    expect(more).toBe(false);
    expect((await listOwnRaffles(db, stranger.account, 1)).raffles).toEqual([]);
  });

  it("stays, and opens with its code, when the account goes", async () => {
    const gone = await registerAccount(site, "gone@example.com");
    const left = await createFor(gone.account, "Left Basket");
    await db.deleteFrom("users").where("id", "=", gone.account.userId).execute();
    const claim = { raffle: left.codeId, accessCode: left.accessCode };
    expect(await proveOrganiser({ ...site, reader: db, address: "192.0.2.1" }, claim)).toMatchObject({ ok: true });
  });
});

describe("an admin", () => {
  it("lists, finds, unpublishes and publishes any raffle, which its log says once each", async () => {
    await grantAdmin(site, "stranger@example.com", { sendsMail: false, vouched: true });
    const admin = await adminWithCode(site.accounts, stranger.cookie ?? "", PASSWORD);
    const found = async (fragment: string) =>
      (await listRafflesForAdmin(db, admin, { fragment, page: 1 })).raffles.map((one) => [one.name, one.owner]);
    expect(await found("")).toContainEqual(["Guest Basket", null]);
    expect(await found("kept")).toEqual([["Kept Basket", "owner@example.com"]]);
    expect(await found(raffle.codeId.toLowerCase())).toEqual([["Kept Basket", "owner@example.com"]]);
    expect(await found("OWNER@")).toEqual([["Kept Basket", "owner@example.com"]]);
    expect(await found("%")).toEqual([]);

    expect(await organiseAsAdmin(db, admin, "NOSUCHRA")).toMatchObject({ refusal: { reason: "raffle-not-found" } });
    const organiser = await organiseAsAdmin(db, admin, raffle.codeId);
    if (!organiser.ok) throw new Error(organiser.refusal.reason);
    const before = await findRaffle(db, raffle.id);
    await setPublished(site, organiser.value, false);
    await setPublished(site, organiser.value, false);
    const after = await findRaffle(db, raffle.id);
    expect(after).toMatchObject({ status: "Unpublished", version: (before?.version ?? 0) + 1 });
    expect((await readAuditLog(db, organiser.value, 1)).changes).toEqual([
      expect.objectContaining({
        action: "unpublish-raffle",
        actor: "Nena (stranger@example.com)",
        subject: raffle.codeId,
      }),
    ]);
    await setPublished(site, organiser.value, true);
    expect(await findRaffle(db, raffle.id)).toMatchObject({ status: "Published" });
    expect((await readAuditLog(db, organiser.value, 1)).changes[0]).toMatchObject({ action: "publish-raffle" });
  });
});
