import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { withDatabase } from "../tests/support/server-access.ts";
import { startTestServer } from "../tests/support/test-server.ts";
import { describeTables } from "./database-types.ts";

// `npm run db:types`: applies the migrations to a temporary database and writes the types of its tables.
const { server, stop } = await startTestServer();
try {
  const types = await describeTables(withDatabase(server.connectionString, server.template));
  await writeFile(fileURLToPath(new URL("../src/db/tables.ts", import.meta.url)), types);
} finally {
  await stop();
}
