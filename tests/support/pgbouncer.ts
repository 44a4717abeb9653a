import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "./site.ts";
import { startTcpProxy } from "./tcp-proxy.ts";

/** Debian installs it in a folder that only root has in its PATH. */
const PROGRAMS = ["pgbouncer", "/usr/sbin/pgbouncer"];
const POLL_MS = 50;

/** The path of PgBouncer, if the machine has it. */
export function findPgbouncer(): string | undefined {
  return PROGRAMS.find((program) => spawnSync(program, ["--version"]).status === 0);
}

/** Starts PgBouncer before a database, with these lines in its configuration. */
export async function startPgbouncer(
  program: string,
  connectionString: string,
  lines: readonly string[],
): Promise<{ connectionString: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "tambiolo-pgbouncer-"));
  // PgBouncer changes from root to another user, who has to read its file.
  await chmod(folder, 0o755);
  const port = await freePort();
  // PgBouncer's user may not reach the socket of the tests' server.
  const proxy = await startTcpProxy(connectionString);
  const { hostname, port: databasePort, pathname, username, password } = new URL(proxy.connectionString);
  const file = join(folder, "pgbouncer.ini");
  const target = [
    `host=${hostname}`,
    `port=${databasePort}`,
    `dbname=${pathname.slice(1)}`,
    `user=${username}`,
    ...(password ? [`password=${decodeURIComponent(password)}`] : []),
  ];
  const settings = ["listen_addr=127.0.0.1", `listen_port=${port}`, "auth_type=any", "unix_socket_dir=", ...lines];
  await writeFile(file, ["[databases]", `site = ${target.join(" ")}`, "[pgbouncer]", ...settings, ""].join("\n"));
  const asUser = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = spawn(program, [...asUser, file], { stdio: "ignore" });
  const ended = once(child, "close");
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error("PgBouncer did not start.");
    await delay(POLL_MS);
  }
  return {
    connectionString: `postgresql://anybody@127.0.0.1:${port}/site`,
    async stop() {
      child.kill("SIGKILL");
      await ended;
      await proxy.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
