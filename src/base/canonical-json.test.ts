import { describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

describe("canonicalJson", () => {
  it("is the same text for the same data, in whatever order its members were set", () => {
    expect(canonicalJson({ b: [2, { d: 1, c: null }], a: "x" })).toBe('{"a":"x","b":[2,{"c":null,"d":1}]}');
    expect(canonicalJson({ a: "x", b: [2, { c: null, d: 1 }] })).toBe('{"a":"x","b":[2,{"c":null,"d":1}]}');
  });

  it("keeps the order of lists, which means something", () => {
    expect(canonicalJson([2, 1])).not.toBe(canonicalJson([1, 2]));
  });

  // RFC 8785, Appendix B: the bits of a number and its one spelling.
  it.each([
    ["0000000000000000", "0"],
    ["8000000000000000", "0"],
    ["0000000000000001", "5e-324"],
    ["8000000000000001", "-5e-324"],
    ["7fefffffffffffff", "1.7976931348623157e+308"],
    ["ffefffffffffffff", "-1.7976931348623157e+308"],
    ["4340000000000000", "9007199254740992"],
    ["c340000000000000", "-9007199254740992"],
    ["4430000000000000", "295147905179352830000"],
    ["44b52d02c7e14af5", "9.999999999999997e+22"],
    ["44b52d02c7e14af6", "1e+23"],
    ["44b52d02c7e14af7", "1.0000000000000001e+23"],
    ["444b1ae4d6e2ef4e", "999999999999999700000"],
    ["444b1ae4d6e2ef4f", "999999999999999900000"],
    ["444b1ae4d6e2ef50", "1e+21"],
    ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
    ["3eb0c6f7a0b5ed8d", "0.000001"],
    ["41b3de4355555553", "333333333.3333332"],
    ["41b3de4355555554", "333333333.33333325"],
    ["41b3de4355555555", "333333333.3333333"],
    ["41b3de4355555556", "333333333.3333334"],
    ["41b3de4355555557", "333333333.33333343"],
    ["becbf647612f3696", "-0.0000033333333333333333"],
    ["43143ff3c1cb0959", "1424953923781206.2"],
  ])("spells the number 0x%s as %s", (bits, text) => {
    expect(canonicalJson(Buffer.from(bits, "hex").readDoubleBE())).toBe(text);
  });

  // RFC 8785, §3.2.2 and §3.2.3; then member names that a numeric sort or a careless copy would misplace or lose.
  it.each([
    ['€$\u000f\nA\'B"\\"/', '"€$\\u000f\\nA\'B\\"\\\\\\"/"'],
    [
      { numbers: [1e30, 4.5, 2e-3, 1e-27], literals: [null, true, false] },
      '{"literals":[null,true,false],"numbers":[1e+30,4.5,0.002,1e-27]}',
    ],
    [
      { "€": 1, "\r": 2, "\ufb33": 3, "1": 4, "\u{1f600}": 5, "\u0080": 6, ö: 7 },
      '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"\u{1f600}":5,"\ufb33":3}',
    ],
    [{ 9: "b", 10: "a", "": "c" }, '{"":"c","10":"a","9":"b"}'],
    [{ constructor: 1, left: undefined }, '{"constructor":1}'],
    [JSON.parse('{"__proto__":[]}'), '{"__proto__":[]}'],
    [Object.create(null), "{}"],
  ])("spells %j in one way", (data, text) => {
    expect(canonicalJson(data)).toBe(text);
  });

  it.each([
    ["NaN", Number.NaN],
    ["infinity", Number.POSITIVE_INFINITY],
    ["half a surrogate pair", "\ud800"],
    ["undefined", undefined],
    ["a big integer", 1n],
    ["a function", () => 1],
    ["a symbol", Symbol("x")],
    ["a date", new Date(0)],
    ["a map", new Map([["a", 1]])],
    ["a list with an empty place", new Array(2)],
  ])("throws for %s, which JSON cannot hold, at any depth", (_name, data) => {
    expect(() => canonicalJson(data)).toThrow(TypeError);
    expect(() => canonicalJson([data])).toThrow(TypeError);
    expect(() => canonicalJson({ a: [{ b: [data] }] })).toThrow(TypeError);
  });

  it("throws for half a surrogate pair in a member's name", () => {
    expect(() => canonicalJson({ "\udc00": 1 })).toThrow(TypeError);
  });

  it("throws for a circle", () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(() => canonicalJson(circle)).toThrow();
  });
});
