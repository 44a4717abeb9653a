import { createHash, type Hash } from "node:crypto";
import { extract, type Header, type Pack, pack } from "tar-stream";

/** A part of an archive: a file of known size, or a folder. */
export type Part = {
  readonly name: string;
  /** Nothing for a folder. */
  readonly content?: AsyncIterable<Uint8Array>;
  readonly size?: number;
};

/** A part that is read. Its content is to be read before the next part. */
export type ReadPart = {
  readonly name: string;
  readonly type: Header["type"];
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
};

/**
 * The name of the last part: the SHA-256 of each file before it, as `sha256sum` writes it. Without it the file is cut.
 */
export const SUMS = "SHA256SUMS";

/** Only the owner reads a backup: it holds everybody's names and the site's secret. */
export const PRIVATE = 0o600;

/** The bytes of a tar of these parts, and of their sums. */
export function tarOf(parts: AsyncIterable<Part>): AsyncIterable<Uint8Array> {
  const tar = pack();
  fill(tar, parts).catch((error: Error) => tar.destroy(error));
  return bytesOf(tar);
}

/** The parts of a tar, one after the other. */
export async function* partsOf(tar: AsyncIterable<Uint8Array>): AsyncGenerator<ReadPart> {
  const unpacking = extract();
  void pour(tar, unpacking);
  for await (const entry of unpacking) {
    const { name, type, size } = entry.header;
    yield { name: name.replace(/^\.\//, "").replace(/\/$/, ""), type, size, content: bytesOf(entry) };
    entry.resume();
  }
}

/** Passes bytes on, and hashes them. */
export async function* hashed(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

/** A file's line in the sums. */
export function sumLine(hash: Hash, name: string): string {
  return `${hash.digest("hex")}  ${name}\n`;
}

async function fill(tar: Pack, parts: AsyncIterable<Part>): Promise<void> {
  let sums = "";
  for await (const { name, content, size } of parts) {
    if (!content) {
      tar.entry({ name, type: "directory", mode: 0o700 }, "");
      continue;
    }
    const hash = createHash("sha256");
    const { promise: written, resolve, reject } = Promise.withResolvers<void>();
    const entry = tar.entry({ name, size, mode: PRIVATE }, (error) => (error ? reject(error) : resolve()));
    await Promise.all([pour(hashed(content, hash), entry), written]);
    sums += sumLine(hash, name);
  }
  tar.entry({ name: SUMS, mode: PRIVATE }, sums);
  tar.finalize();
}

/** What `pour` needs of a stream of the library, which has its own kind of streams. */
type Sink = {
  readonly destroyed: boolean;
  write(chunk: Uint8Array): boolean;
  end(last: null): unknown;
  destroy(error: Error): unknown;
  on(event: "drain" | "close" | "error", listener: () => void): unknown;
};

/** Writes all bytes into a stream, no faster than it takes them, and ends it. Where they fail, the stream fails. */
async function pour(bytes: AsyncIterable<Uint8Array>, sink: Sink): Promise<void> {
  let wake: (() => void) | undefined;
  sink.on("drain", () => wake?.());
  sink.on("close", () => wake?.());
  // Who reads the stream gets the error; without a listener the failure would end the process.
  sink.on("error", () => undefined);
  try {
    for await (const chunk of bytes) {
      if (sink.destroyed) return;
      if (sink.write(chunk)) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    sink.end(null);
  } catch (error) {
    sink.destroy(error as Error);
  }
}

async function* bytesOf(stream: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) if (chunk instanceof Uint8Array) yield chunk;
}
