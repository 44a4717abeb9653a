import { expect, test } from "vitest";
import { newId } from "#src/base/ids.ts";
import { seal, unseal } from "./sealed.ts";

const SECRET = Buffer.alloc(32, 7);
const PLACE = { raffleId: newId(), claimId: newId() };
const CONTENT = Buffer.from('{"address":"Iloilo"}');

test("what is sealed opens for its claim, and says nothing before", () => {
  const sealed = seal(SECRET, "claim-answers/1", PLACE, CONTENT);
  expect(unseal(SECRET, "claim-answers/1", PLACE, sealed)).toEqual(CONTENT);
  expect(sealed.includes("Iloilo")).toBe(false);
  expect(seal(SECRET, "claim-answers/1", PLACE, CONTENT)).not.toEqual(sealed);
});

test("no changed byte goes unnoticed, and no cut", () => {
  const sealed = seal(SECRET, "claim-files/1", PLACE, CONTENT);
  for (const at of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(unseal(SECRET, "claim-files/1", PLACE, changed)).toBeNull();
    expect(unseal(SECRET, "claim-files/1", PLACE, sealed.subarray(0, at))).toBeNull();
  }
});

test.each([
  ["another claim's row", { ...PLACE, claimId: newId() }, "claim-answers/1", SECRET],
  ["another raffle's row", { ...PLACE, raffleId: newId() }, "claim-answers/1", SECRET],
  ["another kind", PLACE, "claim-files/1", SECRET],
  ["another secret", PLACE, "claim-answers/1", Buffer.alloc(32, 8)],
] as const)("nothing opens in %s", (_where, place, kind, secret) => {
  expect(unseal(secret, kind, place, seal(SECRET, "claim-answers/1", PLACE, CONTENT))).toBeNull();
});
