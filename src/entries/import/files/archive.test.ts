import { deflateRawSync } from "node:zlib";
import { writeXlsx } from "hucre/xlsx";
import { describe, expect, it } from "vitest";
import { zip, zipOfOneStream } from "../../../../tests/support/zip.ts";
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
