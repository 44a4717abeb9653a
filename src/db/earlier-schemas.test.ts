import { describe, expect, test } from "vitest";
import { createTestApi } from "../../tests/support/api.ts";
import { createEmptyDatabase } from "../../tests/support/database.ts";
import { databaseOf, names, prepareLevels, testAllUpgrades, testLevels } from "../../tests/support/earlier-schemas.ts";
import { migrate } from "./migrate.ts";

/** The last levels, to which a change is new. */
const LAST = 8;
/** Before them every so many. All are in every-earlier-schema.test.ts. */
const STEP = 6;

describe("a database of an earlier schema, with rows in it", () => {
  prepareLevels();
  testAllUpgrades();
  const levels = names.map((_, before) => before + 1);
  testLevels(levels.filter((n) => n > names.length - LAST || n % STEP === 0));

  test("takes entries afterwards", async () => {
    const database = await databaseOf(8);
    expect(await migrate({ connectionString: database.connectionString })).toMatchObject({ ok: true });
    const api = createTestApi(database.db);
    expect(await api.enter(await api.createRaffle())).toMatch(/^[A-Z]{8}$/);
    await database.close();
  });
});

test("a database that holds 009 as it was before it was mended is taken for up to date", async () => {
  const database = await createEmptyDatabase();
  const { connectionString } = database;
  expect(await migrate({ connectionString })).toMatchObject({ ok: true });
  const mark = (checksum: string) =>
    database.pool.query("update schema_migrations set checksum = $1 where name = '009-mail.sql'", [checksum]);
  await mark("9d98adc6a7096fbddd00a9cf176ddd44dddd2b2af8808ba4529ebab9789cc984");
  expect(await migrate({ connectionString })).toEqual({ ok: true, value: { applied: [] } });
  await mark("0".repeat(64));
  expect(await migrate({ connectionString })).toMatchObject({ ok: false });
  await database.close();
});
