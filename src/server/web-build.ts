import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "react-router";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Environment } from "#src/config/env.ts";
import { withBuildLock } from "./build-lock.ts";
import { precompress } from "./precompress.ts";

/** The built pages: React Router's server build, and the folder of what browsers load. */
export type WebBuild = { readonly serverBuild: ServerBuild; readonly clientDirectory: string };

export type WebBuildOptions = {
  /** The project's folder. */
  readonly root: string;
  readonly env: Environment;
  /** Ends a build under way. */
  readonly signal: AbortSignal;
  /** Told in one line when a build begins and when it is done. */
  readonly onNews: (line: string) => void;
};

const FOLDERS = ["web", "src", "public"];
const FILES =
  /^(vite\.config|react-router\.config|postcss\.config)\.[cm]?[jt]s$|^(package|package-lock|tsconfig)\.json$/;
const TEST_FILE = /\.test\.tsx?$/;

/** What a failed build said, at most: the end holds the reason. */
const MOST_SAID = 4_000;

/**
 * Builds the pages if anything they are made of has changed since the last build; of several processes that start at
 * once, one builds and the others wait for it.
 *
 * @returns nothing, or what the build said when it failed
 */
export async function buildWhenStale(options: WebBuildOptions): Promise<Outcome<void, string>> {
  const stamp = join(options.root, "build", ".stamp");
  const wanted = await hashSources(options.root);
  if ((await readStamp(stamp)) === wanted) return accept(undefined);
  // Beside the build, for a build begins by emptying its folder.
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
  // A build that is cut short must not pass for the one before it.
  await rm(stamp, { force: true });
  const began = performance.now();
  options.onNews("Building the pages, as after every change of them ...");
  const failure = await runBuild(options);
  if (failure !== undefined) return refuse(`The pages could not be built: ${failure}`);
  await precompress(join(options.root, "build", "client"));
  await writeFile(stamp, hash);
  options.onNews(`The pages are built (${((performance.now() - began) / 1000).toFixed(1)} s).`);
  return accept(undefined);
}

/** Loads the built pages into this process. */
export async function loadWebBuild(root: string): Promise<WebBuild> {
  const build: ServerBuild = await import(pathToFileURL(join(root, "build", "server", "index.js")).href);
  return { serverBuild: build, clientDirectory: join(root, "build", "client") };
}

async function readStamp(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
}

/** One hash over the names and contents of everything that the pages are made of. */
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
  // The runtime's version counts too: it decides how the build is made.
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
      said = (said + part).slice(-MOST_SAID);
    });
  }
  // Ended by the signal it reports an error first; how it closed is what counts.
  child.on("error", (error) => {
    said += `\n${error.message}`;
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  return code === 0 ? undefined : said.trim();
}
