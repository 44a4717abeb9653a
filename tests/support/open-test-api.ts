import { afterAll } from "vitest";
import { createTestApi, type TestApi } from "./api.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";

/** The API on a database of its own that lasts as long as the test file. */
export async function openTestApi(env: Record<string, string> = {}): Promise<TestApi & { database: TestDatabase }> {
  const database = await createTestDatabase();
  afterAll(() => database.close());
  return { ...createTestApi(database.db, env), database };
}
