import { readdir, readFile, readlink } from "node:fs/promises";
import pg from "pg";
import { readPassword } from "#src/db/embedded/cluster.ts";
import { connectionString, readPostmaster } from "#src/db/embedded/postmaster.ts";

/** Every process of the PostgreSQL with this data folder, on Linux. The data folder is their working directory. */
async function serverProcesses(folder: string): Promise<number[]> {
  const pids = (await readdir("/proc")).filter((name) => /^[0-9]+$/.test(name));
  const places = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => "")));
  const names = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/comm`, "utf8").catch(() => "")));
  return pids.filter((_, place) => places[place] === folder && names[place]?.startsWith("postgres")).map(Number);
}

/** Sends a signal to all of them. Skips those that have just ended. */
export async function signalServer(folder: string, signal: NodeJS.Signals): Promise<void> {
  for (const pid of await serverProcesses(folder)) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

/** The codes of all entries that the bundled PostgreSQL with this data folder has. */
export async function storedEntryCodes(folder: string): Promise<string[]> {
  const server = await readPostmaster(folder);
  if (!server) throw new Error("PostgreSQL does not run.");
  const client = new pg.Client(connectionString(server, (await readPassword(folder)) ?? "", "tambiolo"));
  await client.connect();
  const { rows } = await client.query<{ code: string }>("select entry_code as code from entries");
  await client.end();
  return rows.map(({ code }) => code);
}
