import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { Decrypter, Encrypter } from "age-encryption";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { hashed, type Part, PRIVATE, partsOf, type ReadPart, SUMS, sumLine, tarOf } from "./tar.ts";

/** The operator's plans, in a DATA_DIR and in an archive. */
export const PLANS = "plans.json";

/** What a DATA_DIR, and so an archive, can hold. No name leads out of the folder. */
const KNOWN = /^(secret|plans\.json|database\.dump|(pages|postgres)(\/(?!\.{1,2}(\/|$))[^/\0]+)*)$/;
/** Level 1 takes a third of the time of the usual 6 and makes files a tenth larger. */
const QUICK = { level: 1 };

/** Whether a file of this name is encrypted. */
export function isEncrypted(file: string): boolean {
  return file.endsWith(".age");
}

/**
 * Writes an archive: a compressed tar, in the format of `age` where the name ends with .age. It has its name only when
 * all of it is on the disk.
 *
 * @param options.passphrase for a name that ends with .age
 */
export async function writeArchive(
  file: string,
  parts: AsyncIterable<Part>,
  { passphrase, signal }: { readonly passphrase: string | undefined; readonly signal?: AbortSignal },
): Promise<void> {
  const draft = `${file}.part`;
  await rm(draft, { force: true });
  try {
    const zip = createGzip(QUICK);
    const zipping = pipeline(tarOf(parts), zip);
    const bytes = isEncrypted(file) ? await encrypt(zip, passphrase ?? "") : zip;
    const writing = pipeline(bytes, createWriteStream(draft, { mode: PRIVATE, flags: "wx", flush: true }), { signal });
    await Promise.all([zipping, writing]);
    await rename(draft, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * Reads an archive into a folder that nobody else uses, and checks every byte of it.
 *
 * @returns the names of its parts; the refusal is one line for the operator. What is in the folder then is to be thrown
 *   away
 */
export async function readArchive(
  file: string,
  folder: string,
  passphrase: string | undefined,
): Promise<Outcome<ReadonlySet<string>, string>> {
  const written = createReadStream(file);
  try {
    const compressed = isEncrypted(file) ? await decrypt(written, passphrase ?? "") : written;
    const unzip = createGunzip();
    const unzipping = pipeline(compressed, unzip);
    // Its failure is also that of the parts.
    unzipping.catch(() => undefined);
    const names = await unpack(partsOf(unzip), folder);
    if (names === undefined) return refuse(damaged(file));
    // To the last byte: what follows the parts is checked too.
    await unzipping;
    return accept(names);
  } catch (error) {
    const { code, message, syscall } = error as NodeJS.ErrnoException;
    if (syscall !== undefined) return refuse(`Cannot read ${file}, or unpack it: ${message} (${code}).`);
    return refuse(
      /no identity matched/.test(message) ? `${file} has another passphrase, or is damaged.` : damaged(file),
    );
  } finally {
    written.destroy();
  }
}

function damaged(file: string): string {
  return `${file} is cut, damaged, or no backup: nothing was touched.`;
}

/** Unpacks all parts. Returns nothing where one is missing, differs from its sum, or does not belong there. */
async function unpack(parts: AsyncIterable<ReadPart>, folder: string): Promise<Set<string> | undefined> {
  const names = new Set<string>();
  let sums = "";
  let listed: string | undefined;
  for await (const { name, type, content } of parts) {
    if (listed !== undefined) return undefined;
    if (name === SUMS) {
      listed = await text(content);
      continue;
    }
    if (!KNOWN.test(name) || names.has(name) || !(type === "file" || type === "directory")) return undefined;
    names.add(name);
    const path = join(folder, name);
    await mkdir(type === "file" ? dirname(path) : path, { recursive: true, mode: 0o700 });
    if (type === "directory") continue;
    const hash = createHash("sha256");
    await pipeline(hashed(content, hash), createWriteStream(path, { mode: PRIVATE, flags: "wx", flush: true }));
    sums += sumLine(hash, name);
  }
  return listed === sums ? names : undefined;
}

async function encrypt(bytes: Readable, passphrase: string): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  return Readable.from(read(await encrypter.encrypt(streamOf(bytes))));
}

async function decrypt(bytes: Readable, passphrase: string): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  return Readable.from(read(await decrypter.decrypt(streamOf(bytes))));
}

/** Bytes as a browsers' stream, which the library wants. */
function streamOf(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

async function* read(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}

/** Makes a new name in a folder outlive a power cut. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const opened = await open(folder);
  await opened.sync().finally(() => opened.close());
}
