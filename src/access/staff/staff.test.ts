import { expect, test } from "vitest";
import { createTestApi } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { HELPER_PERMISSIONS } from "../scope.ts";
import { proveStaff } from "./staff.ts";

const { database } = await openTestApi();
const { db } = database;
const { site, createRaffle } = createTestApi(db);
const deps = { ...site, reader: db, address: "198.51.100.7" };

test.each(HELPER_PERMISSIONS)("an organiser may %s by the access code, and nobody without it", async (permission) => {
  const { id, codeId, accessCode } = await createRaffle();
  const scope = await proveStaff(deps, { raffle: codeId, accessCode }, permission);
  expect(scope).toEqual({ ok: true, value: { raffleId: id, actor: "access code", permission } });
  const wrong = { raffle: codeId, accessCode: accessCode === "ZZZZ" ? "YYYY" : "ZZZZ" };
  expect(await proveStaff(deps, wrong, permission)).toMatchObject({ refusal: { reason: "access-code-mismatch" } });
  expect(await proveStaff(deps, { raffle: codeId }, permission)).toMatchObject({ refusal: { reason: "staff-only" } });
});

test("the proof for one raffle is none for another", async () => {
  const [one, other] = [await createRaffle(), await createRaffle({ name: "Other" })];
  const scope = await proveStaff(deps, { raffle: other.codeId, accessCode: one.accessCode }, "validate-vouchers");
  expect(scope.ok).toBe(one.accessCode === other.accessCode);
  expect(await proveStaff(deps, { raffle: "NOSUCHRA" }, "add-entries")).toMatchObject({
    refusal: { reason: "raffle-not-found" },
  });
});
