import { execFile } from "node:child_process";
import { cp, mkdtemp, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const PROJECT = join(import.meta.dirname, "../..");
const LISTED = ["ls-files", "--cached", "--others", "--exclude-standard"];

/** Copies the project with its libraries to a temporary folder, so that a test may change it. Returns the folder. */
export async function copyProject(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), "tambiolo-copy-"));
  const { stdout } = await promisify(execFile)("git", LISTED, { cwd: PROJECT });
  for (const file of new Set(stdout.trim().split("\n"))) await cp(join(PROJECT, file), join(copy, file));
  await symlink(join(PROJECT, "node_modules"), join(copy, "node_modules"), "junction");
  return copy;
}
