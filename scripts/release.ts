import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { PROJECT } from "#src/build/project.ts";
import { readVersion } from "#src/config/version.ts";
import { changesOf } from "./release-notes.ts";
import { signRelease } from "./sign-release.ts";

// `npm run release -- KEY [FOLDER]`: checks and tests this commit, packs it, and signs the hashes of what is published.
// docs/operations.md says how others verify them; decision 0058 says what a version number promises.

const [key, folder = "."] = process.argv.slice(2);
if (key === undefined) throw new Error("Name the key: npm run release -- KEY [FOLDER].");
if (say("git", "status", "--porcelain") !== "") throw new Error("There are changes that are not committed.");
const { number } = readVersion();
const changes = changesOf(await readFile(join(PROJECT, "CHANGELOG.md"), "utf8"), number);
if (!changes) throw new Error(`CHANGELOG.md has no changes under "## ${number}": move them there from Unreleased.`);

run("npm", "run", "check");
run("npm", "run", "test:quick");
run("npm", "run", "test:long");
const target = resolve(folder);
const file = say("node", "scripts/make-package.ts", target).split("\n").at(-1) ?? "";
const notes = join(target, `tambiolo-${number}-changes.md`);
await writeFile(notes, `${changes}\n`);
const signed = await signRelease([file, notes], key);
console.log([file, notes, ...signed].join("\n"));
console.log(`Tag the commit: git tag --sign v${number}`);

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { cwd: PROJECT, stdio: "inherit" });
}

function say(command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd: PROJECT, encoding: "utf8" }).trim();
}
