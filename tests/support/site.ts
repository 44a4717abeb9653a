import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PROJECT = join(import.meta.dirname, "../..");

/** Limit in milliseconds. The first start after a change builds the pages, and a new folder gets a new database. */
const START_LIMIT_MS = 180_000;

/** Limit in milliseconds. The site finishes pending requests, then shuts down its database. */
const STOP_LIMIT_MS = 120_000;

/**
 * Environment variables that a child process gets from ours. The others stay out, so that a developer's settings change
 * no test.
 */
const INHERITED = [
  ...["PATH", "HOME", "USER", "TMPDIR", "TEMP", "TMP", "LANG", "LD_LIBRARY_PATH", "SystemRoot", "ComSpec"],
  "NODE_COMPILE_CACHE",
];

/** Settings of a site whose test does not ask what a password costs: each hash takes half a second otherwise. */
export const CHEAP_PASSWORDS = { NODE_OPTIONS: `--import=${new URL("./cheap-passwords.ts", import.meta.url)}` };

export type SiteOptions = {
  /** Settings of the site beside PORT and DATA_DIR. */
  readonly env?: Readonly<Record<string, string>>;
  /** A folder of the caller, which remains after the site. Without it the site gets a temporary folder. */
  readonly dataDir?: string;
  readonly port?: number;
  /** The project's folder, if it is not this one. */
  readonly project?: string;
  /** What runs the site, if it is not the operator's command. */
  readonly program?: readonly string[];
};

export type SiteProcess = {
  readonly origin: string;
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  /** All its output so far. */
  readonly log: () => string;
  /** Settles when the process has ended, with its exit code or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Stops the site, waits for its end, and returns how it ended. A second call is harmless. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | NodeJS.Signals>;
};

/**
 * Starts the site as operators do, in a process with a database of its own, and waits until it is ready.
 *
 * @throws an Error with its output, if it ends or is not ready in time
 */
export async function startSite(options: SiteOptions = {}): Promise<SiteProcess> {
  const ownDataDir = options.dataDir === undefined ? await mkdtemp(join(tmpdir(), "tambiolo-site-")) : undefined;
  const dataDir = options.dataDir ?? ownDataDir ?? "";
  const port = options.port ?? (await freePort());
  const child = spawn(process.execPath, options.program ?? ["src/cli/tambiolo.ts", "serve"], {
    cwd: options.project ?? PROJECT,
    // As one that npm started, it stops when this process is gone: a run of tests that is ended leaves no site behind.
    env: {
      ...inheritedEnvironment(),
      ...{ PORT: String(port), DATA_DIR: dataDir, npm_lifecycle_event: "test" },
      ...options.env,
    },
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

/** Ports below those that a system gives away by itself (from 32768 on Linux, 49152 elsewhere): nobody is given one. */
const PORTS = { first: 20_000, count: 12_000 };

/** Where this process goes on looking. Others, whose ids are near, look elsewhere. */
let nextPort = (process.pid * 97) % PORTS.count;

/**
 * A port of this machine that nothing listens on, and that no other test is told within minutes: what asks the system
 * for any port gets none of these.
 */
export async function freePort(): Promise<number> {
  for (let looked = 0; looked < PORTS.count; looked += 1) {
    const port = PORTS.first + nextPort;
    nextPort = (nextPort + 1) % PORTS.count;
    const server = createServer().listen(port, "127.0.0.1");
    try {
      await once(server, "listening");
    } catch {
      continue;
    }
    server.close();
    await once(server, "close");
    return port;
  }
  throw new Error("No port is free.");
}

async function readyOrigin(child: ChildProcess, log: () => string, stop: () => Promise<unknown>): Promise<string> {
  const ready = Promise.withResolvers<string>();
  const timer = setTimeout(() => ready.reject(new Error("it was not ready in time")), START_LIMIT_MS);
  child.stdout?.on("data", () => {
    const origin = log().match(/ (?:is ready at|\(listening on) (http:\/\/[^\s)]+)/)?.[1];
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
