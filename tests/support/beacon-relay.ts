import { createHash } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type Beacon, randomnessOf } from "#src/draws/protocol/beacon/beacon.ts";
import { type Chain, SCHEME } from "#src/draws/protocol/beacon/chains.ts";

/** How a relay behaves. Only "honest" answers what was asked. */
export type Mood =
  | "honest"
  | "off"
  | "lies"
  | "hangs"
  | "hangs-in-body"
  | "other-round"
  | "other-spelling"
  | "endless"
  | "redirects"
  | "no-json"
  | "drops";

export type BeaconRelay = {
  readonly url: string;
  readonly chain: Chain;
  /** The path of a file that describes the chain, for BEACON_CHAIN and `tambiolo verify --chain`. */
  readonly infoFile: string;
  /** The settings of a site that draws by this relay. */
  readonly env: Readonly<Record<string, string>>;
  mood: Mood;
  /** The rounds that were asked for, in order. */
  readonly asked: readonly number[];
  /** How many requests hang, and whose clients still wait. */
  readonly hanging: number;
  /** Answers what still hangs, as an honest relay would have. */
  release(): void;
  /** Waits until the condition holds. Checks it after each request. */
  until(what: () => boolean): Promise<void>;
  close(): Promise<void>;
};

/** A test key that no network uses. */
const SECRET_KEY = createHash("sha256").update("the key of no beacon").digest();
const DST = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";
/** The prime of the field in which the coordinates of BLS12-381 are. */
const P = bls12_381.fields.Fp.ORDER;

/** The chain of all relays here: a round a second, from the year 2020. */
export const TEST_CHAIN: Chain = {
  hash: createHash("sha256").update("the chain of no beacon").digest("hex"),
  scheme: SCHEME,
  period: 1,
  genesis: 1_577_836_800,
  publicKey: bytesToHex(bls12_381.shortSignatures.getPublicKey(SECRET_KEY).toBytes()),
};

/** The true beacon of any round of TEST_CHAIN; nobody has to wait for its time. */
export function testBeacon(round: number): Beacon {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(round));
  const message = bls12_381.shortSignatures.hash(createHash("sha256").update(number).digest(), DST);
  const signature = bytesToHex(bls12_381.shortSignatures.sign(message, SECRET_KEY).toBytes());
  return { round, signature, randomness: randomnessOf(signature) };
}

/**
 * A signature whose coordinate is written as x + p: the same point in other bytes. Undefined where that has no room.
 */
export function respelt(signature: string): string | undefined {
  // The first three bits say how the point is written, and stay as they are.
  const flags = BigInt(`0x${signature}`) & (7n << 381n);
  const x = (BigInt(`0x${signature}`) & ((1n << 381n) - 1n)) + P;
  return x < 1n << 381n ? (flags | x).toString(16) : undefined;
}

/** Starts a relay of TEST_CHAIN on a port of this machine. */
export async function startBeaconRelay(mood: Mood = "honest"): Promise<BeaconRelay> {
  const folder = await mkdtemp(join(tmpdir(), "tambiolo-relay-"));
  const infoFile = join(folder, "info.json");
  const { hash, scheme: schemeID, period, genesis: genesis_time, publicKey: public_key } = TEST_CHAIN;
  await writeFile(infoFile, JSON.stringify({ hash, schemeID, period, genesis_time, public_key, groupHash: hash }));
  const events = new EventEmitter();
  const asked: number[] = [];
  let hanging: { readonly response: ServerResponse; readonly round: number }[] = [];
  const server = createServer((request, response) => {
    // A client that has heard enough closes the connection.
    response.on("error", () => undefined);
    const [, chain, what, round] = request.url?.split("/") ?? [];
    if (chain !== hash || what !== "public") {
      response.writeHead(404).end();
      return;
    }
    asked.push(Number(round));
    if (relay.mood === "hangs") hanging.push({ response, round: Number(round) });
    else answer(response, relay.mood, Number(round));
    events.emit("asked");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const relay: BeaconRelay = {
    url,
    chain: TEST_CHAIN,
    infoFile,
    env: { BEACON_URLS: url, BEACON_CHAIN: infoFile },
    mood,
    asked,
    get hanging() {
      return hanging.filter(({ response }) => !response.destroyed).length;
    },
    release() {
      for (const { response, round } of hanging) answer(response, "honest", round);
      hanging = [];
    },
    async until(what) {
      while (!what()) await once(events, "asked");
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return relay;
}

function answer(response: ServerResponse, mood: Mood, round: number): void {
  const beacon = testBeacon(mood === "other-round" ? round + 1 : round);
  const say = (body: object) => response.setHeader("content-type", "application/json").end(JSON.stringify(body));
  if (mood === "honest" || mood === "other-round") say(beacon);
  if (mood === "off") response.writeHead(404).end("{}");
  // The beacon of another round, under the number that was asked for.
  if (mood === "lies") say({ ...testBeacon(round + 1), round });
  if (mood === "other-spelling") say({ ...beacon, signature: respelt(beacon.signature) ?? beacon.signature });
  if (mood === "endless") pour(response);
  if (mood === "hangs-in-body") response.write('{"round":');
  if (mood === "redirects") response.writeHead(302, { location: `/${TEST_CHAIN.hash}/public/${round}` }).end();
  if (mood === "no-json") response.end("<h1>Welcome</h1>");
  if (mood === "drops") response.destroy();
}

/** Writes spaces, which JSON may begin with, for as long as somebody reads them. */
function pour(response: ServerResponse): void {
  while (!response.destroyed && response.write(" ".repeat(64 * 1024)));
  if (!response.destroyed) response.once("drain", () => pour(response));
}
