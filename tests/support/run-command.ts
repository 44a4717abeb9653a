import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const PROJECT = join(import.meta.dirname, "../..");

/** Runs a command of the site to its end. */
export async function runCommand(args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ["src/cli/tambiolo.ts", ...args], {
    cwd: PROJECT,
    env: { PATH: process.env.PATH, ...env },
  });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, said: stdout + stderr };
}
