import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { readConfig } from "#src/config/config.ts";
import { besideSite, openUnchanged } from "./database.ts";

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

it("a server that is away is named by where its address was given", async () => {
  const config = readConfig({ DATABASE_URL: "postgresql://127.0.0.1:1/raffles" });
  if (!config.ok) throw new Error(config.refusal);
  const { signal } = new AbortController();
  const ofSetting = { ok: false, refusal: expect.stringMatching(/^Cannot use the database of DATABASE_URL: /) };
  expect(await openUnchanged(config.value, signal)).toEqual(ofSetting);
  const ofMove = { ok: false, refusal: expect.stringMatching(/^Cannot use the new database: (?!.*DATABASE_URL)/) };
  expect(await openUnchanged(config.value, signal, "the new database")).toEqual(ofMove);
});
