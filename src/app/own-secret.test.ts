import { afterAll, expect, it } from "vitest";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { ownsDatabase, readSiteKey } from "./own-secret.ts";

const { database, ...api } = await openTestApi();
const { db } = database;
afterAll(() => database.close());

const [first, second] = [Buffer.from("1".repeat(43)), Buffer.from("2".repeat(43))];

it("a database takes the secret that it finds until there are raffles, and knows another one afterwards", async () => {
  expect(await ownsDatabase(db, first, true)).toBe(true);
  const key = await readSiteKey(db);
  expect(await ownsDatabase(db, second, false)).toBe(true);
  expect(await readSiteKey(db)).not.toBe(key);
  expect(await ownsDatabase(db, first, false)).toBe(true);
  await api.createRaffle();
  for (const isNew of [true, false]) expect(await ownsDatabase(db, second, isNew)).toBe(false);
  expect([await readSiteKey(db), await ownsDatabase(db, first, false)]).toEqual([key, true]);
});

it("a database of before this was noted takes the secret of its site, unless that was made just now", async () => {
  await db.updateTable("siteSettings").set({ siteKey: null }).execute();
  expect([await ownsDatabase(db, second, true), await readSiteKey(db)]).toEqual([false, null]);
  expect(await ownsDatabase(db, first, false)).toBe(true);
  expect(await ownsDatabase(db, second, true)).toBe(false);
});
