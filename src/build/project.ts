import { join } from "node:path";

/** The project's folder, where the pages' sources and their build are. */
export const PROJECT = join(import.meta.dirname, "../..");

/** The folder of the built pages. */
export const BUILT_PAGES = join(PROJECT, "build");

/** The folder of what Node has compiled. `npm ci` empties it, so that it does not grow from version to version. */
export const COMPILED_CODE = join(PROJECT, "node_modules", ".cache", "node");
