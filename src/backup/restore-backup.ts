import { lchown, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Config } from "#src/config/config.ts";
import type { Environment } from "#src/config/env.ts";
import { BUNDLED_MAJOR } from "#src/db/embedded/binaries.ts";
import { makeDataFolder } from "#src/db/embedded/cluster.ts";
import { tryHold } from "#src/db/embedded/hold.ts";
import { PLANS, readArchive } from "./archive.ts";
import { DUMP, restoreDatabase } from "./dump.ts";
import { holdForRestore, removeEarlier, UNPACKING } from "./leftovers.ts";

/** What a backup puts into DATA_DIR. The database is last: until then a start finds no site. */
const PARTS = ["pages", PLANS, "secret", "postgres"] as const;

export type RestoreTarget = Pick<Config, "dataDir" | "databaseUrl"> & {
  readonly env: Environment;
  /** Whether what is in DATA_DIR is moved aside; otherwise it is a refusal. */
  readonly replace: boolean;
};

/** What a restore did: where it moved what was there. */
export type Restored = { readonly movedTo: string | undefined };

/**
 * Restores a backup into a DATA_DIR whose site is stopped; with DATABASE_URL also into that empty database. The whole
 * file is read and checked before anything else is touched.
 *
 * @returns what was done; the refusal is one line for the operator
 */
export async function restoreBackup(
  from: { readonly file: string; readonly passphrase: string | undefined },
  to: RestoreTarget,
): Promise<Outcome<Restored, string>> {
  const refusal = await whyNot(to);
  if (refusal !== undefined) return refuse(refusal);
  await makeDataFolder(to.dataDir);
  const held = holdForRestore(to.dataDir);
  if (!held.ok) return held;
  try {
    await removeEarlier(to.dataDir);
    return await restoreHeld(from, to);
  } finally {
    held.value();
  }
}

/** Restores into a DATA_DIR that this process holds. */
async function restoreHeld(
  from: { readonly file: string; readonly passphrase: string | undefined },
  to: RestoreTarget,
): Promise<Outcome<Restored, string>> {
  // In the same folder, since that may be a disk of its own, on which a rename is one step.
  const draft = await mkdtemp(join(to.dataDir, UNPACKING));
  try {
    const read = await readArchive(from.file, draft, from.passphrase);
    if (!read.ok) return read;
    const names = read.value;
    const fits = await checkKind(names, draft, to.databaseUrl !== undefined);
    if (!fits.ok) return fits;
    if (to.databaseUrl !== undefined) {
      const filled = await restoreDatabase({ databaseUrl: to.databaseUrl, env: to.env }, join(draft, DUMP));
      if (!filled.ok) return filled;
    }
    await giveToOwner(draft, to.dataDir);
    return accept({ movedTo: await putInPlace(draft, to.dataDir) });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Why nothing may be restored there: a site runs, or has its data there. */
async function whyNot({ dataDir, replace }: RestoreTarget): Promise<string | undefined> {
  const attempt = await tryHold(join(dataDir, "postgres"));
  if (attempt.found === "held") await attempt.hold.client.end();
  if (attempt.found !== "absent") return `A site is running in ${dataDir}: stop it first.`;
  const there = (await present(dataDir)).filter(isOfSite);
  if (there.length === 0 || replace) return undefined;
  return `${dataDir} has ${there.join(" and ")} already: give another DATA_DIR, or --replace, which moves them aside.`;
}

async function present(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir).catch((): string[] => []);
  return PARTS.filter((part) => names.includes(part));
}

/** Whether a part says that a site is there. The operator's plans alone do not, and stay where a backup has none. */
function isOfSite(part: string): boolean {
  return part !== PLANS;
}

/**
 * Checks that an unpacked backup is of the kind of server that is to have it.
 *
 * @param names of its parts, as `readArchive` returns them
 * @param isForOwn whether that is a server of the operator's own, or else the bundled one
 * @returns nothing; the refusal is one line for the operator
 */
export async function checkKind(
  names: ReadonlySet<string>,
  draft: string,
  isForOwn: boolean,
): Promise<Outcome<void, string>> {
  const isDump = names.has(DUMP);
  if (!isDump && !names.has("postgres/PG_VERSION")) return refuse("There is no database in this backup.");
  if (isDump && !isForOwn) {
    return refuse("This backup is of a PostgreSQL of your own: set DATABASE_URL to a new, empty database.");
  }
  if (isDump) return accept(undefined);
  if (isForOwn) {
    return refuse("This backup is of the bundled PostgreSQL: restore it without DATABASE_URL.");
  }
  const version = (await readFile(join(draft, "postgres", "PG_VERSION"), "utf8")).trim();
  if (version === String(BUNDLED_MAJOR)) return accept(undefined);
  return refuse(
    `This backup is of PostgreSQL ${version}, and the bundled one is ${BUNDLED_MAJOR}: restore it with the version of Tambiolo that made it.`,
  );
}

/** Gives restored files the owner of their folder: one that root restored for another user could not start. */
async function giveToOwner(draft: string, dataDir: string): Promise<void> {
  const { uid, gid } = await stat(dataDir);
  if (process.getuid?.() !== 0 || uid === 0) return;
  for (const name of await readdir(draft, { recursive: true })) await lchown(join(draft, name), uid, gid);
}

/** Moves what was there aside, and the restored files to where it was. */
async function putInPlace(draft: string, dataDir: string): Promise<string | undefined> {
  const restored = await present(draft);
  const there = (await present(dataDir)).filter((part) => isOfSite(part) || restored.includes(part));
  const aside = join(dataDir, `before-restore-${new Date().toISOString().replaceAll(":", "")}`);
  if (there.length > 0) await mkdir(aside, { mode: 0o700 });
  for (const part of there) await rename(join(dataDir, part), join(aside, part));
  for (const part of restored) await rename(join(draft, part), join(dataDir, part));
  return there.length > 0 ? aside : undefined;
}
