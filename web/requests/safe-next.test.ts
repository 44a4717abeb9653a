import { describe, expect, it } from "vitest";
import { loginFor, safeNext } from "./safe-next.ts";

describe("safeNext", () => {
  it.each(["/profile", "/admin?page=2&q=a%20b", "/draw-list/ABCD1234/-"])("keeps %s", (path) => {
    expect(safeNext(path)).toBe(path);
    const asked = new URL(loginFor(path), "http://here").searchParams.get("next");
    expect(safeNext(asked)).toBe(path);
  });

  it.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/..//evil.example",
    "/.//evil.example",
    "javascript:alert(1)",
    " /profile",
    "profile",
    "",
    null,
    undefined,
    7,
  ])("leads %j to the start", (asked) => {
    expect(safeNext(asked)).toBe("/");
  });

  it("drops what a redirect does not carry", () => {
    expect(safeNext("/profile#x")).toBe("/profile");
    expect(safeNext("/a/../profile")).toBe("/profile");
  });
});
