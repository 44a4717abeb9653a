import { cp, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Outside the build folder, which each build empties first. */
const FOLDER = "build-before";

/** Earlier builds to retain. Pages of two builds ago may still be open: a rollback and a second try are two builds. */
const STORED_BUILDS = 2;

/**
 * Copies the scripts and styles of earlier builds beside the new ones: a page that was open during an upgrade may still
 * request its own. File names contain a content hash, so they do not collide.
 *
 * @param root the project's folder
 * @param assets the folder of the new build's scripts and styles, which has no other files yet
 */
export async function keepEarlierAssets(root: string, assets: string): Promise<void> {
  const folder = join(root, FOLDER);
  await mkdir(folder, { recursive: true });
  const earlier = (await readdir(folder)).toSorted((a, b) => Number(b) - Number(a));
  // Each folder's name is its timestamp; the newest comes first.
  await cp(assets, join(folder, String(Date.now())), { recursive: true });
  const [current, old] = [earlier.slice(0, STORED_BUILDS), earlier.slice(STORED_BUILDS)];
  for (const build of current) await cp(join(folder, build), assets, { recursive: true, force: false });
  for (const build of old) await rm(join(folder, build), { recursive: true, force: true });
}
