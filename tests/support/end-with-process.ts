import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/** An immediate shutdown takes some milliseconds, and longer on a busy machine. */
const POLL_MS = 20;
const MAX_POLLS = 500;

/**
 * Ends a PostgreSQL when this process exits before it was stopped, as a test run does on Ctrl-C or SIGTERM: servers are
 * sessions of their own, which nothing else would end. Nobody needs its data, so it goes at once, with its folder.
 *
 * @param folder the temporary folder that holds all of it
 * @param data its data folder
 * @returns the function that ends this, for a server that is stopped in peace
 */
export function endWithProcess(folder: string, data: string): () => void {
  const lock = join(data, "postmaster.pid");
  const end = () => {
    try {
      process.kill(Number(readFileSync(lock, "utf8").split("\n")[0]), "SIGQUIT");
      // The server removes its lock as the last thing. An exiting process can only wait like this.
      for (let polls = 0; existsSync(lock) && polls < MAX_POLLS; polls += 1) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
      }
    } catch {
      // It does not run, or has just ended.
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once("exit", end);
  return () => process.off("exit", end);
}
