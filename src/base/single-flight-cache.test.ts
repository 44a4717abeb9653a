import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createSingleFlightCache, type Made, type SingleFlightCache } from "./single-flight-cache.ts";

let cache: SingleFlightCache<string>;

beforeEach(() => {
  cache = createSingleFlightCache(1000);
});

afterEach(() => {
  vi.useRealTimers();
});

const made = (value: string, changes: Partial<Made<string>> = {}): Made<string> => ({
  value,
  bytes: 100,
  until: Number.POSITIVE_INFINITY,
  ...changes,
});

/** A result that is finished when the test says so. */
function slowly() {
  const { promise, resolve, reject } = Promise.withResolvers<Made<string>>();
  const make = vi.fn(() => promise);
  return { make, finish: (value: string) => resolve(made(value)), fail: reject };
}

describe("a thousand who ask for what is not kept", () => {
  test("cause one making, and get the same", async () => {
    const { make, finish } = slowly();
    const asked = Array.from({ length: 1000 }, () => cache.get("a", make));
    finish("page");
    expect(new Set(await Promise.all(asked))).toEqual(new Set(["page"]));
    expect(make).toHaveBeenCalledTimes(1);
    expect(cache.look("a")).toBe("page");
    expect(await cache.get("a", make)).toBe("page");
    expect(make).toHaveBeenCalledTimes(1);
  });

  test("all fail with it, and the next one tries again", async () => {
    const { make, fail } = slowly();
    const asked = Array.from({ length: 1000 }, () => cache.get("a", make));
    fail(new Error("no database"));
    const ends = await Promise.allSettled(asked);
    expect(ends.every((end) => end.status === "rejected" && end.reason.message === "no database")).toBe(true);
    expect(make).toHaveBeenCalledTimes(1);
    expect(await cache.get("a", async () => made("better"))).toBe("better");
  });
});

describe("a change", () => {
  test("while a result is made: who waits gets it, it is not kept, and whoever comes later gets a new one", async () => {
    const [before, after] = [slowly(), slowly()];
    const waiting = cache.get("a", before.make);
    await Promise.resolve();
    cache.drop(() => true);
    const late = cache.get("a", after.make);
    before.finish("old");
    expect(await waiting).toBe("old");
    expect(cache.look("a")).toBeUndefined();
    after.finish("new");
    expect(await late).toBe("new");
    expect(cache.look("a")).toBe("new");
  });

  test("after an older result came: it drops the newer one that is still being made", async () => {
    const [before, between] = [slowly(), slowly()];
    const waiting = [cache.get("a", before.make)];
    cache.drop(() => true);
    waiting.push(cache.get("a", between.make));
    before.finish("old");
    await waiting[0];
    cache.drop((key) => key === "a");
    between.finish("stale too");
    expect(await Promise.all(waiting)).toEqual(["old", "stale too"]);
    expect(cache.look("a")).toBeUndefined();
  });

  test("takes what it names and leaves the rest", async () => {
    await cache.get("a", async () => made("a"));
    await cache.get("b", async () => made("b"));
    cache.drop((key) => key === "a");
    expect([cache.look("a"), cache.look("b")]).toEqual([undefined, "b"]);
  });
});

test("what holds no longer is not given from memory", async () => {
  vi.useFakeTimers();
  await cache.get("a", async () => made("a", { until: performance.now() + 50 }));
  vi.advanceTimersByTime(49);
  expect(cache.look("a")).toBe("a");
  vi.advanceTimersByTime(1);
  expect(cache.look("a")).toBeUndefined();
});

test("however many keys are asked for, no more is kept than fits; what is in demand stays", async () => {
  for (let number = 0; number < 500; number += 1) {
    await cache.get("popular", async () => made("popular"));
    await cache.get(`nonsense ${number}`, async () => made("nonsense"));
  }
  const left = Array.from({ length: 500 }, (_, number) => cache.look(`nonsense ${number}`)).filter(Boolean);
  expect(left).toHaveLength(9);
  expect(cache.look("popular")).toBe("popular");
  expect(await cache.get("huge", async () => made("huge", { bytes: 1001 }))).toBe("huge");
  expect(cache.look("huge")).toBeUndefined();
});

test("where nothing can be made, what is kept outlives its time, and what is not kept fails", async () => {
  let cannot = false;
  const lasting = createSingleFlightCache<string>(1000, () => cannot);
  await lasting.get("a", async () => made("old", { until: performance.now() + 20 }));
  await expect.poll(() => lasting.look("a")).toBeUndefined();
  cannot = true;
  expect(lasting.look("a")).toBe("old");
  cannot = false;
  const fails = async (): Promise<Made<string>> => {
    cannot = true;
    throw new Error("no database");
  };
  expect(await lasting.get("a", fails)).toBe("old");
  await expect(lasting.get("b", fails)).rejects.toThrow("no database");
  cannot = false;
  expect(await lasting.get("a", async () => made("new"))).toBe("new");
});
