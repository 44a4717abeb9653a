import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { TOKEN_PERMISSIONS } from "#src/access/scope.ts";
import { makeToken } from "#src/access/tokens/tokens.ts";
import { registerAccount } from "../../../tests/support/account.ts";
import { asOrganiser, entryBody, raffleBody } from "../../../tests/support/api.ts";
import { everythingStored } from "../../../tests/support/everything-stored.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";

const api = await openTestApi({ RATE_LIMITS: "off" });
const { pool } = api.database;

const withKey = (key: string) => ({ "idempotency-key": key });
const create = (name: string, key: string) => api.ask("POST", "/raffles", raffleBody({ name }), withKey(key));

async function countOf(name: string): Promise<number> {
  const { rows } = await pool.query("select count(*)::int as count from raffles where name = $1", [name]);
  return rows[0].count;
}

test("the same request with the same key is done once, and gets the same answer, the access code with it", async () => {
  const key = randomUUID();
  const first = await create("Sent twice", key);
  const again = await create("Sent twice", `"${key}"`);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get("location")).toBe(first.headers.get("location"));
  expect([first, again].map(({ headers }) => headers.get("idempotency-replayed"))).toEqual([null, "true"]);
  expect(await countOf("Sent twice")).toBe(1);
  // The database alone tells neither the key nor the code.
  const stored = (await everythingStored(pool)).filter((row) => row.startsWith("idempotent_answers"));
  expect(stored.join()).not.toContain(String(first.body.accessCode));
  expect(stored.join()).not.toContain(key);
});

test("a key is of one request and of one sender", async () => {
  const key = randomUUID();
  await create("Of one request", key);
  const other = await create("Of another", key);
  expect([other.status, other.body.code]).toEqual([422, "idempotency-key-reused"]);
  expect(await countOf("Of another")).toBe(0);
  for (const short of ["x", "", "k".repeat(256), "a key with blanks in it"]) {
    expect((await create("Without", short)).body.code).toBe("idempotency-key-invalid");
  }
  const raffle = await api.createRaffle();
  const path = `/raffles/${raffle.codeId}/access-code`;
  const organiser = { ...asOrganiser(raffle.codeId, raffle.accessCode), ...withKey(key) };
  const renewed = await api.ask("POST", path, undefined, organiser);
  expect(renewed.status).toBe(200);
  expect((await api.ask("POST", path, undefined, organiser)).body).toEqual(renewed.body);
  expect((await api.ask("POST", path, undefined, withKey(key))).body).not.toHaveProperty("accessCode");
});

test("of many at once one is done; the others are told to ask again, and get its answer", async () => {
  const key = randomUUID();
  const rush = await Promise.all(Array.from({ length: 20 }, () => create("In a rush", key)));
  expect(await countOf("In a rush")).toBe(1);
  const codes = new Set(rush.filter(({ status }) => status === 201).map(({ body }) => body.codeId));
  expect(codes.size).toBe(1);
  for (const { status, headers, body } of rush.filter((one) => one.status !== 201)) {
    expect([status, headers.get("retry-after"), body.code]).toEqual([409, "1", "idempotency-key-running"]);
  }
  expect(codes).toContain((await create("In a rush", key)).body.codeId);
});

test("the control: the same rush with a key each makes them all", async () => {
  await Promise.all(Array.from({ length: 20 }, () => create("Without a guard", randomUUID())));
  expect(await countOf("Without a guard")).toBe(20);
});

test("a key is free again after a day", async () => {
  const key = randomUUID();
  await create("A day later", key);
  await pool.query("update idempotent_answers set started_at = now() - interval '25 hours'");
  expect((await create("A day later", key)).headers.get("idempotency-replayed")).toBeNull();
  expect(await countOf("A day later")).toBe(2);
  await pool.query("update idempotent_answers set started_at = now() - interval '2 days'");
  await create("Makes room", randomUUID());
  expect((await pool.query("select from idempotent_answers")).rowCount).toBeLessThan(20);
});

