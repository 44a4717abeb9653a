import { hash } from "node:crypto";
import { mkdir, open, readFile, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Witnessed, WitnessStore } from "#src/tlog/witness/witness.ts";

/** What a witness without a database remembers: a file for each log, whole at any moment and on disk when answered. */
export function fileWitnessStore(
  folder: string,
): WitnessStore & { readByHash(originHash: string): Promise<string | null> } {
  /** Requests of one log come one after the other. */
  const queues = new Map<string, Promise<unknown>>();

  return {
    read: (origin) => readJson<Witnessed>(fileOf(folder, origin)),
    async readByHash(originHash) {
      return (await readJson<Witnessed>(join(folder, `${originHash}.json`)))?.checkpoint ?? null;
    },
    replace(origin, before, after) {
      const replaced = (queues.get(origin) ?? Promise.resolve()).then(async () => {
        const file = fileOf(folder, origin);
        if (((await readJson<Witnessed>(file))?.size ?? 0) !== before) return false;
        await writeJson(file, after);
        return true;
      });
      queues.set(
        origin,
        replaced.catch(() => undefined),
      );
      return replaced;
    },
  };
}

function fileOf(folder: string, origin: string): string {
  return join(folder, `${hash("sha256", origin, "hex")}.json`);
}

/** Reads a file of JSON; null where there is none. */
export async function readJson<Value>(file: string): Promise<Value | null> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Value;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Writes a file of JSON beside the one before, has it on disk, and only then puts it in its place. */
export async function writeJson(file: string, value: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const written = await open(`${file}.new`, "w", 0o600);
  try {
    await written.writeFile(JSON.stringify(value));
    await written.sync();
  } finally {
    await written.close();
  }
  await rename(`${file}.new`, file);
  const folder = await open(dirname(file), "r");
  await folder.sync().finally(() => folder.close());
}
