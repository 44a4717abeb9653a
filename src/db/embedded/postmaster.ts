import { once } from "node:events";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Account, spawnAs } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { lastLine, USER } from "./cluster.ts";

/** What the lock file of a running (or killed) server says about it. */
export type Postmaster = { readonly pid: number; readonly port: number; readonly host: string };

const LOCK_FILE = "postmaster.pid";

/** How many characters of a starting server's output are retained; the reason of a failure is at the end. */
const MAX_OUTPUT = 16_384;

/** A fast shutdown writes out what is in memory: seconds, on a slow disk perhaps a minute. */
const STOP_SECONDS = 120;

/** Reads the server's lock file; nothing while there is none or it is not completely written. */
export async function readPostmaster(folder: string): Promise<Postmaster | undefined> {
  const content = await readFile(join(folder, LOCK_FILE), "utf8").catch(() => "");
  // The lines are fixed: process, folder, start time, port, socket folder, address, shared memory, status.
  const [pid = "", , , port = "", socketFolder = "", address = ""] = content.split("\n").map((line) => line.trim());
  const host = socketFolder || address;
  if (!/^[0-9]+$/.test(pid) || !/^[0-9]+$/.test(port) || host === "") return undefined;
  // The folder may have been moved since a killed server wrote its old path into the file.
  return { pid: Number(pid), port: Number(port), host: socketFolder ? folder : host };
}

/** The address of a database on the server, as `pg` and PostgreSQL's own programs read it. */
export function connectionString(server: Postmaster, password: string, database: string): string {
  const host = server.host.startsWith("/") ? `localhost:${server.port}` : `${server.host}:${server.port}`;
  const socket = server.host.startsWith("/") ? `?host=${encodeURIComponent(server.host)}` : "";
  return `postgresql://${USER}:${encodeURIComponent(password)}@${host}/${database}${socket}`;
}

/** Whether a process with this id is alive, whichever user owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Removes the lock file of a killed server if its process id now belongs to another program. That is usual after a
 * container restarts: PostgreSQL would take that program for a server and refuse to start.
 *
 * It acts only where it is certain: on Linux, when no `postgres` process has the folder as its working directory (all
 * of a server's processes do). Elsewhere, and for an unused process id, PostgreSQL decides for itself.
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
    // Root in a container may not be allowed to inspect other users' processes, and one of them could be the server.
    // Any other user can inspect its own processes, and the server on its folder is one of them.
    return (error as NodeJS.ErrnoException).code === "EACCES" && process.getuid?.() === 0;
  }
}

/** A starting server. `failure` returns why it ended, or undefined while it has not. */
export type Starting = { failure(): string | undefined };

/**
 * Starts a server in its own session, so that neither Ctrl-C in a terminal nor the end of this process stops it. The
 * caller waits for it by connecting.
 */
export function startServer(folder: string, account: Account, binaries: Binaries): Starting {
  const child = spawnAs(account, binaries.postgres, ["-D", folder], {
    // The server's output until its own log files are open; then it closes the pipe.
    stdio: ["ignore", "ignore", "pipe"],
    cwd: folder,
    detached: true,
    windowsHide: true,
  });
  let failure: string | undefined;
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (part: string) => {
    said = (said + part).slice(-MAX_OUTPUT);
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

/** Stops any server on the folder, disconnects its clients, and waits for its end: first fast, then immediate mode. */
export async function stopServer(folder: string, account: Account, binaries: Binaries): Promise<void> {
  for (const mode of ["fast", "immediate"]) {
    const args = ["stop", "-D", folder, "-m", mode, "-w", "-t", String(STOP_SECONDS), "-s"];
    const child = spawnAs(account, binaries.pgCtl, args, { stdio: "ignore", cwd: folder, detached: true });
    const [code] = await once(child, "exit");
    const server = await readPostmaster(folder);
    if (code === 0 || !server || !isAlive(server.pid)) return;
  }
}
