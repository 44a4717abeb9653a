import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadSecret } from "./secret.ts";

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "tambiolo-secret-"));
});

afterEach(() => rm(dataDir, { recursive: true }));

test("makes a secret on the first start, for our eyes only, and keeps it", async () => {
  const first = await loadSecret({ secret: undefined, dataDir });
  const second = await loadSecret({ secret: undefined, dataDir });
  expect(first.ok && first.value.length).toBe(43);
  expect(second).toEqual(first);
  expect((await stat(join(dataDir, "secret"))).mode & 0o777).toBe(0o600);
  expect(await readdir(dataDir)).toEqual(["secret"]);
});

test("makes the data folder where there is none", async () => {
  const loaded = await loadSecret({ secret: undefined, dataDir: join(dataDir, "new", "data") });
  expect(loaded.ok).toBe(true);
});

test("gives two processes that start at once the same secret", async () => {
  const loaded = await Promise.all(Array.from({ length: 8 }, () => loadSecret({ secret: undefined, dataDir })));
  const stored = (await readFile(join(dataDir, "secret"), "utf8")).trim();
  for (const one of loaded) expect(one.ok && Buffer.from(one.value).toString()).toBe(stored);
});

test("prefers the operator's own and writes nothing then", async () => {
  const secret = "a secret of more than thirty-two characters";
  expect(await loadSecret({ secret, dataDir })).toEqual({ ok: true, value: Buffer.from(secret) });
  expect(await readdir(dataDir)).toEqual([]);
});

test("names a damaged file instead of replacing it", async () => {
  const path = join(dataDir, "secret");
  await writeFile(path, "half of i");
  const loaded = await loadSecret({ secret: undefined, dataDir });
  expect(loaded).toEqual({ ok: false, refusal: expect.stringContaining(`${path} is damaged`) });
  expect(await readFile(path, "utf8")).toBe("half of i");
});
