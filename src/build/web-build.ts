import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "react-router";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Environment } from "#src/config/env.ts";
import { withBuildLock } from "./build-lock.ts";
import { keepEarlierAssets } from "./earlier-assets.ts";
import { precompress } from "./precompress.ts";

/** The built pages: React Router's server build, and the folder of files that browsers load. */
export type WebBuild = { readonly serverBuild: ServerBuild; readonly clientDirectory: string };

export type WebBuildOptions = {
  /** The project's folder. */
  readonly root: string;
  readonly env: Environment;
  /** Aborts the build. */
  readonly signal: AbortSignal;
  /** Gets one line when a build begins, and one when it is done. */
  readonly onNews: (line: string) => void;
};

const FOLDERS = ["web", "src", "public"];
const FILES =
  /^(vite\.config|react-router\.config|postcss\.config)\.[cm]?[jt]s$|^(package|package-lock|tsconfig)\.json$/;
const TEST_FILE = /\.test\.tsx?$/;

/** Characters of a failed build's output that are retained: the end has the reason. */
const MAX_OUTPUT = 4_000;

/**
 * Builds the pages if any of their sources has changed since the last build. If several processes start at once, one
 * builds and the others wait.
 *
 * @returns nothing; the refusal is a text for the operator, such as the output of the failed build
 */
export async function buildWhenStale(options: WebBuildOptions): Promise<Outcome<void, string>> {
  // The package of `npx tambiolo` has the built pages and not their sources.
  if (!existsSync(join(options.root, "web"))) return accept(undefined);
  const stamp = join(options.root, "build", ".stamp");
  const wanted = await hashSources(options.root);
  if ((await readStamp(stamp)) === wanted) return accept(undefined);
  // Outside the build folder, which each build empties first.
  const lockFolder = join(options.root, "node_modules", ".cache");
  try {
    await mkdir(lockFolder, { recursive: true });
    return await withBuildLock(join(lockFolder, "tambiolo-build.lock"), options.signal, async () => {
      // Another process may have built it while we waited.
      return (await readStamp(stamp)) === wanted ? accept(undefined) : build(options, stamp, wanted);
    });
  } catch (error) {
    if (options.signal.aborted) return refuse("Stopped before the pages were built.");
    const { code, path } = error as NodeJS.ErrnoException;
    if (!["EACCES", "EPERM", "EROFS"].includes(code ?? "")) throw error;
    return refuse(
      `The pages must be built anew, and this user may not write ${path}: let the project's owner run \`node src/cli/tambiolo.ts build\`.`,
    );
  }
}

async function build(options: WebBuildOptions, stamp: string, hash: string): Promise<Outcome<void, string>> {
  // Otherwise an interrupted build would pass for the complete one before it.
  await rm(stamp, { force: true });
  const began = performance.now();
  options.onNews("Building the pages, as after every change of them ...");
  const failure = await runBuild(options);
  if (failure !== undefined) return refuse(`The pages could not be built: ${failure}`);
  await precompress(join(options.root, "build", "client"));
  await keepEarlierAssets(options.root, join(options.root, "build", "client", "assets"));
  await writeFile(stamp, hash);
  options.onNews(`The pages are built (${((performance.now() - began) / 1000).toFixed(1)} s).`);
  return accept(undefined);
}

/** Loads the built pages of a folder into this process. */
export async function loadWebBuild(folder: string): Promise<WebBuild> {
  const build: ServerBuild = await import(pathToFileURL(join(folder, "server", "index.js")).href);
  return { serverBuild: build, clientDirectory: join(folder, "client") };
}

async function readStamp(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
}

/** One hash of the names and contents of all sources of the pages. */
async function hashSources(root: string): Promise<string> {
  const inFolders = await Promise.all(FOLDERS.map((folder) => listFiles(root, folder)));
  const beside = (await readdir(root)).filter((name) => FILES.test(name));
  const paths = [...inFolders.flat(), ...beside].sort();
  const hashes = await Promise.all(
    paths.map(async (path) => {
      const content = createHash("sha256").update(await readFile(join(root, path)));
      return `${path}\0${content.digest("hex")}\n`;
    }),
  );
  // The hash includes Node's version, since it affects the build.
  return createHash("sha256").update(process.version).update(hashes.join("")).digest("hex");
}

async function listFiles(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && !TEST_FILE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

async function runBuild({ root, env, signal }: WebBuildOptions): Promise<string | undefined> {
  const manifest = createRequire(join(root, "package.json")).resolve("@react-router/dev/package.json");
  const { bin }: { bin: { "react-router": string } } = JSON.parse(await readFile(manifest, "utf8"));
  const child = spawn(process.execPath, [join(dirname(manifest), bin["react-router"]), "build"], {
    cwd: root,
    env: { ...env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (part: string) => {
      said = (said + part).slice(-MAX_OUTPUT);
    });
  }
  // An abort by the signal emits `error` before `close`; only the exit code of `close` counts.
  child.on("error", (error) => {
    said += `\n${error.message}`;
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  return code === 0 ? undefined : said.trim();
}
