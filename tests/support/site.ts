import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PROJECT = join(import.meta.dirname, "../..");

/** The first start after a change builds the pages, and a new folder gets a new database. */
const START_LIMIT_MS = 180_000;

/** Requests under way are finished, then the database shuts down. */
const STOP_LIMIT_MS = 30_000;

/** What a child process needs of our environment. The rest stays out, so that a developer's settings change no test. */
const INHERITED = ["PATH", "HOME", "USER", "TMPDIR", "TEMP", "TMP", "LANG", "LD_LIBRARY_PATH", "SystemRoot", "ComSpec"];

export type SiteOptions = {
  /** Settings of the site beside PORT and DATA_DIR. */
  readonly env?: Readonly<Record<string, string>>;
  /** A folder of the caller's, which outlives the site; without it the site gets one that goes when it stops. */
  readonly dataDir?: string;
  readonly port?: number;
};

export type SiteProcess = {
  readonly origin: string;
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  /** Everything that it has printed so far. */
  readonly log: () => string;
  /** Settles when the process has ended: with its exit code, or with the name of the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Asks the site to stop, waits until it has, and answers how it ended. Twice is as good as once. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | NodeJS.Signals>;
};

/**
 * Starts the site as its operators do, in a process of its own with a database of its own, and waits until it is ready.
 *
 * @throws an Error with what it printed, where it ends instead or is not ready in time
 */
export async function startSite(options: SiteOptions = {}): Promise<SiteProcess> {
  const ownDataDir = options.dataDir === undefined ? await mkdtemp(join(tmpdir(), "tambiolo-site-")) : undefined;
  const dataDir = options.dataDir ?? ownDataDir ?? "";
  const port = options.port ?? (await freePort());
  const child = spawn(process.execPath, ["src/cli/tambiolo.ts", "serve"], {
    cwd: PROJECT,
    env: { ...inheritedEnvironment(), PORT: String(port), DATA_DIR: dataDir, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  const ended = once(child, "close").then(async ([code, signal]) => {
    if (ownDataDir !== undefined) await rm(ownDataDir, { recursive: true, force: true });
    return code ?? signal;
  });
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    const timer = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
    return ended.finally(() => clearTimeout(timer));
  };
  const origin = await readyOrigin(child, () => printed, stop);
  return { origin, port, pid: child.pid ?? 0, dataDir, log: () => printed, ended, stop };
}

/** A port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("A listening server has no port.");
  return address.port;
}

async function readyOrigin(child: ChildProcess, log: () => string, stop: () => Promise<unknown>): Promise<string> {
  const ready = Promise.withResolvers<string>();
  const timer = setTimeout(() => ready.reject(new Error("it was not ready in time")), START_LIMIT_MS);
  child.stdout?.on("data", () => {
    const origin = log().match(/ is ready at (http:\/\/\S+)/)?.[1];
    if (origin) ready.resolve(new URL(origin).origin);
  });
  child.once("error", ready.reject);
  child.once("close", (code, signal) => ready.reject(new Error(`it ended with ${code ?? signal}`)));
  try {
    return await ready.promise;
  } catch (cause) {
    await stop();
    throw new Error(`The site did not start: ${(cause as Error).message}. It printed:\n${log()}`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

function inheritedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    INHERITED.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
