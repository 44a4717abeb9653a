import { beforeEach, describe, expect, test } from "vitest";
import { DAY_MS } from "#src/base/clock.ts";
import { createTestApi, type TestRaffle } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { readAuditLog } from "../audit/audit.ts";
import { MAX_HELPERS } from "../limits.ts";
import { proveOrganiser } from "../organiser.ts";
import { HELPER_PERMISSIONS, type OrganiserScope } from "../scope.ts";
import { findHelperLink, listHelpers, makeHelper, revokeHelper } from "./helper-links.ts";
import { findStaff, HELPER_COOKIE, helperPass, proveStaff } from "./staff.ts";

const { database } = await openTestApi();
const { db } = database;
const { site, createRaffle } = createTestApi(db);

let raffle: TestRaffle;
let scope: OrganiserScope;

beforeEach(async () => {
  raffle = await createRaffle();
  scope = await organise(raffle);
});

async function organise({ id, accessCode }: TestRaffle): Promise<OrganiserScope> {
  const proof = await proveOrganiser({ ...site, reader: db, address: "198.51.100.7" }, { raffle: id, accessCode });
  if (!proof.ok) throw new Error(proof.refusal.reason);
  return proof.value;
}

async function make(permissions: readonly string[] = ["validate-vouchers"], of = scope, name = "Ana") {
  const made = await makeHelper(site, of, { name, permissions });
  if (!made.ok) throw new Error(made.refusal.reason);
  const link = await findHelperLink(db, of.raffleId, made.value.token);
  if (!link) throw new Error("The link opens nothing.");
  return { ...link, token: made.value.token };
}

/** A phone on which these links were opened, one after the other. */
function phoneOf(ids: readonly string[], now = new Date()): string {
  return ids.reduce((cookies, id) => {
    const { name, value } = helperPass({ secret: site.secret, cookies, now }, id);
    return `${name}=${value}`;
  }, "");
}

function prove(
  pass: string,
  permission: (typeof HELPER_PERMISSIONS)[number] = "validate-vouchers",
  code = raffle.codeId,
) {
  return proveStaff({ ...site, reader: db, address: "198.51.100.7", pass }, { raffle: code }, permission);
}

const REFUSED = (reason: string) => ({ ok: false, refusal: { reason } });

describe("a helper's link", () => {
  test("lets its phone do what it says and nothing else, under the helper's name", async () => {
    const { id } = await make(["add-entries"]);
    const phone = phoneOf([id]);
    const value = { raffleId: raffle.id, actor: "Ana (helper)", helperId: id, permission: "add-entries" };
    expect(await prove(phone, "add-entries")).toEqual({ ok: true, value });
    expect(await prove(phone, "add-entries", raffle.id.toUpperCase())).toEqual({ ok: true, value });
    expect(await prove(phone)).toMatchObject(REFUSED("permission-missing"));
    expect(await prove("")).toMatchObject(REFUSED("staff-only"));
    const other = await createRaffle({ name: "Other" });
    expect(await prove(phone, "add-entries", other.codeId)).toMatchObject(REFUSED("staff-only"));
  });

  test("is stored without its token, which opens nothing else", async () => {
    const { id, token } = await make();
    const row = await db.selectFrom("raffleHelpers").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(token);
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(await findHelperLink(db, raffle.id, `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`)).toBeNull();
    expect(await findHelperLink(db, raffle.id, "x".repeat(100_000))).toBeNull();
    expect(await findHelperLink(db, (await createRaffle({ name: "Other" })).id, token)).toBeNull();
  });

  test("ends at once on every phone, and the log names who made and ended it", async () => {
    const { id, token } = await make();
    const phone = phoneOf([id]);
    expect((await prove(phone)).ok).toBe(true);
    expect(await revokeHelper(site, scope, id)).toEqual({ ok: true, value: { name: "Ana" } });
    expect(await prove(phone)).toMatchObject(REFUSED("staff-only"));
    expect(await findHelperLink(db, raffle.id, token)).toBeNull();
    expect(await listHelpers(db, scope)).toEqual([]);
    const { changes } = await readAuditLog(db, scope, 1);
    expect(changes).toMatchObject([
      { action: "revoke-helper", subject: "Ana", before: { permissions: ["validate-vouchers"] }, after: null },
      { action: "make-helper", subject: "Ana", before: null, after: { permissions: ["validate-vouchers"] } },
    ]);
    expect(JSON.stringify(changes)).not.toContain(token);
  });

  test("of another raffle is not ended, nor is what is none", async () => {
    const { id } = await make();
    const other = await organise(await createRaffle({ name: "Other" }));
    for (const no of [id, "", "x", "'; drop table raffle_helpers", scope.raffleId]) {
      expect(await revokeHelper(site, other, no)).toMatchObject(REFUSED("helper-not-found"));
    }
    expect((await prove(phoneOf([id]))).ok).toBe(true);
  });

  test("is ended once by ten who press at the same moment, and nobody it lets in later", async () => {
    const { id } = await make();
    const phone = phoneOf([id]);
    const ended: string[] = [];
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const outcome = await revokeHelper(site, scope, id);
        ended.push((await prove(phone)).ok ? "let in" : "refused");
        return outcome.ok;
      }),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(new Set(ended)).toEqual(new Set(["refused"]));
  });
});

