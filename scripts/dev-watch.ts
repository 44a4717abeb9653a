import { readdirSync, statSync, watch } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const FOLDERS = ["src", "web", "public"];

/** No part of the site: tests, and the files that editors put beside those that they save. */
const IGNORED = /\.test\.tsx?$|^\.|~$|\.sw[a-z]$|^4913$/;

/** An editor that saves all files writes them one after the other. */
const SETTLE_MS = 50;

export type Changes = {
  /** The paths that have changed since the last call, once there is one, or the watch has ended. */
  next(): Promise<Set<string>>;
};

/**
 * Watches the files that a site in `root` is made of, until `signal` ends it. Each folder has a watch of its own: on
 * Linux Node's recursive one loses a file that an editor replaces instead of writing into it.
 */
export function watchFiles(root: string, signal: AbortSignal): Changes {
  let changed = new Set<string>();
  let first = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => first.resolve());

  function note(path: string): void {
    if (IGNORED.test(basename(path))) return;
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) watchFolder(path);
    changed.add(relative(root, path).split(sep).join("/"));
    first.resolve();
  }

  function watchFolder(folder: string): void {
    const watcher = watch(folder, { signal }, (_event, name) => note(name === null ? folder : join(folder, name)));
    // A folder that is removed.
    watcher.on("error", () => watcher.close());
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) watchFolder(join(folder, entry.name));
    }
  }

  for (const folder of FOLDERS) watchFolder(join(root, folder));
  return {
    async next() {
      await first.promise;
      await delay(SETTLE_MS);
      const found = changed;
      changed = new Set();
      first = Promise.withResolvers();
      return found;
    },
  };
}
