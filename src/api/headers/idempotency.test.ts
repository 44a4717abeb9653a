import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
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

test("a key is free again after a day, and after a crash within a minute", async () => {
  for (const [name, age] of [
    ["A day later", "25 hours"],
    ["Cut off", "2 minutes"],
  ] as const) {
    const key = randomUUID();
    await create(name, key);
    const sealed = name === "Cut off" ? "null" : "sealed";
    await pool.query(`update idempotent_answers set sealed = ${sealed}, started_at = now() - interval '${age}'
      where started_at = (select max(started_at) from idempotent_answers)`);
    expect((await create(name, key)).headers.get("idempotency-replayed")).toBeNull();
    expect(await countOf(name)).toBe(2);
  }
  await pool.query("update idempotent_answers set started_at = now() - interval '2 days'");
  await create("Makes room", randomUUID());
  expect((await pool.query("select from idempotent_answers")).rowCount).toBeLessThan(20);
});

test("entries take no key: they are told by their entry code", async () => {
  const raffle = await api.createRaffle();
  const key = withKey(randomUUID());
  const path = `/raffles/${raffle.codeId}/entries`;
  expect((await api.ask("POST", path, entryBody(), key)).status).toBe(201);
  expect((await api.ask("POST", path, entryBody(), key)).status).toBe(201);
});
