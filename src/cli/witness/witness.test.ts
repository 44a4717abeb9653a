import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "#src/base/clock.ts";
import { logSigner, logVkey, witnessVkey } from "#src/draws/log/names.ts";
import { addCheckpointBody } from "#src/tlog/format/add-checkpoint.ts";
import { checkpointText } from "#src/tlog/format/checkpoint.ts";
import { cosignedAt } from "#src/tlog/format/cosignature.ts";
import { readNote, readVkey, signNote } from "#src/tlog/format/note.ts";
import { fileWitnessStore } from "./file-store.ts";
import { createWitnessApp } from "./witness-app.ts";

const ORIGIN = "https://witness.example.com";
const LOG = "raffles.example.com/log";
const [secret, siteSecret] = [randomBytes(32), randomBytes(32)];
let dataDir: string;
let site: string;
const server = createServer(
  getRequestListener(() =>
    Response.json({ witness: { key: witnessVkey(siteSecret, site) }, log: { key: logVkey(siteSecret, LOG) } }),
  ),
);

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "tambiolo-witness-"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(dataDir, { recursive: true });
});

function start() {
  const stopping = new AbortController().signal;
  return createWitnessApp({
    dataDir,
    secret,
    origin: ORIGIN,
    sites: [site],
    clock: systemClock,
    stopping,
    onMet: () => undefined,
  });
}

const ask = (app: ReturnType<typeof start>, body: string) =>
  app.request("/witness/add-checkpoint", { method: "POST", body });
const checkpointOf = (size: number) =>
  signNote(checkpointText({ origin: LOG, size, root: new Uint8Array(32).fill(size) }), logSigner(siteSecret, LOG));

test("a witness without a database cosigns, and remembers over a restart what it saw", async () => {
  const checkpoint = checkpointOf(5);
  const answer = await ask(start(), addCheckpointBody({ before: 0, proof: [], checkpoint }));
  expect(answer.status).toBe(200);
  const [key, note] = [readVkey(witnessVkey(secret, ORIGIN)), readNote(`${checkpoint}${await answer.text()}`)];
  expect(key && note && cosignedAt(key, note)).toBeGreaterThan(0);
  // Another list of the same size, and a shorter one.
  const other = signNote(
    checkpointText({ origin: LOG, size: 5, root: new Uint8Array(32) }),
    logSigner(siteSecret, LOG),
  );
  const again = start();
  expect((await ask(again, addCheckpointBody({ before: 5, proof: [], checkpoint: other }))).status).toBe(422);
  const shorter = await ask(again, addCheckpointBody({ before: 0, proof: [], checkpoint: checkpointOf(3) }));
  expect([shorter.status, await shorter.text()]).toEqual([409, "5\n"]);
});

test("of two requests at once, one finds what it read", async () => {
  const store = fileWitnessStore(join(dataDir, "race"));
  const after = { size: 1, checkpoint: "one" };
  const replaced = await Promise.all([
    store.replace(LOG, 0, after),
    store.replace(LOG, 0, { ...after, checkpoint: "two" }),
  ]);
  expect(replaced).toEqual([true, false]);
  expect(await store.read(LOG)).toEqual(after);
});

test("a site that comes with another key later is refused", async () => {
  const stranger = signNote(checkpointText({ origin: LOG, size: 6, root: new Uint8Array(32) }), logSigner(secret, LOG));
  expect((await ask(start(), addCheckpointBody({ before: 5, proof: [], checkpoint: stranger }))).status).toBe(403);
});