test("what a crash cut off is not done a second time", async () => {
  const key = randomUUID();
  await create("Cut off", key);
  const { rows } = await pool.query("select key from idempotent_answers order by started_at desc limit 1");
  const cutOff = (age: string) =>
    pool.query(`update idempotent_answers set sealed = null, started_at = now() - interval '${age}' where key = $1`, [
      rows[0].key,
    ]);
  await cutOff("5 seconds");
  expect((await create("Cut off", key)).body.code).toBe("idempotency-key-running");
  await cutOff("61 seconds");
  const { status, body } = await create("Cut off", key);
  expect([status, body.code, body.detail]).toEqual([
    409,
    "idempotency-key-unknown",
    expect.stringContaining("look first"),
  ]);
  expect(await countOf("Cut off")).toBe(1);
});

test("nor is what failed in the middle", async () => {
  await pool.query(`create function fail() returns trigger language plpgsql as $$ begin raise 'a fault'; end $$;
    create trigger fail after insert on raffles for each row when (new.name = 'Fails') execute function fail()`);
  const key = randomUUID();
  expect((await create("Fails", key)).status).toBe(500);
  expect((await create("Fails", key)).body.code).toBe("idempotency-key-unknown");
});

test("a refusal leaves nothing behind: its key is free, also for another request", async () => {
  const stored = async () => (await pool.query("select from idempotent_answers")).rowCount;
  const before = await stored();
  const key = randomUUID();
  expect((await create("", key)).status).toBe(422);
  expect((await api.ask("POST", "/nowhere", {}, withKey(key))).status).toBe(404);
  expect(await stored()).toBe(before);
  expect((await create("Put right", key)).status).toBe(201);
  expect(await stored()).toBe(Number(before) + 1);
});

test("a revoked token gets no answer that was kept for it", async () => {
  const { account } = await registerAccount(api.site, "kept@example.com");
  const made = await makeToken(api.site, account, {
    name: "Kept",
    permissions: TOKEN_PERMISSIONS,
    raffles: null,
    days: "7",
  });
  if (!made.ok) throw new Error(made.refusal.reason);
  const headers = { authorization: `Bearer ${made.value.token}`, ...withKey(randomUUID()) };
  const ask = () => api.ask("POST", "/raffles", raffleBody(), headers);
  const first = await ask();
  expect(first.status).toBe(201);
  expect((await ask()).body).toEqual(first.body);
  await pool.query("delete from api_tokens");
  const { status, body } = await ask();
  expect([status, body.code]).toEqual([401, "token-invalid"]);
});

test("an answer that a cookie opened is for nobody without it", async () => {
  const raffle = await api.createRaffle();
  const opened = await api.send("POST", `/raffles/${raffle.codeId}/access`, { accessCode: raffle.accessCode });
  const cookie = opened.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const key = withKey(randomUUID());
  const renew = (headers: Record<string, string>) =>
    api.ask("POST", `/raffles/${raffle.codeId}/access-code`, undefined, { ...key, ...headers });
  const renewed = await renew({ cookie });
  expect(renewed.body).toHaveProperty("accessCode");
  expect((await renew({ cookie })).body).toEqual(renewed.body);
  expect((await renew({})).status).toBe(403);
});

test("tickets that are only looked at are not stored", async () => {
  const key = withKey(randomUUID());
  const look = () => api.ask("POST", "/tickets", { tickets: [{ raffle: "NOSUCH", entryCode: "ABCDEFGH" }] }, key);
  const { rows: before } = await pool.query("select count(*) from idempotent_answers");
  expect((await look()).status).toBe(200);
  expect((await look()).headers.has("idempotency-replayed")).toBe(false);
  expect((await pool.query("select count(*) from idempotent_answers")).rows).toEqual(before);
});

test("an access code that is only proved is not stored", async () => {
  const { codeId, accessCode } = await api.createRaffle();
  const key = withKey(randomUUID());
  const { rows: before } = await pool.query("select count(*) from idempotent_answers");
  for (let one = 0; one < 2; one += 1) {
    const proved = await api.send("POST", `/raffles/${codeId}/access`, { accessCode }, key);
    expect([proved.status, proved.headers.has("idempotency-replayed")]).toEqual([204, false]);
  }
  expect((await pool.query("select count(*) from idempotent_answers")).rows).toEqual(before);
});

test("entries take no key: they are told by their entry code", async () => {
  const raffle = await api.createRaffle();
  const key = withKey(randomUUID());
  const path = `/raffles/${raffle.codeId}/entries`;
  expect((await api.ask("POST", path, entryBody(), key)).status).toBe(201);
  expect((await api.ask("POST", path, entryBody(), key)).status).toBe(201);
});
