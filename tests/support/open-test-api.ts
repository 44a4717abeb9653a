import { afterAll } from "vitest";
import { createTestApi, type TestApi } from "./api.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";

/** Opens the API on a database of its own, for the whole test file. */
export async function openTestApi(
  env: Record<string, string> = {},
  parts?: Parameters<typeof createTestApi>[2],
): Promise<TestApi & { database: TestDatabase }> {
  const database = await createTestDatabase();
  afterAll(() => database.close());
  return { ...createTestApi(database.db, env, parts), database };
}
