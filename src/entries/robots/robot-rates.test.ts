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
    rates,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    /** Sends submissions; returns the rush, if any, of the last one. */
    send(times: number, { address = TOWN, raffleId = RAFFLE } = {}) {
      for (let sent = 1; sent < times; sent += 1) rates.count({ address, raffleId });
      return rates.count({ address, raffleId }).rush;
    },
    /** Brings a raffle to its rate limit, with 600 people who each send one entry. */
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

  it("is told of by the same hash as by processes of earlier versions", () => {
    const site = open();
    site.send(2);
    expect(site.rates.take().networks).toEqual([
      ["FwIrMg0HwAU", 2],
      [expect.any(String), 2],
    ]);
  });

  it("is counted by network, and says nothing of others", () => {
    const site = open();
    expect(site.send(100, { address: "2001:db8:0:1::1" })).toBeNull();
    expect(site.send(1, { address: "2001:db8:0:1:ffff::2" })).toMatchObject({ cause: "ofAddress" });
    expect(site.send(1, { address: "2001:db8:0:2::1" })).toBeNull();
  });
});

describe("many networks of one", () => {
  const household = (one: number) => `2001:db8:7:${one.toString(16)}::1`;
  const elsewhere = "2001:db8:8::1";

  it("have sixteen times the rate of one address together, households too", () => {
    const site = open();
    for (let one = 0; one < 1_600; one += 1) expect(site.send(1, { address: household(one) })).toBeNull();
    site.pass(20_000);
    expect(site.send(1, { address: household(9_999) })).toEqual({ cause: "ofAddress", seconds: 40 });
    expect(site.send(1, { address: elsewhere })).toBeNull();
    site.pass(40_000);
    expect(site.send(1, { address: household(9_999) })).toBeNull();
  });

  it("are an IPv4 /24 too", () => {
    const site = open();
    for (let one = 0; one < 1_600; one += 1) site.send(1, { address: `192.0.2.${one % 200}` });
    expect(site.send(1, { address: "192.0.2.250" })).toMatchObject({ cause: "ofAddress" });
    expect(site.send(1, { address: "192.0.3.250" })).toBeNull();
  });

  it("have sixteen times the free receipts of one together", () => {
    const site = open();
    for (let one = 0; one < 800; one += 1) {
      expect(site.rates.count({ address: household(one), raffleId: RAFFLE }).receipts).toBe("free");
      site.pass(1_000);
    }
    expect(site.rates.count({ address: household(9_999), raffleId: RAFFLE }).receipts).toBe("paid");
    expect(site.rates.receiptsOf(household(9_998))).toBe("paid");
    expect(site.rates.receiptsOf(elsewhere)).toBe("free");
  });

  it("store sixteen times what one may, what households store included", () => {
    const site = open();
    const rushOf = (one: number) =>
      site.rates.count({ address: household(one), raffleId: RAFFLE, bytes: 1_024_000 }).rush;
    for (let one = 0; one < 320; one += 1) expect(rushOf(one)).toBeNull();
    expect(rushOf(9_999)).toMatchObject({ cause: "ofAddress" });
  });

  it("are asked all when one of them tries out whose entries there are", () => {
    const site = open();
    for (let one = 0; one < 160; one += 1) site.rates.countRefused(household(one));
    expect(site.send(1, { address: household(9_999) })).toMatchObject({ cause: "ofAddress" });
    expect(site.send(1, { address: elsewhere })).toBeNull();
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

describe("what one network stores", () => {
  const BYTES = 10 * 1_024;
  /** Sends entries of this size at a pace that no other limit notices; returns how many needed no puzzle. */
  const sendSlowly = ({ rates, pass }: ReturnType<typeof open>, entries: number, bytes = BYTES, address = TOWN) => {
    let free = 0;
    for (let sent = 0; sent < entries; sent += 1) {
      if (!rates.count({ address, raffleId: RAFFLE, bytes }).rush) free += 1;
      pass(5_000);
    }
    return free;
  };

  it("is 20 MB a day, and then each entry needs a puzzle", () => {
    const site = open();
    const free = sendSlowly(site, 2_400);
    // 2,000 entries of 10 KB, and the household's first five of each ten minutes.
    expect(free).toBeGreaterThan(2_000);
    expect(free).toBeLessThan(2_150);
    expect(site.rates.count({ address: "203.0.113.1", raffleId: RAFFLE, bytes: BYTES }).rush).toBeNull();
    site.pass(86_400_000);
    expect(sendSlowly(site, 20)).toBe(20);
    // Control: so many entries of a usual size pass.
    expect(sendSlowly(open(), 2_400, 400)).toBe(2_400);
  });
});

describe("receipts", () => {
  const OTHER_TOWN = "203.0.113.9";

  it("need a puzzle after 50 in a day, end for a network after 2,000, and begin again a day after the first", () => {
    const site = open();
    const send = (times: number) => {
      for (let sent = 0; sent < times; sent += 1) {
        site.send(1);
        site.pass(1_000);
      }
    };
    send(50);
    expect(site.rates.receiptsOf(TOWN)).toBe("free");
    send(1);
    expect(site.rates.receiptsOf(TOWN)).toBe("paid");
    send(1_949);
    expect(site.rates.receiptsOf(TOWN)).toBe("paid");
    expect(site.rates.count({ address: TOWN, raffleId: RAFFLE }).receipts).toBe("none");
    site.pass(1_000);
    expect(site.rates.receiptsOf(OTHER_TOWN)).toBe("free");
    site.pass(86_400_000 - 2_001_000);
    expect(site.rates.receiptsOf(TOWN)).toBe("free");
  });

  it("are counted with those of other processes", () => {
    const [here, there] = [open(), open()];
    for (let round = 0; round < 21; round += 1) {
      here.send(100);
      there.rates.add(here.rates.take());
      for (const { pass } of [here, there]) pass(60_000);
    }
    expect(there.rates.receiptsOf(TOWN)).toBe("none");
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
