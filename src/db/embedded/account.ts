import { type ChildProcess, execFile, type SpawnOptions, spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { promisify } from "node:util";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";

const run = promisify(execFile);

/** The user that PostgreSQL runs as, and a command prefix for cases where changing the user is not enough. */
export type Account = {
  readonly ids: { readonly uid: number; readonly gid: number } | undefined;
  readonly prefix: readonly string[];
};

/** PostgreSQL needs none of our variables, and some (PGDATA, PGOPTIONS, TZ) would change its behaviour. */
const ENVIRONMENT: NodeJS.ProcessEnv = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
  LANG: "C",
  TZ: "UTC",
};

/** Accounts that many machines have for this purpose, the best first. */
const USUAL_NAMES = ["postgres", "nobody"] as const;

/** Each lets a process traverse closed folders. The first only reads; containers usually have the second. */
const PASSING_CAPABILITIES = ["dac_read_search", "dac_override"];

/**
 * Chooses the user for PostgreSQL: the site's own user. If that is root, which PostgreSQL refuses, then the owner of
 * its folder, the owner of the data folder, `postgres` or `nobody`.
 *
 * Root's folders (a home, a temporary folder) are often closed to that account. Then it gets one capability, to
 * traverse closed folders, so that no folder must be opened to everybody.
 *
 * @returns the account, or one line for the operator when there is none that can reach the folder and the program
 */
export async function chooseAccount(deps: {
  dataDir: string;
  folder: string;
  program: string;
}): Promise<Outcome<Account, string>> {
  if (process.getuid?.() !== 0) return accept({ ids: undefined, prefix: [] });
  const candidates = await listCandidates(deps.dataDir, deps.folder);
  for (const ids of candidates) {
    const plain: Account = { ids, prefix: [] };
    for (const account of [plain, ...PASSING_CAPABILITIES.map((capability) => withCapability(ids, capability))]) {
      if (await canReach(account, deps.dataDir, deps.program)) return accept(account);
    }
  }
  const users = candidates.map(({ uid }) => uid).join(" or ") || "none: add one named postgres";
  return refuse(
    `PostgreSQL refuses to run as root, and the user to run it as (id ${users}) cannot reach ${deps.dataDir} or ${deps.program}: ` +
      "start the site as another user, move it and DATA_DIR out of closed folders, or set DATABASE_URL.",
  );
}

/** Starts a program as the account, without our environment variables. It must be able to reach `options.cwd`. */
export function spawnAs(
  account: Account,
  program: string,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  const [file, ...rest] = [...account.prefix, program, ...args];
  // With a prefix, setpriv changes the user.
  const ids = account.prefix.length > 0 ? {} : (account.ids ?? {});
  const environment = process.platform === "win32" ? undefined : ENVIRONMENT;
  return spawn(file as string, rest, { ...options, ...ids, ...(environment && { env: environment }) });
}

function withCapability(ids: { uid: number; gid: number }, capability: string): Account {
  const prefix = [
    "setpriv",
    `--reuid=${ids.uid}`,
    `--regid=${ids.gid}`,
    "--clear-groups",
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
    // PostgreSQL finds its own program with access(2), which ignores the capability without this.
    "--securebits=+no_setuid_fixup",
    "--",
  ];
  return { ids, prefix };
}

type Ids = NonNullable<Account["ids"]>;

async function listCandidates(dataDir: string, folder: string): Promise<Ids[]> {
  // An existing folder can only be opened by its owner.
  const owner = await ownerOf(folder);
  if (owner) return [owner];
  const candidates = [await ownerOf(dataDir), ...(await Promise.all(USUAL_NAMES.map(idsOf)))];
  return candidates.filter((ids) => ids !== undefined);
}

async function ownerOf(path: string): Promise<Ids | undefined> {
  const { uid, gid } = await stat(path).catch(() => ({ uid: 0, gid: 0 }));
  return uid === 0 ? undefined : { uid, gid };
}

async function idsOf(name: string): Promise<Ids | undefined> {
  try {
    const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    // This machine has no such user.
    return undefined;
  }
}

/**
 * Runs a command as the account instead of reading file modes: access lists and mounts count too. It also checks that
 * the account has a name, because initdb fails without one.
 */
function canReach(account: Account, folder: string, program: string): Promise<boolean> {
  return new Promise((resolve) => {
    const script = 'id -un && cd "$1" && exec "$2" --version';
    const child = spawnAs(account, "/bin/sh", ["-c", script, "sh", folder, program], { stdio: "ignore", cwd: "/" });
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
  });
}
