import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { bytesOf } from "../../../../tests/support/draws.ts";
import { JSON_LIMITS, readStrictJson } from "./strict-json.ts";

// Much arithmetic, or a process for each case: seconds alone, more on a machine that does other things too.
vi.setConfig({ testTimeout: 120_000 });

function reasonOf(text: string): string {
  const read = readStrictJson(bytesOf(text));
  return read.ok ? "read" : read.refusal.reason;
}

/** What JSON.parse reads, as text; nothing where it reads nothing. */
function parsedByOthers(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** All that JSON holds whose numbers are plain digits. */
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(null, true, false),
    fc.maxSafeNat(),
    fc.string({ unit: "binary" }),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.string({ unit: "binary" }), tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

describe("strict JSON", () => {
  it("is read as JSON.parse reads it, however it is laid out", () => {
    fc.assert(
      fc.property(json, fc.nat(3), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const read = readStrictJson(bytesOf(text));
        expect(read.ok && JSON.stringify(read.value)).toBe(JSON.stringify(value));
      }),
    );
  });

  it("refuses what JSON.parse refuses, whatever is changed of it", () => {
    fc.assert(
      fc.property(json, fc.nat(), fc.constantFrom(...'{}[]",:\\u0019tfn -.eE\n\t\u0000'), (value, place, character) => {
        const text = JSON.stringify(value);
        const at = place % text.length;
        const changed = (text.slice(0, at) + character + text.slice(at + 1)).toWellFormed();
        const parsed = parsedByOthers(changed);
        const read = readStrictJson(bytesOf(changed));
        if (parsed === undefined) expect(read.ok).toBe(false);
        else if (read.ok) expect(JSON.stringify(read.value)).toBe(parsed);
        else expect(["member-twice", "no-plain-digits"]).toContain(read.refusal.reason);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['{"a":1,"a":1}', "member-twice"],
    ['{"a":1,"\\u0061":2}', "member-twice"],
    ['{"__proto__":1,"__proto__":2}', "member-twice"],
    ["-1", "no-plain-digits"],
    ["-0", "no-plain-digits"],
    ["1.0", "no-plain-digits"],
    ["1e3", "no-plain-digits"],
    ["01", "no-plain-digits"],
    ["[1,]", "no-json"],
    ["{a:1}", "no-json"],
    ["'a'", "no-json"],
    ["NaN", "no-json"],
    ["", "no-json"],
    ["1 2", "no-json"],
    ['"\n"', "no-json"],
    ['"\\x"', "no-json"],
    ["\ufeff{}", "no-json"],
    ["\u00a0{}", "no-json"],
    ['"', "no-json"],
  ])("refuses %j: %s", (text, reason) => {
    expect(reasonOf(text)).toBe(reason);
  });

  it("takes a number that is too large for what it is not, so that the check that reads it fails", () => {
    expect(readStrictJson(bytesOf("9007199254740993"))).toEqual({ ok: true, value: 9007199254740992 });
    expect(readStrictJson(bytesOf("9".repeat(400)))).toEqual({ ok: true, value: Number.POSITIVE_INFINITY });
  });

  it("refuses bytes that are no UTF-8", () => {
    expect(readStrictJson(Uint8Array.of(34, 0xff, 34))).toMatchObject({ refusal: { reason: "utf-8" } });
    expect(readStrictJson(Uint8Array.of(34, 0xed, 0xa0, 0x80, 34))).toMatchObject({ refusal: { reason: "utf-8" } });
  });

  it("gives members no meaning by their names", () => {
    const read = readStrictJson(bytesOf('{"__proto__":{"x":1},"constructor":2}'));
    expect(read.ok && Object.keys(read.value as object)).toEqual(["__proto__", "constructor"]);
    expect(read.ok && (read.value as { x?: number }).x).toBeUndefined();
  });

  it("stops at its limits, without reading on", () => {
    const { depth, values, bytes } = JSON_LIMITS;
    expect(reasonOf("[".repeat(depth) + "]".repeat(depth))).toBe("read");
    expect(reasonOf("[".repeat(depth + 1) + "]".repeat(depth + 1))).toBe("too-deep");
    expect(reasonOf("[".repeat(1_000_000))).toBe("too-deep");
    expect(reasonOf('{"a":'.repeat(1_000_000))).toBe("too-deep");
    expect(reasonOf(`[${"0,".repeat(values)}0]`)).toBe("too-many-values");
    expect(readStrictJson(new Uint8Array(bytes + 1))).toMatchObject({ refusal: { reason: "too-long" } });
    expect(reasonOf(`"${"\\u0041".repeat(500_000)}`)).toBe("no-json");
    expect(reasonOf(`"${"a".repeat(bytes - 2)}"`)).toBe("read");
    expect(reasonOf(" ".repeat(1_000_000))).toBe("no-json");
  });
});
