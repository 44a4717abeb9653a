import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { describeDiskFault } from "./command.ts";

function failed(code: string, more: object = {}): Error {
  return Object.assign(new Error(`${code}: it failed`), { code, ...more });
}

test("a full or read-only disk is one line that names the file", () => {
  expect(describeDiskFault(failed("ENOSPC", { path: "/data/secret.1" }))).toBe(
    "The disk of /data/secret.1 has no room left: make some (docs/operations-emergency.md).",
  );
  expect(describeDiskFault(new Error("no build", { cause: failed("EROFS", { path: "/opt/build" }) }))).toMatch(
    /^The disk of \/opt\/build is read-only/,
  );
  expect(describeDiskFault(failed("EDQUOT"))).toContain("quota");
});

test("every other error stays what it is", () => {
  for (const error of [failed("ENOENT", { path: "/x" }), new Error("a bug"), "thrown", undefined]) {
    expect(describeDiskFault(error)).toBeUndefined();
  }
});

test.skipIf(process.platform !== "linux")("the system's own error is read", () => {
  expect(() => writeFileSync("/dev/full", "x")).toThrow(
    expect.toSatisfy((error) => describeDiskFault(error) !== undefined),
  );
});
