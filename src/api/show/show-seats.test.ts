import { expect, test, vi } from "vitest";
import { createShowSeats, SEATS, SEATS_OF_NETWORK, SEATS_OF_RAFFLE } from "./show-seats.ts";

const RAFFLE = "one";
const HALL = "192.0.2.1";

function open() {
  const seats = createShowSeats();
  const stopped = vi.fn();
  const take = (address: string, raffle = RAFFLE) =>
    seats.take({ address, raffle }, () => stopped(`${address} ${raffle}`));
  /** Takes so many seats, each from a network of its own, or all from one. */
  const fill = (count: number, address: (place: number) => string, raffle = RAFFLE) =>
    Array.from({ length: count }, (_, place) => take(address(place), raffle));
  return { take, fill, stopped };
}

const elsewhere = (place: number) => `2001:db8:${place.toString(16)}::1`;

test("a network has some seats, a process has more, and who leaves gives one back, once", () => {
  const { take, fill, stopped } = open();
  const hall = fill(SEATS_OF_NETWORK, () => HALL);
  expect(hall).not.toContain(null);
  expect(take(HALL)).toBeNull();
  expect(fill(SEATS - SEATS_OF_NETWORK, elsewhere)).not.toContain(null);
  hall[0]?.();
  hall[0]?.();
  expect(take(HALL)).not.toBeNull();
  expect(stopped).not.toHaveBeenCalled();
});

test("when all are taken, the network with the most gives up its oldest, and so gets none of others", () => {
  const { take, fill, stopped } = open();
  const attackers = ["198.51.100.1", "203.0.113.1", "2001:db8:ffff::1"];
  for (const address of attackers) fill(SEATS_OF_NETWORK, () => address);
  for (let phone = 0; phone < 30; phone += 1) expect(take(elsewhere(phone))).not.toBeNull();
  expect(stopped).toHaveBeenCalledTimes(30);
  for (const address of attackers) expect(stopped).toHaveBeenCalledWith(`${address} ${RAFFLE}`);
  // An attacker who comes again has as many as the largest network, and takes no seat of a smaller one.
  expect(attackers.map((address) => take(address))).toEqual([null, null, null]);
  expect(stopped).toHaveBeenCalledTimes(30);
});

test("one person's many addresses are one network when all are taken", () => {
  const { take, fill, stopped } = open();
  fill(SEATS, (place) => `2001:db8:1:${place.toString(16)}::1`);
  expect(take("2001:db8:1:ffff::1")).toBeNull();
  expect(take(HALL)).not.toBeNull();
  expect(stopped).toHaveBeenCalledExactlyOnceWith(`2001:db8:1:0::1 ${RAFFLE}`);
});

test("a raffle gets some seats, however many networks watch another", () => {
  const { take, fill, stopped } = open();
  fill(SEATS, elsewhere);
  // Control: another phone for the same show gets none.
  expect(take(HALL)).toBeNull();
  const phones = fill(SEATS_OF_RAFFLE + 1, (place) => `198.51.${place}.1`, "another");
  expect(phones.filter((seat) => seat !== null)).toHaveLength(SEATS_OF_RAFFLE);
  expect(stopped).toHaveBeenCalledTimes(SEATS_OF_RAFFLE);
  expect(stopped).not.toHaveBeenCalledWith(expect.stringContaining("another"));
});
