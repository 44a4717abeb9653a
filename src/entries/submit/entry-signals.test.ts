import { randomBytes, randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { deviceOf, entrySignals } from "./entry-signals.ts";

const secret = randomBytes(32);
const raffle = randomUUID();
const phone = deviceOf("Mozilla/5.0 (Linux; Android 10; K)", "fil-PH");

const ofNetwork = (address: string, raffleId = raffle, key: Uint8Array = secret) =>
  entrySignals(key, raffleId, { address, device: phone }).networkHash;
const ofDevice = (device: string, raffleId = raffle) =>
  entrySignals(secret, raffleId, { address: "192.0.2.1", device }).deviceHash;

it("is the same for one network of a raffle, and for no other", () => {
  expect(ofNetwork("::ffff:192.0.2.1")).toBe(ofNetwork("192.0.2.1"));
  expect(ofNetwork("2001:db8:1:2::5")).toBe(ofNetwork("2001:db8:1:2:9::"));
  const different = ["192.0.2.1", "192.0.2.2", "2001:db8:1:2::5", "2001:db8:1:3::5"].map((address) =>
    ofNetwork(address),
  );
  expect(new Set(different).size).toBe(4);
});

it("is the same for one description of a device, and for no other", () => {
  expect(ofDevice(deviceOf("Mozilla/5.0 (Linux; Android 10; K)", "fil-PH"))).toBe(ofDevice(phone));
  const different = [phone, deviceOf("curl/8", "fil-PH"), deviceOf("curl/8", undefined), deviceOf(null, undefined)];
  expect(new Set(different.map((device) => ofDevice(device))).size).toBe(4);
});

it("cannot be followed to another raffle or site, and tells a network from a device", () => {
  expect(ofNetwork("192.0.2.1", randomUUID())).not.toBe(ofNetwork("192.0.2.1"));
  expect(ofDevice(phone, randomUUID())).not.toBe(ofDevice(phone));
  expect(ofNetwork("192.0.2.1", raffle, randomBytes(32))).not.toBe(ofNetwork("192.0.2.1"));
  expect(ofDevice("192.0.2.1")).not.toBe(ofNetwork("192.0.2.1"));
  expect(ofNetwork("192.0.2.1")).toHaveLength(16);
});
