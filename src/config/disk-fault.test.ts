import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { mountSmallDisk, type SmallDisk } from "../../tests/support/small-disk.ts";
import { describeDiskFault, describeFolderFault, makeFolder } from "./disk-fault.ts";
import { loadSecret } from "./secret.ts";

const mounted = mountSmallDisk(1);
const disk = typeof mounted === "string" ? undefined : mounted;
afterAll(() => disk?.remove());

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
  // A draft's random name says nothing.
  expect(describeFolderFault(failed("EROFS", { path: "/data/postgres/tambiolo.conf.a1b2" }), "/data")).toBe(
    "The disk of /data is read-only: mount it for writing, or name another folder.",
  );
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

test.skipIf(!disk)(
  "a first start on a full disk, and then on a read-only one, says what to do and leaves no draft",
  async () => {
    const { folder, fill, makeRoom, makeReadOnly } = disk as SmallDisk;
    const data = join(folder, "data");
    await makeFolder(data);
    fill();
    const room = /^The disk of .+data.secret.* has no room left: make some/;
    expect(await loadSecret({ secret: undefined, dataDir: data })).toMatchObject({
      refusal: expect.stringMatching(room),
    });
    expect(readdirSync(data)).toEqual([]);
    makeRoom();
    makeReadOnly();
    const readOnly = /^The disk of .+ is read-only: mount it for writing/;
    for (const dataDir of [data, join(folder, "new", "data")]) {
      expect(await loadSecret({ secret: undefined, dataDir })).toMatchObject({
        refusal: expect.stringMatching(readOnly),
      });
    }
  },
);
