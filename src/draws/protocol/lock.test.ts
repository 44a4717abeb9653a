import { describe, expect, it } from "vitest";
import { BASIS, listOf, quicknet, readListText, secondPlanOf, ticketsOf } from "../../../tests/support/draws.ts";
import { makeLock, readLock } from "./lock.ts";

const plan = secondPlanOf({ pauseDays: 1 });
const read = await readListText(plan, listOf(ticketsOf(plan, [{}])));
const hashes = Array.from({ length: 1001 }, (_, index) => index.toString(16).padStart(64, "0"));

describe("a lock of /2", () => {
  const faultOf = (changes: object) => {
    const lock = { ...makeLock(plan, read, 0, quicknet(), BASIS), ...changes };
    const opened = readLock(lock, [quicknet()]);
    return opened.ok ? undefined : opened.refusal;
  };

  it("rests on a checkpoint, without which none is made", () => {
    expect(faultOf({})).toBeUndefined();
    expect(() => makeLock(plan, read, 0, quicknet())).toThrow();
  });

  it("names at most a thousand draws whose winners are out", () => {
    expect(faultOf({ pausedBy: hashes.slice(0, 1000) })).toBeUndefined();
    expect(faultOf({ pausedBy: hashes })).toMatchObject({ rule: "value", where: "lock.pausedBy" });
    expect(faultOf({ pausedBy: ["AB".repeat(32)] })).toMatchObject({ rule: "value", where: "lock.pausedBy" });
  });

  it.each([[null], [0], ["x"], [[]], [{}]])("has no plan like %j", (given) => {
    expect(faultOf({ plan: given })).toBeDefined();
  });
});
