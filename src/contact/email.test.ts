import { describe, expect, it } from "vitest";
import { startCpuClock } from "../../tests/support/cpu-time.ts";
import { isEmailAddress, normaliseEmail } from "./email.ts";

// The cases from the tests of validator.js and isemail. Where the two differ, the expected result is our decision.
const ADDRESSES: readonly [key: string, spellings: readonly string[]][] = [
  [
    "juan@example.com",
    [
      "juan@example.com",
      "JUAN@EXAMPLE.COM",
      " juan@example.com\t\n",
      "\u200bjuan@example.com\ufeff",
      "ju\u00adan@exam\u200bple.com",
      "\u202ejuan@example.com\u202c",
      "juan\ufe0f@example.com",
      "juan\u034f@example.com",
      "juan\u3164@example.com",
    ],
  ],
  ["foo+raffle@bar.com", ["foo+raffle@bar.com", "Foo+Raffle@Bar.com"]],
  ["pe\u00f1a@example.com", ["pe\u00f1a@example.com", "pen\u0303a@example.com", "PE\u00d1A@example.com"]],
  [
    "hans@xn--mller-kva.com",
    ["hans@m\u00fcller.com", "hans@mu\u0308ller.com", "hans@M\u00dcLLER.com", "hans@xn--mller-kva.com"],
  ],
  ["hans@xn--mller-es7m.com", ["hans@m端ller.com"]],
  ["foobar@example.com", ["foobar@example.com", '"foobar"@example.com', '"FOO\\bar"@example.com']],
  ['"foo..bar"@example.com', ['"foo..bar"@example.com', '"foo..\\bar"@example.com']],
  ['"a@b"@example.com', ['"a@b"@example.com', '"a\\@b"@example.com']],
  ["123@iana.org", ["123@iana.org"]],
  ["test@mason-dixon.com", ["test@mason-dixon.com"]],
  ["test@c--n.com", ["test@c--n.com"]],
  ["xn--test@iana.org", ["xn--test@iana.org"]],
  ["o'neil!#$%&*=?^_`{|}~/-x@example.co.uk", ["o'neil!#$%&*=?^_`{|}~/-x@example.co.uk"]],
  ["a.b.c@sub.example.museum", ["a.b.c@sub.example.museum"]],
];

const NO_ADDRESSES = [
  "ｆｏｏ@example.com",
  "ﬁo@example.com",
  "foo@1.0x1",
  "foo@xn--.com",
  '"two words"@example.com',
  "",
  "   ",
  "nobody",
  "@example.com",
  "nobody@",
  "two@at@signs.example",
  "foo@bar.com.",
  "foo@.bar.com",
  "foo@bar..com",
  "foo@_bar.com",
  "foo@-bar.com",
  "foo@bar-.com",
  "foo@bar.com-",
  "foo@bar.com©",
  "foo@bar,com",
  "foo@bar.com/path",
  "foo@bar.com:25",
  "foo@bar.com?x",
  "foo@bar.com#x",
  "foo@bar\\.com",
  "foo@ｇｍａｉｌ.com",
  "foo@gmail\u3002com",
  "foo@localhost",
  "foo@127.0.0.1",
  "foo@[127.0.0.1]",
  "foo@[IPv6:1111:2222:3333:4444:5555::8888]",
  "foo@1.2.3",
  "multiple..dots@example.com",
  ".test@iana.org",
  "test.@iana.org",
  "foo bar@example.com",
  "nbsp\u00a0foo@example.com",
  "foo@exam ple.com",
  '"foobar@example.com',
  '"\\"@iana.org',
  '"test"test@iana.org',
  "(comment)test@iana.org",
  "Juan <juan@example.com>",
  "juan@example.com, ana@example.com",
  "juan@example.com\r\nBcc: everybody@example.com",
  "juan\u0000@example.com",
  "juan\ud800@example.com",
  `${"x".repeat(65)}@example.com`,
  `juan@${"x".repeat(64)}.com`,
  `juan@${"x".repeat(60)}.${"y".repeat(60)}.${"z".repeat(60)}.${"w".repeat(60)}.${"v".repeat(20)}.com`,
];

describe("normaliseEmail", () => {
  describe.each(ADDRESSES)("%s", (key, spellings) => {
    it.each(spellings)("is one address, spelt %j", (typed) => {
      expect(normaliseEmail(typed)).toBe(key);
      expect(isEmailAddress(typed)).toBe(true);
    });

    it("normalises to itself", () => {
      expect(normaliseEmail(key)).toBe(key);
    });
  });

  it.each(NO_ADDRESSES)("%j is nobody's address", (typed) => {
    expect(normaliseEmail(typed)).toBeNull();
    expect(isEmailAddress(typed)).toBe(false);
  });

  // Each address is tested with an invisible character too, which forces the slow path but changes no result.
  it.each([
    "A.b+C_d-e@Sub.Example.COM",
    "1@2.example",
    "a--b@ab--cd.ef---gh.com",
    `${"a".repeat(64)}@example.com`,
    `${"a".repeat(65)}@example.com`,
    `a@${"b".repeat(63)}.com`,
    `a@${"b".repeat(64)}.com`,
    `${"a".repeat(60)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(9)}`,
    "a..b@example.com",
    ".a@example.com",
    "a.@example.com",
    "a@-b.com",
    "a@b-.com",
    "a@xn--bcher-kva.example",
    "a@xn--zzzzzz--.com",
    "a@b.c",
    "a@b.c1",
    "a@1.2.3.4",
    "a@0x7f.1",
    "a@com",
    "a@b@c.com",
  ])("means the same by %j, the short way and the long one", (typed) => {
    expect(normaliseEmail(typed)).toBe(normaliseEmail(`${typed[0]}\u200b${typed.slice(1)}`));
  });

  it("keeps dots and tags in front of the @: they make another address", () => {
    const keys = ["juan@example.com", "ju.an@example.com", "juan+x@example.com"].map(normaliseEmail);
    expect(new Set(keys).size).toBe(3);
  });

  it("takes the longest that mail can carry", () => {
    const local = "x".repeat(64);
    const longest = `${local}@${"y".repeat(60)}.${"z".repeat(60)}.${"w".repeat(63)}.com`;
    expect(longest.length).toBe(254);
    expect(normaliseEmail(longest)).toBe(longest);
    expect(normaliseEmail(`${local}@${"y".repeat(61)}.${"z".repeat(60)}.${"w".repeat(63)}.com`)).toBeNull();
  });

  it.each([
    ["@", "@".repeat(1_000_000)],
    ["dots", `a@${".".repeat(1_000_000)}`],
    ["quotes", '"'.repeat(1_000_000)],
    ["backslashes", `"${"\\".repeat(1_000_000)}@example.com`],
    ["labels", `a@${"a.".repeat(500_000)}com`],
    ["hyphens", `a@a${"-".repeat(1_000_000)}`],
    ["marks", `a${"\u0301".repeat(1_000_000)}@example.com`],
  ])("is not held up by a million %s", (_name, typed) => {
    const spent = startCpuClock();
    expect(normaliseEmail(typed)).toBeNull();
    expect(spent()).toBeLessThan(2000);
  });
});
