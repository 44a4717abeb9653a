import { expect, test } from "vitest";
import { createOverviewSeats } from "./overview-seats.ts";

test("a network has ten seats, and twenty by the session of an owner", () => {
  const seats = createOverviewSeats(500);
  const mine = { network: "a", isOwner: false };
  const leaves = Array.from({ length: 10 }, () => seats.take(mine, () => undefined));
  expect(seats.hasFor(mine)).toBe(false);
  expect(seats.hasFor({ network: "a", isOwner: true })).toBe(true);
  expect(seats.hasFor({ network: "b", isOwner: false })).toBe(true);
  leaves[3]?.();
  leaves[3]?.();
  expect(seats.hasFor(mine)).toBe(true);
});

test("when all are taken, the network that has most gives up its oldest, and nobody else does", () => {
  const seats = createOverviewSeats(5);
  const stopped: string[] = [];
  const sit = (network: string, name: string) => seats.take({ network, isOwner: false }, () => stopped.push(name));
  for (const name of ["first", "second", "third"]) sit("crowd", name);
  sit("quiet", "quiet");
  sit("other", "other");
  sit("organiser", "organiser");
  sit("another", "another");
  expect(stopped).toEqual(["first", "second"]);
});
