import { describe, expect, it } from "vitest";
import { createRobotRates } from "./robot-rates.ts";

const SECRET = Buffer.alloc(32, 7);
const RAFFLE = "0198c0de-0000-7000-8000-000000000001";
const OTHER_RAFFLE = "0198c0de-0000-7000-8000-000000000002";
const TOWN = "192.0.2.1";

function open() {
  let time = 1_000_000;
  const rates = createRobotRates(SECRET, () => time);
  return {
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    /** Sends so many; answers what the last of them is told. */
    send(times: number, { address = TOWN, raffleId = RAFFLE } = {}) {
      for (let sent = 1; sent < times; sent += 1) rates.count({ address, raffleId });
      return rates.count({ address, raffleId });
    },
    /** Brings a raffle to its rate with people who each send one. */
    heat(raffleId = RAFFLE) {
      for (let person = 0; person < 600; person += 1) {
        rates.count({ address: `198.18.${person >> 8}.${person & 255}`, raffleId });
      }
    },
  };
}

describe("a rush from one address", () => {
  it("is a hundred in a minute, whatever the raffle", () => {
    const site = open();
    expect(site.send(60)).toBeNull();
    expect(site.send(40, { raffleId: OTHER_RAFFLE })).toBeNull();
    site.pass(20_000);
    expect(site.send(1)).toEqual({ cause: "ofAddress", seconds: 40 });
  });

  it("is over a minute after it began", () => {
    const site = open();
    site.send(150);
    site.pass(59_999);
    expect(site.send(1)).toEqual({ cause: "ofAddress", seconds: 1 });
    site.pass(1);
    expect(site.send(100)).toBeNull();
  });

  it("begins for each address with its own first entry", () => {
    const site = open();
    site.send(100, { address: "203.0.113.9" });
    site.pass(50_000);
    site.send(99);
    site.pass(20_000);
    expect(site.send(1, { address: "203.0.113.9" })).toBeNull();
    expect(site.send(2)).toEqual({ cause: "ofAddress", seconds: 40 });
  });

  it("is counted by network, and says nothing of others", () => {
    const site = open();
    expect(site.send(100, { address: "2001:db8:0:1::1" })).toBeNull();
    expect(site.send(1, { address: "2001:db8:0:1:ffff::2" })).toMatchObject({ cause: "ofAddress" });
    expect(site.send(1, { address: "2001:db8:0:2::1" })).toBeNull();
  });
});

describe("a rush on one raffle", () => {
  it("asks nobody for the first five of ten minutes, and everybody for more", () => {
    const site = open();
    site.heat();
    expect(site.send(5)).toBeNull();
    expect(site.send(1)).toEqual({ cause: "ofRaffle", seconds: 60 });
    site.pass(9 * 60_000);
    site.heat();
    expect(site.send(1)).toMatchObject({ cause: "ofRaffle" });
    site.pass(60_000);
    site.heat();
    expect(site.send(5)).toBeNull();
  });

  it("leaves other raffles alone", () => {
    const site = open();
    site.heat();
    expect(site.send(20, { raffleId: OTHER_RAFFLE })).toBeNull();
  });
});

it("asks whoever comes when no more addresses can be counted, and forgets them all in time", () => {
  const site = open();
  site.heat();
  for (let one = 0; one < 200_000; one += 1) {
    site.send(1, { address: `10.${one >> 16}.${(one >> 8) & 255}.${one & 255}`, raffleId: OTHER_RAFFLE });
  }
  expect(site.send(1, { address: "203.0.113.9" })).toMatchObject({ cause: "ofAddress" });
  site.pass(10 * 60_000);
  expect(site.send(1, { address: "203.0.113.9" })).toBeNull();
});
