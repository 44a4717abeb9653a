import { describe, expect, it } from "vitest";
import { respelt } from "../../../../tests/support/beacon-relay.ts";
import { beaconOf, QUICKNET_SIGNATURES, quicknet } from "../../../../tests/support/draws.ts";
import { faultOfBeacon, randomnessOf } from "./beacon.ts";
import { isChainKey, readChain } from "./chains.ts";
import { roundOfLock, timeOfRound } from "./round.ts";

function faultOf(round: number, signature: string, randomness = randomnessOf(signature)) {
  return faultOfBeacon(quicknet(), round, { round, signature, randomness });
}

describe("a beacon of quicknet", () => {
  it.each(Object.keys(QUICKNET_SIGNATURES).map(Number))("proves itself: round %i", (round) => {
    expect(faultOfBeacon(quicknet(), round, beaconOf(round))).toBeUndefined();
  });

  it("has the randomness that drand publishes with it", () => {
    expect(beaconOf(1000).randomness).toBe("fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd");
    expect(faultOf(1000, beaconOf(1000).signature, "0".repeat(64))).toMatchObject({ rule: "randomness" });
  });

  it("is of its own round alone", () => {
    expect(faultOf(1000, beaconOf(1001).signature)).toMatchObject({ rule: "beacon-signature" });
    expect(faultOfBeacon(quicknet(), 1000, beaconOf(1001))).toMatchObject({ rule: "equal", where: "beacon.round" });
  });

  it("has one spelling: no coordinate is written as x + p", () => {
    const others = Object.values(QUICKNET_SIGNATURES).flatMap((signature) => respelt(signature) ?? []);
    expect(others.length).toBeGreaterThan(0);
    for (const signature of others) expect(faultOf(10_000_000, signature)).toMatchObject({ rule: "beacon-signature" });
  });

  it.each([
    ["nothing but zeros", "0".repeat(96)],
    ["the point at infinity", `c0${"0".repeat(94)}`],
    ["a last bit changed", `${beaconOf(1000).signature.slice(0, -1)}8`],
    ["the opposite point", `9${beaconOf(1000).signature.slice(1)}`],
    // x = 4 is on the curve (4³ + 4 is a square) and not in the subgroup.
    ["a point outside of the subgroup", `80${"0".repeat(92)}04`],
  ])("is not %s", (_name, signature) => {
    expect(faultOf(1000, signature)).toMatchObject({ rule: "beacon-signature" });
  });

  it.each([
    ["without its randomness", { round: 1000, signature: beaconOf(1000).signature }],
    ["with more", { ...beaconOf(1000), previous_signature: "" }],
    ["in capitals", { ...beaconOf(1000), signature: beaconOf(1000).signature.toUpperCase() }],
    ["of 96 bytes", { ...beaconOf(1000), signature: beaconOf(1000).signature.repeat(2) }],
    ["that is a list", [beaconOf(1000)]],
    ["that is nothing", null],
  ])("is none %s", (_name, beacon) => {
    expect(faultOfBeacon(quicknet(), 1000, beacon)).toBeDefined();
  });
});

describe("a chain that is given by hand", () => {
  const info = {
    public_key: quicknet().publicKey,
    period: 30,
    genesis_time: 1_595_431_050,
    hash: "ab".repeat(32),
    groupHash: "cd".repeat(32),
    schemeID: "bls-unchained-g1-rfc9380",
    metadata: { beaconID: "test" },
  };

  it("is read as its network's /info describes it", () => {
    const read = readChain(info);
    expect(read).toEqual({
      ok: true,
      value: {
        hash: info.hash,
        scheme: info.schemeID,
        period: 30,
        genesis: 1_595_431_050,
        publicKey: info.public_key,
      },
    });
  });

  it.each([
    ["under the hash of a pinned one", { hash: quicknet().hash }, "pinned-chain"],
    ["of another scheme", { schemeID: "pedersen-bls-chained" }, "value"],
    ["with the point at infinity for a key", { public_key: `c0${"0".repeat(190)}` }, "value"],
    ["with a key that is no point", { public_key: "ab".repeat(96) }, "value"],
    ["whose rounds take no time", { period: 0 }, "value"],
    ["without a start", { genesis_time: undefined }, "value"],
  ])("is refused %s", (_name, change, rule) => {
    expect(readChain({ ...info, ...change })).toMatchObject({ ok: false, refusal: { rule } });
  });

  it.each([[null], [1], ["x"], [[]]])("is refused as %j", (value) => {
    expect(readChain(value)).toMatchObject({ ok: false, refusal: { rule: "members" } });
  });

  it("has a key that is a canonical point of the subgroup, as the pinned ones are", () => {
    expect(isChainKey(quicknet().publicKey)).toBe(true);
    expect(isChainKey("zz")).toBe(false);
  });
});

describe("the round of a lock", () => {
  const chain = quicknet();
  const at = timeOfRound(chain, 1000);

  it.each([
    ["a round's own second", { drawDate: at, lockedAt: at - 3600, leadSeconds: 3600 }, 1000n],
    ["a second after one", { drawDate: at + 1, lockedAt: 0, leadSeconds: 600 }, 1001n],
    ["a draw date that the lead reaches beyond", { drawDate: at, lockedAt: at - 3599, leadSeconds: 3600 }, 1001n],
    ["a time before the chain began", { drawDate: 5, lockedAt: 5, leadSeconds: 600 }, 1n],
    ["the first round's second", { drawDate: chain.genesis, lockedAt: 0, leadSeconds: 600 }, 1n],
    [
      "a lead beyond all numbers that are exact",
      { drawDate: 0, lockedAt: chain.genesis + 1, leadSeconds: Number.MAX_SAFE_INTEGER },
      3002399751580332n,
    ],
  ])("is the first at or after %s", (_name, times, round) => {
    expect(roundOfLock(chain, times)).toBe(round);
  });
});
