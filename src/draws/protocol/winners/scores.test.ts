import { expect, test } from "vitest";
import { rank } from "./scores.ts";

/** Where a ticket and the number of a draw stand in what is hashed. */
const [TICKET_END, DRAW_END] = [39, 43];

/** Hashes that differ in their last byte alone: the lower the ticket, the higher its hash; a second draw is lower. */
const hash = (message: Uint8Array): Uint8Array => {
  const [ticket = 0, draw = 0] = [message[TICKET_END], message[DRAW_END]];
  return new Uint8Array(32).fill(7, 0, 31).fill(200 - ticket * 10 - (draw > 1 ? 100 : 0), 31);
};

const pool = (chancesOf: (ticket: number) => number) => ({
  ...{ tickets: Uint32Array.of(1, 2, 3, 4), seed: "00".repeat(32), prizeCode: "HAM", chancesOf },
});

test("tickets whose scores differ in the last of 256 bits are ranked by it", () => {
  expect([
    ...rank(
      pool(() => 1),
      4,
      hash,
    ),
  ]).toEqual([4, 3, 2, 1]);
  expect([
    ...rank(
      pool(() => 1),
      2,
      hash,
    ),
  ]).toEqual([4, 3]);
});

test("of a ticket with several chances its lowest hash counts, to the last bit", () => {
  expect([
    ...rank(
      pool((ticket) => (ticket === 1 ? 2 : 1)),
      4,
      hash,
    ),
  ]).toEqual([1, 4, 3, 2]);
});

test("tickets of one score stand in the order of their numbers", () => {
  expect([
    ...rank(
      pool(() => 1),
      3,
      () => new Uint8Array(32),
    ),
  ]).toEqual([1, 2, 3]);
});
