import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeVersion, readVersion } from "./version.ts";

const PROJECT = join(import.meta.dirname, "../..");
const { version } = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8"));

test("a checkout says its version and its commit, by the command too", () => {
  const head = execFileSync("git", ["rev-parse", "HEAD"], { cwd: PROJECT, encoding: "utf8" }).slice(0, 12);
  expect(readVersion()).toEqual({ number: version, commit: head });
  const said = execFileSync(process.execPath, ["src/cli/tambiolo.ts", "--version"], { cwd: PROJECT, encoding: "utf8" });
  expect(said).toBe(`${version} (${head})\n`);
});

test("a version without a commit is its number", () => {
  expect(describeVersion({ number: "1.2.3", commit: undefined })).toBe("1.2.3");
});
