import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, existsSync } from "node:fs";
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { changesOf } from "./release-notes.ts";
import { NAMESPACE, signRelease } from "./sign-release.ts";

const run = promisify(execFile);

test.skipIf(!existsSync("/usr/bin/ssh-keygen"))(
  "a release is verified as the guide says, and a changed one is not",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "release-"));
    try {
      const key = join(folder, "key");
      await run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "releases", "-f", key]);
      const file = join(folder, "tambiolo-1.2.3.tgz");
      await writeFile(file, "a package");
      const [sums = ""] = await signRelease([file], key);
      const signers = join(folder, "allowed_signers");
      await writeFile(signers, `releases ${await readFile(`${key}.pub`, "utf8")}`);
      const verify = async () => {
        const args = ["-Y", "verify", "-f", signers, "-I", "releases", "-n", NAMESPACE, "-s", `${sums}.sig`];
        const child = spawn("ssh-keygen", args, { stdio: ["pipe", "ignore", "ignore"] });
        const ended = once(child, "close");
        await pipeline(createReadStream(sums), child.stdin);
        return (await ended)[0];
      };
      const check = () => run("sha256sum", ["--check", "--quiet", "SHA256SUMS"], { cwd: folder });
      expect(await verify()).toBe(0);
      await check();
      await appendFile(file, "!");
      await expect(check()).rejects.toThrow("did NOT match");
      await appendFile(sums, "\n");
      expect(await verify()).not.toBe(0);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);

test("the changes of a version are the part of the changelog under its number", () => {
  const changelog =
    "# Changelog\n\n## Unreleased\n\n- later\n\n## 1.2.3 - 2026-12-01\n\n- now\n\n## 1.2.2 - 2026-11-01\n\n- before\n";
  expect(changesOf(changelog, "1.2.3")).toBe("- now");
  expect(changesOf(changelog, "1.2.4")).toBeUndefined();
  expect(changesOf(changelog, "1.2")).toBeUndefined();
});
