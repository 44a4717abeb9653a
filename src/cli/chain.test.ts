import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { QUICKNET } from "#src/draws/protocol/beacon/chains.ts";
import { loadChain } from "./chain.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tambiolo-chain-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function load(info: object): Promise<unknown> {
  const beaconChain = join(folder, "info.json");
  const { scheme: schemeID, period, genesis: genesis_time, publicKey: public_key } = QUICKNET;
  await writeFile(beaconChain, JSON.stringify({ schemeID, period, genesis_time, public_key, ...info }));
  return loadChain({ beaconChain });
}

test("draws are of quicknet, or of the chain in a file", async () => {
  expect(await loadChain({ beaconChain: undefined })).toEqual({ ok: true, value: QUICKNET });
  const hash = "ab".repeat(32);
  expect(await load({ hash, groupHash: "is not looked at" })).toEqual({ ok: true, value: { ...QUICKNET, hash } });
});

test("a file that is not there, or describes no chain, or stands in for quicknet, is refused in one line", async () => {
  const oneLine = { ok: false, refusal: expect.stringMatching(/^BEACON_CHAIN cannot be used: .+\.$/) };
  expect(await loadChain({ beaconChain: join(folder, "absent.json") })).toEqual(oneLine);
  expect(await load({})).toMatchObject({ ok: false, refusal: expect.stringContaining("does not describe a chain") });
  expect(await load({ hash: QUICKNET.hash })).toMatchObject({ ok: false, refusal: expect.stringContaining("pinned") });
});
