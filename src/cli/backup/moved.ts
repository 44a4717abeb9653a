import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Lies beside the files of a bundled PostgreSQL whose data were moved to another database. */
const noteIn = (dataDir: string) => join(dataDir, "postgres", "moved");

/** Notes that the data in a folder are the old ones. */
export async function noteMoved(dataDir: string): Promise<void> {
  await writeFile(noteIn(dataDir), `Moved to another database at ${new Date().toISOString()}.\n`, { mode: 0o600 });
}

/** What a start on the old data says; null where nothing was moved. */
export function movedWarning(dataDir: string): string | null {
  const note = noteIn(dataDir);
  return existsSync(note)
    ? `THIS DATA WAS MOVED TO ANOTHER DATABASE: set DATABASE_URL to its address. To go on here after all, delete ${note}.`
    : null;
}
