import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "#src/db/transaction.ts";
import { leavesOf } from "#src/tlog/format/bundle.ts";
import { openCheckpoint, readCheckpoint } from "#src/tlog/format/checkpoint.ts";
import { leafHash, MerkleRoot, onlyGrew } from "#src/tlog/format/merkle.ts";
import { KEY_TYPES, keyOf } from "#src/tlog/format/note.ts";
import { proveGrowth } from "#src/tlog/read.ts";
import { addLeaves, holdLog } from "#src/tlog/write.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import { logFiles } from "./log-files.ts";

const ORIGIN = "raffles.example.com/log";
const signer = { name: ORIGIN, secretKey: new Uint8Array(32).fill(7) };
const leaf = (index: number) => utf8ToBytes(`leaf ${index}`);

let database: TestDatabase;
let files: ReturnType<typeof logFiles>;
beforeAll(async () => {
  database = await createTestDatabase();
  files = logFiles({ db: database.db });
});
afterAll(() => database.close());

async function grow(count: number, now = new Date("2026-11-25T10:00:00Z")): Promise<void> {
  await inTransaction(database.db, async (tx) => {
    const log = await holdLog(tx, { origin: ORIGIN, now });
    if (!log) throw new Error("Somebody else has the log.");
    const leaves = Array.from({ length: count }, (_, i) => leaf(log.size + i));
    await addLeaves(tx, log, leaves, signer);
  });
}

async function bytesOf(path: string): Promise<Uint8Array> {
  const answer = await files.request(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return new Uint8Array(await answer.arrayBuffer());
}

describe("the files of a log", () => {
  test("are none before its first leaf", async () => {
    expect((await files.request("/checkpoint")).status).toBe(404);
    expect((await files.request("/tile/0/000.p/1")).status).toBe(404);
  });

  test("have all leaves and their hashes, as a stranger reads them", async () => {
    for (const count of [1, 200, 100, 300]) await grow(count);
    const answer = await files.request("/checkpoint");
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
    const opened = openCheckpoint(await answer.text(), keyOf(signer, KEY_TYPES.note));
    if (!opened.ok) throw new Error(opened.refusal.reason);
    expect(opened.value.size).toBe(601);
    const root = new MerkleRoot();
    for (const name of ["000", "001", "002.p/89"]) {
      const hashes = bytesToHex(await bytesOf(`/tile/0/${name}`)).match(/.{64}/g);
      const leaves = leavesOf(await bytesOf(`/tile/entries/${name}`)) ?? [];
      expect(leaves.map((one) => bytesToHex(leafHash(one)))).toEqual(hashes);
      for (const one of leaves) root.add(leafHash(one));
    }
    expect(root.root()).toEqual(opened.value.root);
    expect(await bytesOf("/tile/1/000.p/2")).toHaveLength(64);
  });

  test("keep every width that a tile had, and have none beyond", async () => {
    const whole = await bytesOf("/tile/0/000");
    expect(await bytesOf("/tile/0/000.p/201")).toEqual(whole.slice(0, 201 * 32));
    for (const path of [
      "0/002",
      "0/002.p/90",
      "entries/003.p/1",
      "entries/002.p/90",
      "1/000",
      "2/000.p/1",
      "0/2",
      "x",
    ]) {
      expect([path, (await files.request(`/tile/${path}`)).status]).toEqual([path, 404]);
    }
  });

  test("say at each size that they only grew", async () => {
    const before = readCheckpoint(await (await files.request("/checkpoint")).text());
    await grow(500);
    const after = readCheckpoint(await (await files.request("/checkpoint")).text());
    if (!before || !after) throw new Error("No checkpoint.");
    expect(onlyGrew(before, after, await proveGrowth(database.db, before.size, after.size))).toBe(true);
  });

  test("have times that never go back, if a clock does", async () => {
    const at = async (now: string) =>
      inTransaction(database.db, async (tx) => (await holdLog(tx, { origin: ORIGIN, now: new Date(now) }))?.at);
    expect(await at("2026-11-25T09:00:00Z")).toBe(Date.parse("2026-11-25T10:00:00Z") / 1000);
    expect(await at("2026-11-25T11:00:00Z")).toBe(Date.parse("2026-11-25T11:00:00Z") / 1000);
  });
});
