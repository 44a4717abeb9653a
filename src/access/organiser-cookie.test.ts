import { describe, expect, it } from "vitest";
import { DAY_MS } from "#src/base/clock.ts";
import { newId } from "#src/base/ids.ts";
import { addPass, heldPass, type PassKind, type Subject } from "./organiser-cookie.ts";

const SECRET = Buffer.alloc(32, 7);
const NOW = new Date("2026-11-22T10:00:00Z");

const subject = (): Subject => ({ id: newId(), accessCodeHash: Buffer.alloc(32, 1) });
const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);

/** The Cookie header of a browser with a pass. */
function browserOf(of: Subject, kind: PassKind, cookies = ""): string {
  return addPass(SECRET, of, { cookies, kind, now: NOW })
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ");
}

describe("a pass", () => {
  it.each([
    ["session", DAY_MS],
    ["trusted", 30 * DAY_MS],
  ] as const)("of the kind %s holds until its end, and no second longer", (kind, lastsMs) => {
    const one = subject();
    const cookies = browserOf(one, kind);
    expect(heldPass(SECRET, one, cookies, later(lastsMs - 1))).toBe(kind);
    expect(heldPass(SECRET, one, cookies, later(lastsMs))).toBeNull();
  });

  it("is for one raffle, one access code and one site, as it was signed", () => {
    const one = subject();
    const cookies = browserOf(one, "session");
    expect(heldPass(SECRET, one, cookies, NOW)).toBe("session");
    expect(heldPass(SECRET, { ...one, accessCodeHash: Buffer.alloc(32, 2) }, cookies, NOW)).toBeNull();
    expect(heldPass(Buffer.alloc(32, 8), one, cookies, NOW)).toBeNull();
    const other = subject();
    expect(heldPass(SECRET, other, cookies.replace(one.id, other.id), NOW)).toBeNull();
    const [, end = ""] = /~(\d+)~/.exec(cookies) ?? [];
    expect(heldPass(SECRET, one, cookies.replace(end, String(Number(end) + 86_400)), NOW)).toBeNull();
    expect(heldPass(SECRET, one, cookies.replace("desk=", "desk-trusted="), NOW)).toBeNull();
  });

  it("stays beside the newest others, of which a cookie holds twenty", () => {
    const subjects = Array.from({ length: 21 }, subject);
    const cookies = subjects.reduce((before, one) => browserOf(one, "session", before), "");
    const held = subjects.map((one) => heldPass(SECRET, one, cookies, NOW));
    expect(held).toEqual([null, ...Array(20).fill("session")]);
  });
});
