import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { askSite } from "./gather.ts";

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
