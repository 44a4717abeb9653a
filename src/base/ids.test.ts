import { expect, test } from "vitest";
import { isId, newId } from "./ids.ts";

test("identifiers are UUIDs of version 7, each later one sorts later, and none comes twice", () => {
  const ids = Array.from({ length: 20_000 }, newId);
  expect(ids.filter((id) => !isId(id) || id[14] !== "7" || !"89ab".includes(id[19] ?? ""))).toEqual([]);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test("they tell when they were made, and nothing else is alike in two of them", () => {
  const before = Date.now();
  const ids = [newId(), newId()];
  for (const id of ids) {
    const made = Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
    expect(made).toBeGreaterThanOrEqual(before);
    expect(made).toBeLessThanOrEqual(Date.now());
  }
  const [one, other] = ids.map((id) => id.slice(-12));
  expect(one).not.toBe(other);
});
