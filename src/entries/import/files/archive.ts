import { inflateRawSync } from "node:zlib";

/** A part of a ZIP archive: the bytes from its header to its end, and where its packed content begins. */
type Part = { readonly from: number; readonly content: number; readonly to: number; readonly packed: boolean };

/** The maximum parts of an archive. A workbook of one sheet has some ten; more sheets and pictures add a few each. */
const MAX_PARTS = 100;

/** The records of a ZIP archive: their first bytes, their lengths without names, and where their numbers are. */
const END = { signature: 0x06054b50, bytes: 22, count: 10, size: 12, directory: 16 } as const;
const LISTED = {
  signature: 0x02014b50,
  bytes: 46,
  flags: 8,
  method: 10,
  size: 20,
  unpacked: 24,
  name: 28,
  at: 42,
} as const;
const HEADER = { signature: 0x04034b50, bytes: 30, name: 26, extra: 28 } as const;

/** An archive's end may be followed by a comment of this many bytes. */
const MAX_COMMENT = 65_535;

/** Stands in place of a 32-bit number whose value is elsewhere, in a ZIP64 record. */
const ELSEWHERE = 0xffffffff;

/** The flag of a part whose header has no sizes: they come after its content. */
const SIZES_AFTER = 8;

const METHODS = { stored: 0, deflated: 8 } as const;

/**
 * Reads the central directory of a ZIP archive, as the reader of workbooks does. Cheap: nothing is unpacked.
 *
 * What a reader could take otherwise is refused, so that nobody shows this check one archive and the reader another:
 * ZIP64 records, a second end, sizes that the directory leaves out, and names that stand twice.
 *
 * @returns null if it is no such archive, has more than MAX_PARTS, or if parts overlap, so that one stream of bytes
 *   could be unpacked many times
 */
export function partsOf(bytes: Buffer): readonly Part[] | null {
  const end = endOf(bytes);
  if (end === null) return null;
  const count = bytes.readUInt16LE(end + END.count);
  const directory = bytes.readUInt32LE(end + END.directory);
  if (count === 0 || count > MAX_PARTS || directory + bytes.readUInt32LE(end + END.size) !== end) return null;
  const parts: Part[] = [];
  const names = new Set<string>();
  let at = directory;
  while (parts.length < count) {
    if (at + LISTED.bytes > end || bytes.readUInt32LE(at) !== LISTED.signature) return null;
    const part = partAt(bytes, at);
    if (!part) return null;
    parts.push(part);
    const [name = 0, extra = 0, comment = 0] = [0, 2, 4].map((field) => bytes.readUInt16LE(at + LISTED.name + field));
    // As the reader decodes it: bytes that are no UTF-8 become one name.
    names.add(bytes.toString("utf8", at + LISTED.bytes, at + LISTED.bytes + name));
    at += LISTED.bytes + name + extra + comment;
  }
  if (at !== end || names.size !== count) return null;
  parts.sort((one, other) => one.from - other.from);
  // The directory itself is no part's content either.
  const ends = parts.map((_, place) => parts[place + 1]?.from ?? directory);
  return parts.every(({ to }, place) => to <= (ends[place] ?? 0)) ? parts : null;
}

/** Whether all parts of an archive unpack without an error, to no more than this many bytes together. */
export function unpacksWithin(bytes: Buffer, parts: readonly Part[], most: number): boolean {
  let left = most;
  for (const { content, to, packed } of parts) {
    const part = bytes.subarray(content, to);
    try {
      // It believes no size that the archive states.
      left -= packed ? inflateRawSync(part, { maxOutputLength: left + 1 }).byteLength : part.byteLength;
    } catch {
      // Too large, or broken. A broken part ends it, so whatever was unpacked for nothing was unpacked once.
      return false;
    }
    if (left < 0) return false;
  }
  return true;
}

/**
 * Where the only end is that a reader could find; null if there is none, or another one in the comment or before it.
 */
function endOf(bytes: Buffer): number | null {
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(END.signature);
  const last = bytes.lastIndexOf(signature);
  const first = Math.max(0, bytes.length - END.bytes - MAX_COMMENT);
  if (last < first || last > bytes.length - END.bytes) return null;
  return bytes.subarray(first, last).includes(signature) ? null : last;
}

function partAt(bytes: Buffer, at: number): Part | null {
  const method = bytes.readUInt16LE(at + LISTED.method);
  const from = bytes.readUInt32LE(at + LISTED.at);
  const size = bytes.readUInt32LE(at + LISTED.size);
  if ([from, size, bytes.readUInt32LE(at + LISTED.unpacked)].includes(ELSEWHERE)) return null;
  // For a part without a size here, a reader takes the one before or after its content.
  if (size === 0 && (bytes.readUInt16LE(at + LISTED.flags) & SIZES_AFTER) !== 0) return null;
  if (method !== METHODS.stored && method !== METHODS.deflated) return null;
  if (from + HEADER.bytes > bytes.length || bytes.readUInt32LE(from) !== HEADER.signature) return null;
  const content =
    from + HEADER.bytes + bytes.readUInt16LE(from + HEADER.name) + bytes.readUInt16LE(from + HEADER.extra);
  return { from, content, to: content + size, packed: method === METHODS.deflated };
}
