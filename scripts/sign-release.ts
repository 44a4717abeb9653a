import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";

/** Says what the signature is for, so that nothing else that the key signed can be taken for a release. */
export const NAMESPACE = "tambiolo-release";

/**
 * Writes SHA256SUMS beside a release's files, and SHA256SUMS.sig by `ssh-keygen`.
 *
 * @param files their paths, all in one folder
 * @param key the private key's file, or a public one whose key the ssh agent holds
 * @returns the paths of both files; it throws where the key cannot be used
 */
export async function signRelease(files: readonly string[], key: string): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const file of files) lines.push(`${await sha256Of(file)}  ${basename(file)}\n`);
  const sums = join(dirname(files[0] ?? "."), "SHA256SUMS");
  await writeFile(sums, lines.join(""));
  await rm(`${sums}.sig`, { force: true });
  await promisify(execFile)("ssh-keygen", ["-Y", "sign", "-n", NAMESPACE, "-f", key, sums]);
  return [sums, `${sums}.sig`];
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
