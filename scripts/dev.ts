import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fail } from "#src/cli/command.ts";
import { openDatabase } from "#src/cli/database.ts";
import { listenForStop } from "#src/cli/stop-signal.ts";
import { connectionsOfAll } from "#src/cli/workers.ts";
import { type Config, readConfig } from "#src/config/config.ts";
import { readEnvironment } from "#src/config/env.ts";
import { checkListening } from "#src/server/start.ts";
import { startDevFront } from "./dev-front.ts";
import { createDevPages } from "./dev-pages.ts";
import { watchFiles } from "./dev-watch.ts";

const ROOT = join(import.meta.dirname, "..");

/** A process of the site. It loads its modules while its pages are built. */
type DevSite = {
  readonly port: number;
  /** Starts it with the pages of this folder, and waits until it answers. */
  start(pages: string): Promise<void>;
  stop(): Promise<void>;
};

const env = readEnvironment();
const config = readConfig(env);
process.exit(config.ok ? await runDev(config.value) : fail(config.refusal));

/** Runs the site, and replaces it after each change of its files, until it is stopped. Returns the exit code. */
async function runDev(config: Config): Promise<number> {
  const listening = await checkListening(config);
  if (!listening.ok) return fail(listening.refusal);
  const stop = listenForStop(env);
  const onNews = (line: string) => console.log(line);
  // For two sites: the next one starts before the one before has stopped.
  const connections = 2 * connectionsOfAll(1);
  const opened = await openDatabase(config, { connections, signal: stop.signal, onNews });
  if (!opened.ok) return fail(opened.refusal);
  const { connectionString } = opened.value;
  const changes = watchFiles(ROOT, stop.signal);
  const pages = createDevPages(ROOT);
  const front = await startDevFront(config);
  let site: DevSite | undefined;
  let served: string | undefined;
  let folder: string | undefined;
  try {
    for (let changed = new Set<string>(); !stop.signal.aborted; changed = await changes.next()) {
      const began = performance.now();
      if ([...changed].some(pages.contain)) folder = undefined;
      const next = await prepareSite(config, connectionString);
      try {
        folder ??= await pages.build(served);
        await next.start(folder);
      } catch (error) {
        await next.stop();
        if (!stop.signal.aborted) console.error(`${(error as Error).message}\nWaiting for a change that mends it.`);
        continue;
      }
      front.show(next.port);
      void site?.stop();
      site = next;
      served = folder;
      console.log(
        `${config.productName} is ready at ${config.origin} (${((performance.now() - began) / 1000).toFixed(1)} s).`,
      );
    }
  } finally {
    await front.stop();
    await site?.stop();
    await opened.value.stop();
  }
  return 0;
}

/** Starts a process of the site on a free port. */
async function prepareSite({ origin }: Config, connectionString: string): Promise<DevSite> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, "dev-site.ts")], {
    env: {
      ...env,
      PORT: String(port),
      HOST: "127.0.0.1",
      ORIGIN: origin,
      DATABASE_URL: connectionString,
      WORKERS: "1",
      // So that it ends when this process is killed.
      npm_lifecycle_event: "dev",
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  // A process that has ended takes no folder; start() says so.
  child.stdin.on("error", () => undefined);
  return {
    port,
    async start(pages) {
      child.stdin.end(pages);
      const { promise: ready, resolve } = Promise.withResolvers<true>();
      createInterface(child.stdout).on("line", (line) => {
        if (line.includes(" is ready at ")) resolve(true);
        else if (!child.killed) console.log(line);
      });
      if ((await Promise.race([ready, ended])) !== true) throw new Error("The site did not start.");
    },
    async stop() {
      child.kill();
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("A listening server has no port.");
  return address.port;
}
