import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Which version of the program this is. */
export type Version = {
  /** As in package.json: 0.1.0. */
  readonly number: string;
  /** The commit it was made of, in twelve hex digits; none where nobody knows. */
  readonly commit: string | undefined;
};

const PROGRAM = join(import.meta.dirname, "../..");
const COMMIT = /^[0-9a-f]{12}/;

let known: Version | undefined;

/** The version of this program. A package has its commit in package.json; a checkout is asked for it once. */
export function readVersion(): Version {
  known ??= findVersion();
  return known;
}

/** The version for people: `0.1.0 (3f09304c1a2b)`. */
export function describeVersion({ number, commit }: Version): string {
  return commit === undefined ? number : `${number} (${commit})`;
}

function findVersion(): Version {
  const manifest = JSON.parse(readFileSync(join(PROGRAM, "package.json"), "utf8")) as {
    readonly version: string;
    readonly gitHead?: string;
  };
  const commit = COMMIT.exec(manifest.gitHead ?? askGit())?.[0];
  return { number: manifest.version, commit };
}

/** The commit of a checkout; an empty text where there is none, or no git. */
function askGit(): string {
  // Without it git would answer for a folder above, of something else.
  if (!existsSync(join(PROGRAM, ".git"))) return "";
  try {
    // The service may run as another user than the owner of the checkout.
    return execFileSync("git", ["-c", "safe.directory=*", "rev-parse", "HEAD"], {
      cwd: PROGRAM,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return "";
  }
}
