import { crc32, deflateRawSync } from "node:zlib";

/** A part of an archive: its text, packed unless it comes as it is, and the size that its headers tell. */
export type ZipPart = { readonly text: Buffer; readonly told?: number; readonly packed?: Buffer };

/** A ZIP archive whose parts may lie about their sizes, or be broken. */
export function zip(parts: Readonly<Record<string, ZipPart>>): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, { text, told = text.length, packed = deflateRawSync(text) }] of Object.entries(parts)) {
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(text), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(told, 18);
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