describe("a phone", () => {
  test("holds links of several raffles, and all that its links of one raffle allow", async () => {
    const other = await createRaffle({ name: "Other" });
    const theirs = await make(["look-up-entries"], await organise(other), "Ben");
    const [one, two] = [await make(["add-entries"]), await make(["validate-vouchers"])];
    const phone = phoneOf([one.id, theirs.id, two.id]);
    const deps = { ...site, reader: db, address: "198.51.100.7", pass: phone };
    expect(await findStaff(deps, { raffle: raffle.codeId })).toMatchObject({
      value: { helper: "Ana", permissions: ["validate-vouchers", "add-entries"] },
    });
    expect(await findStaff(deps, { raffle: other.codeId })).toMatchObject({
      value: { helper: "Ben", permissions: ["look-up-entries"] },
    });
  });

  test("forgets a link after thirty days", async () => {
    const { id } = await make();
    const ago = (days: number) => phoneOf([id], new Date(Date.now() - days * DAY_MS));
    expect((await prove(ago(29.9))).ok).toBe(true);
    expect(await prove(ago(30.1))).toMatchObject(REFUSED("staff-only"));
  });

  test("cannot make itself a pass, nor pass one link off as another", async () => {
    const [one, two] = [await make(), await make(["add-entries"])];
    const [, , signature = ""] = phoneOf([one.id]).split("~");
    const seconds = String(Math.floor(Date.now() / 1000) + 3600);
    for (const made of [
      phoneOf([one.id]).replace(one.id, two.id),
      `${HELPER_COOKIE}=${one.id}~${seconds}~${signature}`,
      `${HELPER_COOKIE}=${one.id}~${seconds}~${"A".repeat(43)}`,
      `${HELPER_COOKIE}=!!!~~~`,
      `desk=${phoneOf([one.id]).split("=")[1]}`,
    ]) {
      expect(await prove(made, "validate-vouchers")).toMatchObject(REFUSED("staff-only"));
    }
  });

  test("that works all day is noted once a minute", async () => {
    const { id } = await make();
    let now = new Date();
    const phone = phoneOf([id], now);
    const used = async () => {
      const deps = { ...site, reader: db, address: "198.51.100.7", pass: phone, clock: () => now };
      await proveStaff(deps, { raffle: raffle.id }, "validate-vouchers");
      return (await listHelpers(db, scope))[0]?.lastUsedAt;
    };
    const first = now;
    expect(await used()).toEqual(first);
    now = new Date(first.getTime() + 30_000);
    expect(await used()).toEqual(first);
    now = new Date(first.getTime() + 61_000);
    expect(await used()).toEqual(now);
  });
});

describe("making a link", () => {
  test.each([
    ["without a name", { name: " \u200b", permissions: ["add-entries"] }, "name"],
    ["with a name that is too long", { name: "x".repeat(61), permissions: ["add-entries"] }, "name"],
    ["with no permission", { name: "Ana", permissions: [] }, "permissions"],
    ["with a permission that is none", { name: "Ana", permissions: ["draw"] }, "permissions.0"],
    ["with nothing that can be stored", { name: "\u0000", permissions: ["add-entries"] }, "name"],
  ])("%s is refused", async (_why, typed, field) => {
    const refused = await makeHelper(site, scope, typed);
    expect(refused).toMatchObject({ refusal: { reason: "invalid-fields", fields: { [field]: [{}] } } });
  });

  test("stops at fifty for a raffle, also when many are made at once", async () => {
    await Promise.all(Array.from({ length: MAX_HELPERS - 2 }, () => make()));
    const last = await Promise.all(
      Array.from({ length: 6 }, () => makeHelper(site, scope, { name: "Ana", permissions: [...HELPER_PERMISSIONS] })),
    );
    expect(last.filter(({ ok }) => ok)).toHaveLength(2);
    expect(await listHelpers(db, scope)).toHaveLength(MAX_HELPERS);
  });
});
