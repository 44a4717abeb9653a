import { readdirSync, readFileSync } from "node:fs";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import { pictureQueue } from "./picture-queue.ts";
import { createPictures, type Pictures } from "./pictures.ts";

const MEBIBYTE = 1024 * 1024;
const GREY = { r: 128, g: 128, b: 128 };

let pictures: Pictures;

afterAll(() => pictures?.stop());

/** The ids of the picture processes that this process started. */
function children(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, "utf8");
        if (!status.includes(`PPid:\t${process.pid}\n`)) return false;
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("picture-process");
      } catch {
        return false;
      }
    });
}

/** The peak memory of a running process, in bytes. */
function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

function flat(side: number) {
  return sharp({ create: { width: side, height: side, channels: 4, background: { ...GREY, alpha: 0.5 } } });
}

describe.runIf(process.platform === "linux")("hostile pictures", () => {
  it("are decoded one at a time, in a process that takes no memory of the site and ends with its work", async () => {
    // Not how long it takes: other tests keep the processors busy.
    pictures = createPictures({ longestMs: 100_000 });
    const hostile = await Promise.all([
      flat(5000).toColourspace("rgb16").png({ progressive: true, compressionLevel: 9 }).toBuffer(),
      flat(5000).removeAlpha().jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer(),
      flat(5001).png({ palette: true, effort: 1 }).toBuffer(),
    ]);
    const before = process.memoryUsage.rss();
    let [most, peak] = [0, 0];
    const look = setInterval(() => {
      const living = children();
      most = Math.max(most, living.length);
      for (const pid of living) peak = Math.max(peak, peakOf(pid));
    }, 5);
    const outcomes = await Promise.all(hostile.map((upload) => pictures.encode(upload)));
    clearInterval(look);
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, true, false]);
    expect(most).toBe(1);
    expect(peak).toBeGreaterThan(50 * MEBIBYTE);
    expect(peak).toBeLessThan(520 * MEBIBYTE);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * MEBIBYTE);
    await expect.poll(children).toEqual([]);
  }, 120_000);

  it("that take too long are given up, and the next picture is none the worse for it", async () => {
    pictures = createPictures({ longestMs: 1 });
    const photo = await flat(3000).png().toBuffer();
    expect(await pictures.encode(photo)).toMatchObject({ ok: false, refusal: { reason: "pictures-busy" } });
    await expect.poll(children).toEqual([]);
    pictures = createPictures();
    expect(await pictures.encode(photo)).toMatchObject({ ok: true });
  }, 60_000);
});

describe("many at once", () => {
  it("are asked to come again where three wait already", async () => {
    pictures = createPictures();
    const photo = await flat(300).png().toBuffer();
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => pictures.encode(photo)));
    expect(outcomes.map((outcome) => (outcome.ok ? "taken" : outcome.refusal.reason))).toEqual([
      ...["taken", "taken", "taken", "taken"],
      ...["pictures-busy", "pictures-busy"],
    ]);
    expect(await pictures.encode(photo)).toMatchObject({ ok: true });
  }, 60_000);

  it("of one network give way to another's; the control, one more of its own, is asked to come again", async () => {
    pictures = createPictures();
    const photo = await flat(300).png().toBuffer();
    const sent = ["a", "a", "a", "a", "a", "b"].map((network) => pictures.encode(photo, network));
    const outcomes = await Promise.all(sent);
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true, false, false, true]);
  }, 60_000);
});

it("uploads overtake the drawings that wait", async () => {
  pictures = createPictures();
  const photo = await flat(300).png().toBuffer();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  const done: string[] = [];
  const draw = () => pictures.draw({ svg, pictures: [] }, "png").then(() => done.push("drawing"));
  await Promise.all([draw(), draw(), draw(), pictures.encode(photo).then(() => done.push("upload"))]);
  expect(done).toEqual(["drawing", "upload", "drawing", "drawing"]);
}, 60_000);

describe("several processes of a site", () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.close());

  it("work on one picture at a time", async () => {
    const workers = [pictureQueue(database.db), pictureQueue(database.db), pictureQueue(database.db)];
    let [atOnce, most] = [0, 0];
    const work = async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await database.pool.query("select 1");
      atOnce -= 1;
      return "done";
    };
    // Control: without the queue they run at the same time.
    await Promise.all(workers.map(work));
    expect(most).toBeGreaterThan(1);
    most = 0;
    const results = await Promise.all([...workers, ...workers].map((inTurn) => inTurn(work)));
    expect([most, results]).toEqual([1, Array(6).fill("done")]);
  });
});
