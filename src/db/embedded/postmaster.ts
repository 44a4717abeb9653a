import { once } from "node:events";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Account, spawnAs } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { lastLine, USER } from "./cluster.ts";

/** What a running (or killed) server says of itself in its lock file. */
export type Postmaster = { readonly pid: number; readonly port: number; readonly host: string };

const LOCK_FILE = "postmaster.pid";

/** Characters kept of what a starting server says; the reason of a failure stands at the end. */
const MOST_SAID = 16_384;

/** A fast shutdown writes out what is in memory: seconds, on a slow disk perhaps a minute. */
const STOP_SECONDS = 120;

/** Reads the server's lock file; nothing while there is none or it is not completely written. */
export async function readPostmaster(folder: string): Promise<Postmaster | undefined> {
  const content = await readFile(join(folder, LOCK_FILE), "utf8").catch(() => "");
  // The lines are fixed: process, folder, start time, port, socket folder, address, shared memory, status.
  const [pid = "", , , port = "", socketFolder = "", address = ""] = content.split("\n").map((line) => line.trim());
  const host = socketFolder || address;
  if (!/^[0-9]+$/.test(pid) || !/^[0-9]+$/.test(port) || host === "") return undefined;
  // The folder may have been moved since a killed server wrote its old place here.
  return { pid: Number(pid), port: Number(port), host: socketFolder ? folder : host };
}

/** The address of a database on the server, as `pg` and PostgreSQL's own programs read it. */
export function connectionString(server: Postmaster, password: string, database: string): string {
  const host = server.host.startsWith("/") ? `localhost:${server.port}` : `${server.host}:${server.port}`;
  const socket = server.host.startsWith("/") ? `?host=${encodeURIComponent(server.host)}` : "";
  return `postgresql://${USER}:${encodeURIComponent(password)}@${host}/${database}${socket}`;
}

/** Tells whether a process with that number lives, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Removes the lock file of a server that was killed when its process number now belongs to some other program, which
 * is usual after a container restarts: PostgreSQL would take that program for a server and refuse to start.
 *
 * Done only where it is certain: on Linux, when no process whatever works in the folder (every process of a server
 * does). Elsewhere, and for a number that nobody has, PostgreSQL decides for itself.
 */
export async function removeStaleLock(folder: string): Promise<void> {
  const pid = Number((await readFile(join(folder, LOCK_FILE), "utf8").catch(() => "")).split("\n")[0]);
  if (process.platform !== "linux" || !Number.isInteger(pid) || pid < 1 || !isAlive(pid)) return;
  if (await someProcessWorksIn(folder)) return;
  for (const name of await readdir(folder)) {
    if (name === LOCK_FILE || /^\.s\.PGSQL\.[0-9]+(\.lock)?$/.test(name)) await rm(join(folder, name), { force: true });
  }
}

async function someProcessWorksIn(folder: string): Promise<boolean> {
  const wanted = await stat(folder);
  const pids = (await readdir("/proc")).filter((name) => /^[0-9]+$/.test(name));
  const answers = await Promise.all(pids.map((pid) => isServerIn(pid, wanted)));
  return answers.includes(true);
}

async function isServerIn(pid: string, folder: { dev: number; ino: number }): Promise<boolean> {
  try {
    if ((await readFile(`/proc/${pid}/comm`, "utf8")).trim() !== "postgres") return false;
    const place = await stat(`/proc/${pid}/cwd`);
    return place.dev === folder.dev && place.ino === folder.ino;
  } catch (error) {
    // Root in a container may not look into other users' processes, and one of those could be the server. Anybody
    // else may look into all of their own, and the server on a folder of theirs is one of them.
    return (error as NodeJS.ErrnoException).code === "EACCES" && process.getuid?.() === 0;
  }
}

/** A server on its way up: says why it ended, if it did. */
export type Starting = { failure(): string | undefined };

/**
 * Starts a server, in a session of its own, so that neither Ctrl-C in a terminal nor our end touches it. The caller
 * waits for it by connecting.
 */
export function startServer(folder: string, account: Account, binaries: Binaries): Starting {
  const child = spawnAs(account, binaries.postgres, ["-D", folder], {
    // What it says before its own log files are open; it closes the pipe then.
    stdio: ["ignore", "ignore", "pipe"],
    cwd: folder,
    detached: true,
    windowsHide: true,
  });
  let failure: string | undefined;
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (part: string) => {
    said = (said + part).slice(-MOST_SAID);
  });
  child.once("error", (error) => {
    failure = error.message;
  });
  child.once("close", () => {
    const reason = lastLine(said);
    failure ??= /FATAL|PANIC/.test(reason) ? reason : `it ended; ${join(folder, "log")} may say why`;
  });
  child.unref();
  return { failure: () => failure };
}

/** Stops whichever server runs on the folder, its clients first, and waits until it is gone. */
export async function stopServer(folder: string, account: Account, binaries: Binaries): Promise<void> {
  for (const mode of ["fast", "immediate"]) {
    const args = ["stop", "-D", folder, "-m", mode, "-w", "-t", String(STOP_SECONDS), "-s"];
    const child = spawnAs(account, binaries.pgCtl, args, { stdio: "ignore", cwd: folder, detached: true });
    const [code] = await once(child, "exit");
    const server = await readPostmaster(folder);
    if (code === 0 || !server || !isAlive(server.pid)) return;
  }
}
