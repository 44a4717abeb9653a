import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { mountSmallDisk, type SmallDisk } from "../../../tests/support/small-disk.ts";
import { restoreCommand, whyUnreadable, whyUnwritable } from "./restore.ts";

const mounted = mountSmallDisk(1);
const disk = typeof mounted === "string" ? undefined : mounted;
let place: string;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "tambiolo-restore-"));
});
afterAll(async () => {
  disk?.remove();
  await rm(place, { recursive: true });
});

test("a missing backup is named before a passphrase is asked for", async () => {
  const file = join(place, "missing.tar.gz.age");
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(await restoreCommand.run({ DATA_DIR: place }, file, false, [file])).toBe(1);
  expect(said.mock.calls).toEqual([[`tambiolo: There is no file ${file}: name the backup to restore.`]]);
});

test("a file that is there and a folder that could be made are fine", async () => {
  const file = join(place, "backup.tar.gz");
  await writeFile(file, "");
  expect(await whyUnreadable(file)).toBeUndefined();
  expect(await whyUnwritable(join(place, "new", "data"))).toBeUndefined();
  expect(await whyUnwritable(join(file, "data"))).toContain("cannot be written (ENOTDIR)");
});

test.skipIf(!disk)("a read-only folder is named as such, and so is one that would be made in it", async () => {
  const { folder, makeReadOnly } = disk as SmallDisk;
  makeReadOnly();
  for (const dataDir of [folder, join(folder, "new", "data")]) {
    expect(await whyUnwritable(dataDir)).toMatch(new RegExp(`^The disk of ${folder} is read-only`));
  }
});
