import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "./site.ts";

export type RunningProxy = {
  readonly port: number;
  /** The current health of its sites: "UP", "DOWN", or a state between. */
  statuses(): Promise<string[]>;
  /** The same by the checks that scripts and styles follow, which do not ask for the database. */
  statusesForScripts(): Promise<string[]>;
  stop(): Promise<void>;
};

const POLL_MS = 20;

/** Debian installs it in a folder that only root has in its PATH. */
const PROGRAMS = ["haproxy", "/usr/sbin/haproxy"];

/** The path of HAProxy, if the machine has it. */
export function findHaproxy(): string | undefined {
  return PROGRAMS.find((program) => spawnSync(program, ["-v"]).status === 0);
}

/**
 * Starts HAProxy with the operators' configuration, docs/haproxy.cfg, in front of two sites. The limits on connections
 * are lowered, because the machine may not allow as many open files.
 *
 * @param change edits the configuration further, besides its addresses
 */
export async function startHaproxy(
  program: string,
  [one, two]: readonly [number, number],
  change: (config: string) => string = (config) => config,
): Promise<RunningProxy> {
  const folder = await mkdtemp(join(tmpdir(), "tambiolo-proxy-"));
  const port = await freePort();
  const socket = join(folder, "admin.sock");
  const written = await readFile(join(import.meta.dirname, "../../docs/haproxy.cfg"), "utf8");
  const config = replaceEach(written, [
    ["maxconn 20000\n", "maxconn 1000\n"],
    ["bind :80\n", `bind 127.0.0.1:${port}\n`],
    ["socket /run/haproxy/admin.sock ", `socket ${socket} `],
    ["10.0.0.1:3000", `127.0.0.1:${one}`],
    ["10.0.0.2:3000", `127.0.0.1:${two}`],
  ]);
  const file = join(folder, "haproxy.cfg");
  await writeFile(file, change(config));
  const child = spawn(program, ["-db", "-f", file], { stdio: ["ignore", "ignore", "pipe"] });
  const said = text(child.stderr);
  const ended = once(child, "close");
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  while (!(await statusesAt(socket, "sites"))) {
    await delay(POLL_MS);
    if (child.exitCode === null) continue;
    await stop();
    throw new Error(`HAProxy did not start: ${await said}`);
  }
  const statusesOf = (backend: string) => async () => (await statusesAt(socket, backend)) ?? [];
  return { port, statuses: statusesOf("sites"), statusesForScripts: statusesOf("without-database"), stop };
}

/** Sends a command to the proxy's admin socket, which does not exist at first. */
async function statusesAt(path: string, backend: string): Promise<string[] | undefined> {
  try {
    const socket = connect(path);
    socket.end("show stat\n");
    const [head = "", ...rows] = (await text(socket)).split("\n");
    const column = head.split(",").indexOf("status");
    const servers = rows.filter((row) => row.startsWith(`${backend},`) && !row.startsWith(`${backend},BACKEND`));
    return servers.map((row) => row.split(",")[column] ?? "");
  } catch {
    return undefined;
  }
}

/** Throws if the configuration no longer contains a text to replace. It is replaced wherever it stands. */
export function replaceEach(config: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`docs/haproxy.cfg has no "${from}".`);
    return changed.replaceAll(from, to);
  }, config);
}
