import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

const TEXT_FILE = /\.(js|css|svg|json|txt|html)$/;

// A file that fits one network packet gains nothing from compression.
const SMALLEST_BYTES = 1024;

/**
 * Writes a `.br` and a `.gz` beside every text file of a folder at build time, so that no request compresses it.
 *
 * @param folder the folder of files that browsers load
 */
export async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && TEXT_FILE.test(entry.name));
  await Promise.all(files.map((entry) => precompressFile(join(entry.parentPath, entry.name))));
}

async function precompressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.byteLength < SMALLEST_BYTES) return;
  const [br, gz] = await Promise.all([promisify(brotliCompress)(content), promisify(gzip)(content, { level: 9 })]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
