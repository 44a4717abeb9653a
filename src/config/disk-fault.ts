import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

/** What the system says where nothing can be written, whoever asks. */
const FAULTS: Readonly<Record<string, string>> = {
  ENOSPC: "has no room left: make some (docs/operations-emergency.md)",
  EDQUOT: "has no room left for this user: make some, or raise the quota",
  EROFS: "is read-only: mount it for writing, or name another folder",
};

/**
 * One line for the operator of an error that says that a disk is full or read-only, wherever it was met.
 *
 * @param file the file that was being written, where the error names none
 * @returns undefined for every other error
 */
export function describeDiskFault(error: unknown, file = "a file"): string | undefined {
  const met = findFault(error);
  return met && `The disk of ${met.path ?? file} ${met.fault}.`;
}

/** As describeDiskFault, of a folder whose files have names that say nothing to an operator. */
export function describeFolderFault(error: unknown, folder: string): string | undefined {
  const met = findFault(error);
  return met && `The disk of ${folder} ${met.fault}.`;
}

function findFault(error: unknown): { readonly fault: string; readonly path: string | undefined } | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code, path, dest } = one as NodeJS.ErrnoException & { dest?: string };
    const fault = code === undefined ? undefined : FAULTS[code];
    if (fault !== undefined) return { fault, path: dest ?? path };
  }
  return undefined;
}

/**
 * Makes a folder and those above it.
 *
 * @throws the system's error. Node says ENOENT of a read-only disk, where it makes several levels: this says EROFS
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  await mkdir(path, { recursive: true, mode }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT" || dirname(path) === path) throw error;
    await makeFolder(dirname(path), mode);
    await mkdir(path, { mode });
  });
}
