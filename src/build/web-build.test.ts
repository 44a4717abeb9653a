import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { buildWhenStale, loadWebBuild } from "./web-build.ts";

/** A fake of React Router's build: its result contains how often a build was made. */
const BUILDER = `
  const fs = require("node:fs");
  fs.rmSync("build", { recursive: true, force: true });
  fs.mkdirSync("build/server", { recursive: true });
  fs.mkdirSync("build/client/assets", { recursive: true });
  fs.writeFileSync("build/client/assets/page.js", "// a long script\\n".repeat(200));
  fs.writeFileSync("build/client/assets/small.js", "1");
  fs.writeFileSync("build/client/assets/root-" + fs.readFileSync("web/root.tsx", "utf8") + ".js", "// of this build");
  fs.writeFileSync("build/client/photo.png", Buffer.alloc(9999));
  fs.appendFileSync("builds", "built ");
  if (fs.readFileSync("web/root.tsx", "utf8").includes("broken")) {
    console.error("root.tsx is broken");
    process.exit(1);
  }
  fs.writeFileSync("build/server/index.js", "export const builds = 1;");
`;

let root: string;
let news: string[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "tambiolo-build-"));
  news = [];
  const builder = join(root, "node_modules/@react-router/dev");
  for (const folder of [builder, join(root, "web"), join(root, "src")]) await mkdir(folder, { recursive: true });
  await write("node_modules/@react-router/dev/package.json", JSON.stringify({ bin: { "react-router": "bin.cjs" } }));
  await write("node_modules/@react-router/dev/bin.cjs", BUILDER);
  await write("package.json", '{ "type": "module" }');
  await write("web/root.tsx", "one");
});

afterEach(() => rm(root, { recursive: true }));

function write(path: string, content: string): Promise<void> {
  return writeFile(join(root, path), content);
}

function build(signal = new AbortController().signal) {
  return buildWhenStale({ root, env: {}, signal, onNews: (line) => news.push(line) });
}

async function builds(): Promise<number> {
  return (await readFile(join(root, "builds"), "utf8")).split(" ").length - 1;
}

test("builds once, and again only when something it is made of has changed", async () => {
  expect(await build()).toEqual({ ok: true, value: undefined });
  expect(news).toEqual([expect.stringContaining("Building the pages"), expect.stringContaining("built")]);
  await build();
  expect(await builds()).toBe(1);
  await write("src/schema.ts", "new");
  await build();
  expect(await builds()).toBe(2);
  await write("src/schema.test.ts", "a test is in no page");
  await build();
  expect(await builds()).toBe(2);
  await write("package-lock.json", "{}");
  await build();
  expect(await builds()).toBe(3);
});

test("of several that start at once, one builds", async () => {
  expect(await Promise.all([build(), build(), build()])).toEqual(Array(3).fill({ ok: true, value: undefined }));
  expect(await builds()).toBe(1);
});

test("a build that fails is told with its reason and tried again the next time", async () => {
  await write("web/root.tsx", "broken");
  expect(await build()).toEqual({ ok: false, refusal: expect.stringContaining("root.tsx is broken") });
  await build();
  expect(await builds()).toBe(2);
  await write("web/root.tsx", "mended");
  expect((await build()).ok).toBe(true);
});

test("a build can be stopped", async () => {
  await write("node_modules/@react-router/dev/bin.cjs", "setInterval(() => undefined, 1000)");
  const stop = new AbortController();
  const building = build(stop.signal);
  stop.abort();
  expect((await building).ok).toBe(false);
});

test("the built pages are loaded from where they were built", async () => {
  await build();
  const { serverBuild, clientDirectory } = await loadWebBuild(join(root, "build"));
  expect(serverBuild).toMatchObject({ builds: 1 });
  expect(clientDirectory).toBe(join(root, "build/client"));
});

test("texts for browsers are compressed beforehand, where that makes them smaller", async () => {
  await build();
  const client = join(root, "build/client");
  expect((await readdir(client, { recursive: true })).sort()).toEqual([
    "assets",
    "assets/page.js",
    "assets/page.js.br",
    "assets/page.js.gz",
    "assets/root-one.js",
    "assets/small.js",
    "photo.png",
  ]);
  const page = await readFile(join(client, "assets/page.js"));
  expect(brotliDecompressSync(await readFile(join(client, "assets/page.js.br")))).toEqual(page);
  expect(gunzipSync(await readFile(join(client, "assets/page.js.gz")))).toEqual(page);
});

test("the scripts of the two builds before stay, for pages that are open, and no more", async () => {
  const files = async () =>
    (await readdir(join(root, "build/client/assets"))).filter((name) => name.startsWith("root-")).sort();
  const seen: string[][] = [];
  for (const version of ["one", "two", "three", "four"]) {
    await write("web/root.tsx", version);
    await build();
    seen.push(await files());
  }
  expect(seen).toEqual([
    ["root-one.js"],
    ["root-one.js", "root-two.js"],
    ["root-one.js", "root-three.js", "root-two.js"],
    ["root-four.js", "root-three.js", "root-two.js"],
  ]);
});
