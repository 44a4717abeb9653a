import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#src/db/transaction.ts";
import { logOrigin, logSigner, logVkey } from "#src/draws/log/names.ts";
import { readHead } from "#src/tlog/read.ts";
import { addLeaves, holdLog } from "#src/tlog/write.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import { logFiles } from "./log-files.ts";

// The log is read by code that is not ours: golang.org/x/mod, as Debian has it.
const MODULES = "/usr/share/gocode";
const HAS_GO = existsSync("/usr/bin/go") && existsSync(join(MODULES, "src/golang.org/x/mod/sumdb/tlog"));
const CHECKER = join(import.meta.dirname, "../../../tests/interop/check-log.go");

const secret = new Uint8Array(32).fill(9);
const SITE = "https://raffles.example.com";
let database: TestDatabase;
let url: string;
const app = new Hono();
const server = createServer(getRequestListener(app.fetch));

beforeAll(async () => {
  database = await createTestDatabase();
  app.route("/log", logFiles({ db: database.db }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/log`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await database.close();
});

async function grow(count: number): Promise<void> {
  await inTransaction(database.db, async (tx) => {
    const log = await holdLog(tx, { origin: logOrigin(SITE), now: new Date() });
    if (!log) throw new Error("Somebody else has the log.");
    const leaves = Array.from({ length: count }, (_, i) => Buffer.from(`leaf ${log.size + i}`));
    await addLeaves(tx, log, leaves, logSigner(secret, log.origin));
  });
}

async function check(...more: readonly string[]): Promise<string> {
  const args = ["run", CHECKER, url, logVkey(secret, logOrigin(SITE)), ...more];
  const env = { ...process.env, GO111MODULE: "off", GOPATH: MODULES };
  const { stdout } = await promisify(execFile)("go", args, { env }).catch((error: { stdout: string }) => error);
  return stdout.trim();
}

test.skipIf(!HAS_GO)("Go's own checker accepts the log, and that it only grew; and nothing else", async () => {
  await grow(300);
  const before = await readHead(database.db);
  await grow(1);
  await grow(800);
  expect(await check()).toBe("right 1101");
  const [, size = "", root = ""] = before?.checkpoint.split("\n") ?? [];
  expect(await check(size, root)).toBe("right 1101");
  expect(await check("299", root)).not.toMatch(/^right/);
  await database.db
    .updateTable("logLeaves")
    .set({ leaf: Buffer.from("other") })
    .where("index", "=", 700)
    .execute();
  expect(await check()).not.toMatch(/^right/);
});
