import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../tests/support/database.ts";
import { askDatabase, askSite } from "./gather.ts";

test.for([
  [200, { status: "ok" }, "ready"],
  [503, { status: "unavailable" }, "not ready"],
  [503, { status: "full" }, "full"],
  [404, { status: "full" }, "another program"],
] as const)("a site that answers %i %o", async ([code, body, answer]) => {
  const server = createServer((_request, response) => void response.writeHead(code).end(JSON.stringify(body)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  expect(await askSite({ host: "127.0.0.1", port }, new AbortController().signal)).toBe(answer);
});

test("a server's room for connections is what it leaves to those who are no superusers", async () => {
  const { db, pool, close } = await createTestDatabase();
  onTestFinished(close);
  const { rows } = await pool.query<{ all: number }>(
    "select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as all",
  );
  expect(await askDatabase(db)).toMatchObject({ connections: rows[0]?.all, compiles: false });
});
