import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createTestDatabase } from "../tests/support/database.ts";
import { describeTables } from "./database-types.ts";

test("src/db/tables.ts is what the migrations make (npm run db:types writes it anew)", async () => {
  const database = await createTestDatabase();
  const written = await readFile(fileURLToPath(new URL("../src/db/tables.ts", import.meta.url)), "utf8");
  expect(written).toBe(await describeTables(database.connectionString));
  await database.close();
});
