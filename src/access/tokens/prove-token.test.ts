import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY_MS } from "#src/base/clock.ts";
import { registerAccount } from "../../../tests/support/account.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import type { AccountScope } from "../scope.ts";
import { proveToken } from "./prove-token.ts";
import { listTokens, makeToken, revokeToken } from "./tokens.ts";

const { site, database } = await openTestApi();
const { db, pool } = database;

let account: AccountScope;
let now = new Date();

beforeAll(async () => {
  ({ account } = await registerAccount(site, "nena@example.com"));
});
afterAll(() => database.close());

async function newToken(): Promise<string> {
  const typed = { name: "till", permissions: ["read-entries"], raffles: null, days: "30" };
  const made = await makeToken(site, account, typed);
  if (!made.ok) throw new Error(JSON.stringify(made.refusal));
  return made.value.token;
}

const proves = async (token: string) => {
  const deps = { db, clock: () => now, limits: site.limits, address: "192.0.2.1", solution: undefined };
  const proof = await proveToken(deps, token);
  return proof.ok ? proof.value.userId : proof.refusal.reason;
};

it("proves its account until it ends, is revoked, or the account is banned, and never by another text", async () => {
  const token = await newToken();
  expect(await proves(token)).toBe(account.userId);
  expect(await proves(`${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`)).toBe("token-invalid");

  await pool.query("update users set banned = true");
  expect(await proves(token)).toBe("token-invalid");
  await pool.query("update users set banned = false");
  expect(await proves(token)).toBe(account.userId);

  now = new Date(now.getTime() + 31 * DAY_MS);
  expect(await proves(token)).toBe("token-invalid");
  now = new Date();
  const [listed] = await listTokens(db, account);
  await revokeToken(site, account, listed?.id ?? "");
  expect(await proves(token)).toBe("token-invalid");
});
