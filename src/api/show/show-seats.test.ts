import { expect, test } from "vitest";
import { createShowSeats, SEATS, SEATS_OF_NETWORK } from "./show-seats.ts";

test("a network has some seats, a process has more, and who leaves gives one back, once", () => {
  const seats = createShowSeats();
  const hall = Array.from({ length: SEATS_OF_NETWORK }, () => seats.take("hall"));
  expect(hall).not.toContain(null);
  expect(seats.take("hall")).toBeNull();
  const others = Array.from({ length: SEATS - SEATS_OF_NETWORK }, (_, one) => seats.take(`phone ${one % 9}`));
  expect(others).not.toContain(null);
  expect(seats.take("another")).toBeNull();
  hall[0]?.();
  hall[0]?.();
  expect(seats.take("hall")).not.toBeNull();
  expect(seats.take("another")).toBeNull();
});
