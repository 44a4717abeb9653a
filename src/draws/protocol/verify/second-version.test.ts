import { describe, expect, it, vi } from "vitest";
import { hashOf } from "#src/base/hashing/sha256.ts";
import {
  BASIS,
  bytesOf,
  drawOf,
  entrantOf,
  listOf,
  prizeOf,
  secondPlanOf,
  ticketsOf,
} from "../../../../tests/support/draws.ts";
import { secondsOf } from "../format/times.ts";
import type { Transcript } from "../transcript.ts";
import { consentOf } from "../winners/replacement-proof.ts";
import { verifyDraw } from "./verify.ts";

// Much arithmetic, or a process for each case: seconds alone, more on a machine that does other things too.
vi.setConfig({ testTimeout: 120_000 });

const plan = secondPlanOf({ leadSeconds: 60, pauseDays: 30, prizes: [prizeOf("A"), prizeOf("B")] });
const list = listOf(ticketsOf(plan, [{}, {}, { out: "withdrawn" }, {}, {}]));
const basis = { ...BASIS, pausedBy: ["ab".repeat(32)] };
const lockedAt = "2023-08-23T15:58:24Z";
const { lock, results } = await drawOf({ plan, list, basis, lockedAt });
const [from = 0] = results[0]?.winners ?? [];
const mine = entrantOf(plan.raffle, from);
const withdrew = { prizeCode: "A", from, reason: "withdrew", note: "x", at: "2023-08-24T00:00:00Z" } as const;

async function verify(transcript: Transcript): Promise<[name: string, rule: string] | "right"> {
  const now = secondsOf("2026-01-01T00:00:00Z") ?? 0;
  const verified = await verifyDraw({ transcript, list: [bytesOf(list)], mine }, { now });
  if (!verified.ok) throw new Error(JSON.stringify(verified.refusal));
  const wrong = verified.value.checks.find(({ result }) => result.state === "wrong");
  return wrong?.result.state === "wrong" ? [wrong.name, wrong.result.fault.rule] : "right";
}

describe("a winner who gives a prize back", () => {
  it("goes at once with their consent", async () => {
    const consent = consentOf({ key: mine.key, lock: hashOf(lock), prizeCode: "A" });
    const drawn = await drawOf({ plan, list, basis, lockedAt, replacements: [{ ...withdrew, consent }] });
    expect(await verify(drawn)).toBe("right");
  });

  it("notices a consent that they did not give", async () => {
    const consent = consentOf({ key: "0".repeat(32), lock: hashOf(lock), prizeCode: "A" });
    const drawn = await drawOf({ plan, list, basis, lockedAt, replacements: [{ ...withdrew, consent }] });
    expect(await verify(drawn)).toEqual(["ticket", "own-consent"]);
  });

  it("goes after three days without it", async () => {
    const announced = "2023-08-23T16:00:00Z";
    const at = (time: string) =>
      drawOf({ plan, list, basis, lockedAt, replacements: [{ ...withdrew, announced, at: time }] });
    expect(await verify(await at("2023-08-26T16:00:00Z"))).toBe("right");
    expect(await verify(await at("2023-08-26T15:59:59Z"))).toEqual(["replacements", "days-to-object"]);
  });
});
