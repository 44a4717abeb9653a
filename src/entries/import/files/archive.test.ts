import { deflateRawSync } from "node:zlib";
import { streamXlsxRows, writeXlsx } from "hucre/xlsx";
import { describe, expect, it } from "vitest";
import { zip, zip64Decoy, zipOfOneStream } from "../../../../tests/support/zip.ts";
import { partsOf, unpacksWithin } from "./archive.ts";
import { csvOfWorkbook } from "./workbook.ts";

const MB = 1024 * 1024;
const a = { text: Buffer.from("a") };

/** Unpacks to one megabyte, and ends in a block of a kind that does not exist. */
const BAD_STREAM = Buffer.concat([
  // Without its last byte, which ends the stream.
  deflateRawSync(Buffer.alloc(MB), { finishFlush: 2 }),
  Buffer.from([0b111]),
]);

function withNumber(bytes: Buffer, number: number, at: number): Buffer {
  bytes.writeUInt32LE(number, at);
  return bytes;
}

const honest = () => writeXlsx({ sheets: [{ name: "Slips", rows: [["Cruz", "Ana"]] }] });

describe("an archive", () => {
  it("is its parts, in whichever order they are listed, and whatever comes after its end", () => {
    const bytes = zip({ "a.txt": a, "b.txt": { text: Buffer.alloc(1_000) } });
    const parts = partsOf(bytes);
    expect(parts).toHaveLength(2);
    expect(unpacksWithin(bytes, parts ?? [], 1_001)).toBe(true);
    expect(unpacksWithin(bytes, parts ?? [], 1_000)).toBe(false);
    expect(partsOf(Buffer.concat([bytes, Buffer.from("a comment")]))).toHaveLength(2);
  });

  it("has a hundred parts at most", () => {
    const of = (count: number) => zip(Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}`, a])));
    expect(partsOf(of(100))).toHaveLength(100);
    expect(partsOf(of(101))).toBeNull();
  });

  it("whose parts overlap is none", () => {
    const stream = deflateRawSync(Buffer.from("a"));
    expect(partsOf(zipOfOneStream(stream, 1))).toHaveLength(1);
    expect(partsOf(zipOfOneStream(stream, 2))).toBeNull();
  });

  it("has one directory only: another one could be the one that the reader of workbooks takes", async () => {
    const decoy = zip64Decoy(Buffer.from(await honest()), zip({ "a.txt": a }));
    const rows: unknown[] = [];
    for await (const { values } of streamXlsxRows(decoy)) rows.push(values);
    expect(rows).toEqual([["Cruz", "Ana"]]);
    expect(partsOf(decoy)).toBeNull();
    expect(await csvOfWorkbook(decoy, "192.0.2.7")).toBeNull();
  });

  it("is none if its end stands in it twice, or a name", () => {
    const bytes = zip({ "a.txt": a, "b.txt": a });
    expect(partsOf(Buffer.concat([bytes, zip({ "c.txt": a })]))).toBeNull();
    const twice = Buffer.from(bytes);
    twice.write("a.txt", twice.lastIndexOf("b.txt"));
    expect(partsOf(twice)).toBeNull();
  });

  it("is none if its directory leaves a size to other records", () => {
    const listed = (spoil: (bytes: Buffer, at: number) => void) => {
      const bytes = zip({ "a.txt": a });
      spoil(bytes, bytes.lastIndexOf(Buffer.from("504b0102", "hex")));
      return partsOf(bytes);
    };
    expect(listed(() => undefined)).toHaveLength(1);
    for (const field of [20, 24, 42])
      expect(listed((bytes, at) => bytes.writeUInt32LE(0xffffffff, at + field))).toBeNull();
    const sizesAfter = (bytes: Buffer, at: number) => {
      bytes.writeUInt16LE(8, at + 8);
      bytes.writeUInt32LE(0, at + 20);
    };
    expect(listed(sizesAfter)).toBeNull();
  });

  it.each([
    ["cut off", (bytes: Buffer) => bytes.subarray(0, -1)],
    ["without a directory", (bytes: Buffer) => bytes.subarray(0, 30)],
    ["empty", () => Buffer.alloc(0)],
    ["with a directory elsewhere", (bytes: Buffer) => withNumber(bytes, 4_000_000_000, bytes.length - 6)],
    ["with a part beyond its end", (bytes: Buffer) => withNumber(bytes, 9_999, bytes.length - 22 - 51 + 20)],
  ])("is none if it is %s", (_what, spoil) => {
    expect(partsOf(spoil(zip({ "a.txt": a })))).toBeNull();
  });

  it("with a broken part does not unpack, and no other part is tried", () => {
    const bytes = zip({ "a.txt": { text: Buffer.alloc(MB), packed: BAD_STREAM } });
    expect(unpacksWithin(bytes, partsOf(bytes) ?? [], 32 * MB)).toBe(false);
  });
});

describe("workbooks that cost much", () => {
  it("of 2,000 headers before one bad stream are refused without a thread, before an honest one has begun", async () => {
    const order: string[] = [];
    const bomb = zipOfOneStream(BAD_STREAM, 2_000);
    const bombs = Array.from({ length: 5 }, () => csvOfWorkbook(bomb, "192.0.2.7").then(() => order.push("bomb")));
    const csv = csvOfWorkbook(await honest(), "198.51.100.7");
    await Promise.all([...bombs, csv.then(() => order.push("honest"))]);
    expect(String(await csv)).toContain("Cruz");
    expect(order).toEqual([...Array(5).fill("bomb"), "honest"]);
  });

  it("wait for each other where they come from one network, and an honest one of another comes second", async () => {
    const order: string[] = [];
    const bytes = await honest();
    const many = Array.from({ length: 4 }, (_, n) =>
      csvOfWorkbook(bytes, `192.0.2.${n + 1}`).then(() => order.push("one network")),
    );
    const other = csvOfWorkbook(bytes, "198.51.100.7").then(() => order.push("other"));
    await Promise.all([...many, other]);
    expect(order.indexOf("other")).toBe(1);
  });

  it("stop at a limit of CPU time; their network's next ones delay only its own", async () => {
    const large = await writeXlsx({
      sheets: [{ name: "A", rows: Array.from({ length: 4_000 }, () => Array.from({ length: 40 }, (_, n) => n)) }],
    });
    // All that a thread does takes longer than this.
    expect(await csvOfWorkbook(large, "203.0.113.1", 1)).toBeNull();
    const order: string[] = [];
    const costly = Array.from({ length: 3 }, (_, n) =>
      csvOfWorkbook(large, `203.0.113.${n + 2}`).then(() => order.push("costly")),
    );
    const others = csvOfWorkbook(await honest(), "198.51.100.7").then(() => order.push("honest"));
    await Promise.all([...costly, others]);
    // Control: in one queue for all it would come last.
    expect(order.at(-1)).toBe("costly");
    expect(order).toContain("honest");
  });
});
