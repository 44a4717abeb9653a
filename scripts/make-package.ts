import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { PROJECT } from "#src/build/project.ts";
import { buildWhenStale } from "#src/build/web-build.ts";
import { readVersion } from "#src/config/version.ts";

// `npm run package [FOLDER]`: makes the package of `npx tambiolo`, a .tgz. Node runs no TypeScript below node_modules,
// so the types are taken out, and the pages are built.

const run = promisify(execFile);

/** Only building needs them, and the pages are built. */
const FOR_BUILDING = ["@react-router/dev", "vite"];
const TEST_FILE = /\.test\.ts$/;
/** A module of ours as code names it, in an import or in `new URL`. */
const MODULE_NAME = /(["'])((?:#src|\.{1,2})\/[^"'\n]+)\.ts\1/g;

type Manifest = {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
};

const target = resolve(process.argv[2] ?? ".");
const built = await buildWhenStale({
  root: PROJECT,
  env: process.env,
  signal: new AbortController().signal,
  onNews: console.log,
});
if (!built.ok) throw new Error(built.refusal);

const folder = await mkdtemp(join(tmpdir(), "tambiolo-package-"));
try {
  await copyCode("src");
  await cp(join(PROJECT, "build"), join(folder, "build"), { recursive: true });
  for (const name of await readdir(join(folder, "build", "server"))) {
    if (name.endsWith(".js")) await rewrite(join(folder, "build", "server", name), renamed);
  }
  for (const name of ["README.md", "LICENSE"]) await cp(join(PROJECT, name), join(folder, name));
  await cp(join(PROJECT, "scripts", "package-bin.mjs"), join(folder, "bin", "tambiolo.mjs"));
  await writeManifest();
  await pinVersions();
  const { stdout } = await run("npm", ["pack", folder, "--pack-destination", target, "--silent"]);
  console.log(join(target, stdout.trim()));
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Copies a folder without its tests; its TypeScript becomes JavaScript, line for line. */
async function copyCode(name: string): Promise<void> {
  for (const entry of await readdir(join(PROJECT, name), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || TEST_FILE.test(entry.name)) continue;
    const from = join(entry.parentPath, entry.name);
    const to = join(folder, from.slice(PROJECT.length));
    await mkdir(dirname(to), { recursive: true });
    if (entry.name.endsWith(".ts")) {
      await writeFile(to.replace(/\.ts$/, ".js"), renamed(stripTypeScriptTypes(await readFile(from, "utf8"))));
    } else await cp(from, to);
  }
}

async function rewrite(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, "utf8")));
}

function renamed(code: string): string {
  return code.replace(MODULE_NAME, "$1$2.js$1");
}

async function writeManifest(): Promise<void> {
  const manifest: Manifest = JSON.parse(await readFile(join(PROJECT, "package.json"), "utf8"));
  const { private: _private, scripts: _scripts, devDependencies: _dev, allowScripts: _allow, ...published } = manifest;
  const { commit } = readVersion();
  const dependencies = Object.entries(manifest.dependencies).filter(([name]) => !FOR_BUILDING.includes(name));
  const ours = {
    ...published,
    ...(commit && { gitHead: commit }),
    bin: { tambiolo: "bin/tambiolo.mjs" },
    dependencies: Object.fromEntries(dependencies),
  };
  await writeFile(join(folder, "package.json"), `${JSON.stringify(ours, null, 2)}\n`);
}

/** Has npm install exactly what the tests ran on, each package checked against its hash. */
async function pinVersions(): Promise<void> {
  const lock = join(folder, "package-lock.json");
  await cp(join(PROJECT, "package-lock.json"), lock);
  await run("npm", ["install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder });
  await rename(lock, join(folder, "npm-shrinkwrap.json"));
}
