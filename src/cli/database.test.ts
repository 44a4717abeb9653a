import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { readConfig } from "#src/config/config.ts";
import { besideSite } from "./database.ts";

it("a command for a site that is elsewhere makes no database, and says how to name the right folder", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "tambiolo-elsewhere-"));
  const config = readConfig({ DATA_DIR: dataDir });
  if (!config.ok) throw new Error(config.refusal);
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const work = vi.fn(async () => 0);
  expect(await besideSite(config.value, work)).toBe(1);
  expect(said.mock.calls.join()).toContain(`There is no database in ${dataDir}: start the site once, or set DATA_DIR`);
  expect(work).not.toHaveBeenCalled();
  expect(await readdir(dataDir)).toEqual([]);
  await rm(dataDir, { recursive: true });
});
