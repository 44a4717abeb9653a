import { expect, test } from "vitest";
import { createTestApi } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { readAuditLog } from "../audit/audit.ts";
import { proveOrganiser } from "../organiser.ts";
import { hashAccessCode, newAccessCode } from "./access-code.ts";
import { rotateAccessCode } from "./rotate-access-code.ts";

const { database } = await openTestApi();
const { db } = database;
const TIMES = 10;

/** Ten scopes proved with the same code, before any of them changes it. */
async function tenWhoProved() {
  const { site, createRaffle } = createTestApi(db);
  const raffle = await createRaffle();
  const prove = (accessCode: string) =>
    proveOrganiser({ ...site, reader: db, address: "198.51.100.7" }, { raffle: raffle.id, accessCode });
  const scopes = await Promise.all(
    Array.from({ length: TIMES }, async () => {
      const scope = await prove(raffle.accessCode);
      if (!scope.ok) throw new Error(scope.refusal.reason);
      return scope.value;
    }),
  );
  return { site, scopes, prove };
}

test("of ten who renew a code at once, one is given a new one that opens, and the others are told", async () => {
  const { site, scopes, prove } = await tenWhoProved();
  const outcomes = await Promise.all(scopes.map((scope) => rotateAccessCode(site, scope)));
  const codes = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value.accessCode] : []));
  expect(codes).toHaveLength(1);
  const reasons = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal.reason]));
  expect(reasons).toEqual(Array(TIMES - 1).fill("access-code-changed"));
  const opened = await prove(codes[0] ?? "");
  if (!opened.ok) throw new Error(opened.refusal.reason);
  expect((await readAuditLog(db, opened.value, 1)).changes).toHaveLength(1);
});

test("the control, which does not look at the code that was proved, gives ten codes of which nine are dead", async () => {
  const { site, scopes, prove } = await tenWhoProved();
  const codes = await Promise.all(
    scopes.map(async ({ raffleId }) => {
      const accessCode = newAccessCode();
      const accessCodeHash = hashAccessCode(site.secret, raffleId, accessCode);
      await db.updateTable("raffles").set({ accessCodeHash }).where("id", "=", raffleId).execute();
      return accessCode;
    }),
  );
  const opening = await Promise.all(codes.map(async (code) => (await prove(code)).ok));
  expect(opening.filter(Boolean)).toHaveLength(1);
});
