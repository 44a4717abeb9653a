import { afterEach, describe, expect, test } from "vitest";
import {
  type BeaconRelay,
  type Mood,
  respelt,
  startBeaconRelay,
  TEST_CHAIN,
  testBeacon,
} from "../../../tests/support/beacon-relay.ts";
import { beaconOf } from "../../../tests/support/draws.ts";
import { faultOfBeacon } from "../protocol/beacon/beacon.ts";
import { createBeaconSource, type RelayFailure } from "./fetch-beacon.ts";
import { readPublishedBeacon } from "./published-beacon.ts";

/** Long enough for a relay on this machine to answer; those that hang cost it once each. */
const LONGEST_MS = 2_000;
/** A round whose signature has a second spelling. */
const ROUND =
  [1, 2, 3, 4, 5, 6, 7, 8, 9].map((step) => step * 1000).find((round) => respelt(testBeacon(round).signature)) ?? 0;

const never = new AbortController().signal;
let relays: BeaconRelay[] = [];

afterEach(async () => {
  await Promise.all(relays.map((relay) => relay.close()));
  relays = [];
});

async function sourceOf(...moods: Mood[]) {
  relays = await Promise.all(moods.map((mood) => startBeaconRelay(mood)));
  const failures: RelayFailure[] = [];
  const source = createBeaconSource({
    relays: relays.map(({ url }) => url),
    chain: TEST_CHAIN,
    onFailure: (failure) => failures.push(failure),
    longestMs: LONGEST_MS,
  });
  return { source, failures: failures };
}

describe("a beacon", () => {
  test("is that of the first relay, and no other is asked", async () => {
    const { source, failures } = await sourceOf("honest", "honest");
    expect(await source.fetch(ROUND, never)).toEqual({ ok: true, value: testBeacon(ROUND) });
    expect(relays.map(({ asked }) => asked)).toEqual([[ROUND], []]);
    expect(failures).toEqual([]);
  });

  test.for<[Mood, RegExp]>([
    ["off", /HTTP 404/],
    ["lies", /beacon-signature/],
    ["hangs", /no answer within/],
    ["hangs-in-body", /no answer within/],
    ["other-round", /beacon\.round/],
    ["other-spelling", /beacon-signature/],
    ["endless", /longer than/],
    ["redirects", /HTTP 302/],
    ["no-json", /no beacon/],
    ["drops", /UND_ERR_SOCKET|ECONNRESET/],
  ])("is asked of the next relay where one %s", async ([mood, reason]) => {
    const { source, failures } = await sourceOf(mood, "honest");
    expect(await source.fetch(ROUND, never)).toEqual({ ok: true, value: testBeacon(ROUND) });
    expect(relays[0]?.asked).toEqual([ROUND]);
    expect(failures).toEqual([{ relay: relays[0]?.url, reason: expect.stringMatching(reason) }]);
  });

  test("that no relay gives is none, with a reason of each", async () => {
    const { source } = await sourceOf("off", "lies");
    const [gone] = relays;
    await gone?.close();
    expect(await source.fetch(ROUND, never)).toEqual({
      ok: false,
      refusal: [
        { relay: relays[0]?.url, reason: "ECONNREFUSED" },
        { relay: relays[1]?.url, reason: expect.stringContaining("beacon-signature") },
      ],
    });
  });

  test("is waited for without a line in the log for each time; a relay that was well between has a new one", async () => {
    const { source, failures } = await sourceOf("off");
    const [relay] = relays;
    if (!relay) throw new Error("There is no relay.");
    for (const mood of ["off", "off", "no-json", "no-json", "honest", "no-json"] as const) {
      relay.mood = mood;
      await source.fetch(ROUND, never);
    }
    expect(failures.map(({ reason }) => reason)).toEqual(["HTTP 404", "it answers no beacon", "it answers no beacon"]);
  });

  test("is no longer asked for when the site stops", async () => {
    const { source, failures } = await sourceOf("hangs", "honest");
    const stopping = new AbortController();
    const fetched = source.fetch(ROUND, stopping.signal);
    await relays[0]?.until(() => relays[0]?.asked.length === 1);
    stopping.abort();
    expect(await fetched).toEqual({ ok: false, refusal: [] });
    expect(relays[1]?.asked).toEqual([]);
    expect(failures).toEqual([]);
  });
});

describe("what an organiser pastes", () => {
  const beacon = beaconOf(1000);
  const { round, signature, randomness } = beacon;

  test.each([
    ["a relay's JSON", JSON.stringify({ ...beacon, previous_signature: "" })],
    ["JSON with spaces around it", `\n ${JSON.stringify(beacon, null, 2)}\n`],
    ["JSON without the randomness", JSON.stringify({ round, signature })],
    ["the signature", signature],
    ["the signature in capitals, with a line end", ` ${signature.toUpperCase()}\r\n`],
  ])("can be %s", (_name, text) => {
    expect(readPublishedBeacon(text, 1000)).toEqual(beacon);
  });

  test("keeps the round and randomness that it names, so that the wrong ones are noticed", () => {
    expect(readPublishedBeacon(JSON.stringify({ ...beacon, round: 999 }), 1000)).toMatchObject({ round: 999 });
    const lie = readPublishedBeacon(JSON.stringify({ ...beacon, randomness: randomness.replace(/^./, "x") }), round);
    expect(faultOfBeacon(TEST_CHAIN, round, lie)).toBeDefined();
  });

  test.each([
    ["nothing", ""],
    ["null", "null"],
    ["a number", "1000"],
    ["a list", "[]"],
    ["words", "the randomness"],
    ["half a signature", signature.slice(0, 95)],
    ["the randomness", randomness],
    ["JSON with a signature that is no text", JSON.stringify({ round, signature: 1 })],
    ["a book", " ".repeat(5000) + signature],
  ])("is no beacon where it is %s", (_name, text) => {
    expect(readPublishedBeacon(text, 1000)).toBeUndefined();
  });
});
