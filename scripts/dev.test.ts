import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../tests/support/database.ts";
import { copyProject } from "../tests/support/project-copy.ts";
import { type SiteProcess, startSite } from "../tests/support/site.ts";

let copy: string;
let database: TestDatabase;
let site: SiteProcess;
/** The versions of the site that open pages are told of. */
let versions: AsyncGenerator<string>;

beforeAll(async () => {
  copy = await copyProject();
  database = await createTestDatabase();
  const env = { DATABASE_URL: database.connectionString };
  site = await startSite({ project: copy, program: ["scripts/dev.ts"], env });
  versions = versionsOf(site.origin);
  await versions.next();
});

afterAll(async () => {
  await site.stop();
  await database.close();
  await rm(copy, { recursive: true, force: true });
});

async function* versionsOf(origin: string): AsyncGenerator<string> {
  const { body } = await fetch(`${origin}/__dev/changes`);
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    for (const [, version = ""] of part.matchAll(/^data: (\d+)$/gm)) yield version;
  }
}

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(copy, file), "utf8");
  expect(text).toContain(from);
  // As editors save: the whole text beside the file, then in its place.
  await writeFile(join(copy, `${file}~`), text.replace(from, to));
  await rename(join(copy, `${file}~`), join(copy, file));
}

/** Whether an address of the site has this text. */
async function has(path: string, text: string): Promise<boolean> {
  return (await (await fetch(site.origin + path)).text()).includes(text);
}

it("shows an edited screen, and tells open pages its version", async () => {
  await edit("web/root.tsx", 'id="main"', 'id="main" data-edited=""');
  const { value: version } = await versions.next();
  expect(await has("/", "data-edited")).toBe(true);
  expect(await has("/", `<head><script src="/__dev/reload.js?${version}"></script>`)).toBe(true);
});

it("shows an edited style, each time that its file is replaced", async () => {
  await edit("web/theme/tokens.css", "--space-1: 0.5rem", "--space-1: 0.51rem");
  await versions.next();
  expect(await has("/", "--space-1: 0.51rem")).toBe(true);
  await edit("web/theme/tokens.css", "--space-1: 0.51rem", "--space-1: 0.52rem");
  await versions.next();
  expect(await has("/", "--space-1: 0.52rem")).toBe(true);
});

it("runs edited server code", async () => {
  await edit("src/server/health-checks.ts", '"ok"', '"edited"');
  await versions.next();
  expect(await has("/healthz", "edited")).toBe(true);
});

it("goes on as before while a file is broken", async () => {
  await edit("web/root.tsx", "data-edited", "data-edited=< data-twice");
  await expect.poll(site.log).toContain("Waiting for a change that mends it.");
  expect(await has("/", "data-edited")).toBe(true);
  await edit("web/root.tsx", "data-edited=< data-twice", "data-mended");
  await versions.next();
  expect(await has("/", "data-mended")).toBe(true);
});
