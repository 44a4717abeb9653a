import { crc32, deflateRawSync } from "node:zlib";

/** A part of an archive: its text, packed unless it comes as it is, and the size that its headers tell. */
export type ZipPart = { readonly text: Buffer; readonly claimedSize?: number; readonly packed?: Buffer };

/** A ZIP archive whose parts may lie about their sizes, or be broken. */
export function zip(parts: Readonly<Record<string, ZipPart>>): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, { text, claimedSize = text.length, packed = deflateRawSync(text) }] of Object.entries(parts)) {
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(text), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(claimedSize, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("504b0304", "hex"), shared, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from("504b01021400", "hex"), shared, place, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(central.length, 8);
  end.writeUInt16LE(central.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** An archive of many parts, whose headers all lead to one stream: a small file that unpacks to very much. */
export function zipOfOneStream(stream: Buffer, headers: number): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(8, 8);
  const skips = Array.from({ length: headers }, (_, one) => {
    // The rest of the headers is this one's extra field.
    const own = Buffer.from(header);
    own.writeUInt16LE(Math.min((headers - one - 1) * header.length, 65_535 - (65_535 % header.length)), 28);
    return own;
  });
  const locals = Buffer.concat([...skips, stream]);
  const listed = Array.from({ length: headers }, (_, one) => {
    const entry = Buffer.alloc(46 + 8);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(stream.length, 20);
    entry.writeUInt16LE(8, 28);
    entry.writeUInt32LE(one * header.length, 42);
    entry.write(String(one).padStart(8, "0"), 46);
    return entry;
  });
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(headers, 8);
  end.writeUInt16LE(headers, 10);
  end.writeUInt32LE(listed.length * 54, 12);
  end.writeUInt32LE(locals.length, 16);
  return Buffer.concat([locals, ...listed, end]);
}

/**
 * An archive with two directories. The usual end leads to the parts of `shown`. But it leaves its directory's length
 * to a ZIP64 record, which leads to the parts of `hidden`.
 */
export function zip64Decoy(hidden: Buffer, shown: Buffer): Buffer {
  const END_BYTES = 22;
  const endOf = (archive: Buffer) => archive.subarray(archive.length - END_BYTES);
  const moved = Buffer.from(shown);
  const directory = endOf(shown).readUInt32LE(16);
  for (let at = directory; at < shown.length - END_BYTES; at += 46 + shown.readUInt16LE(at + 28)) {
    moved.writeUInt32LE(shown.readUInt32LE(at + 42) + hidden.length - END_BYTES, at + 42);
  }
  const end = endOf(moved);
  end.writeUInt32LE(0xffffffff, 12);
  end.writeUInt32LE(directory + hidden.length - END_BYTES, 16);
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(endOf(hidden).readUInt16LE(10)), 32);
  record.writeBigUInt64LE(BigInt(endOf(hidden).readUInt32LE(12)), 40);
  record.writeBigUInt64LE(BigInt(endOf(hidden).readUInt32LE(16)), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  const body = Buffer.concat([hidden.subarray(0, -END_BYTES), moved.subarray(0, -END_BYTES)]);
  locator.writeBigUInt64LE(BigInt(body.length), 8);
  return Buffer.concat([body, record, locator, end]);
}
