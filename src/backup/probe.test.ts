import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { probe } from "./probe.ts";

test("a folder that can be written is left as it was, and one that cannot says why", async () => {
  const place = await mkdtemp(join(tmpdir(), "probe-"));
  try {
    expect(await probe(place)).toEqual({ ok: true, value: undefined });
    expect(await probe(join(place, "new"))).toMatchObject({ ok: false, refusal: expect.stringContaining("ENOENT") });
    expect(await probe(join(place, "new"), true)).toMatchObject({ ok: true });
    await writeFile(join(place, "file"), "");
    expect(await probe(join(place, "file", "below"), true)).toMatchObject({ ok: false });

    expect((await readdir(place, { recursive: true })).toSorted()).toEqual(["file", "new"]);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
});
