import { mkdirSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { isAlive } from "#src/db/embedded/postmaster.ts";
import { raffleBody } from "../../tests/support/api.ts";
import { created } from "../../tests/support/ask-site.ts";
import { crowd } from "../../tests/support/crowd.ts";
import { signalServer, storedEntryCodes } from "../../tests/support/server-processes.ts";
import { type SiteProcess, startSite } from "../../tests/support/site.ts";
import { mountSmallDisk, type SmallDisk } from "../../tests/support/small-disk.ts";

const mounted = mountSmallDisk(220);
const disk = typeof mounted === "string" ? undefined : mounted;
if (typeof mounted === "string") console.warn(`Full disks are not tested: ${mounted}.`);

let site: SiteProcess;
let folders = 0;

afterEach(async () => {
  disk?.makeRoom();
  await site.stop();
});
afterAll(() => disk?.remove());

describe.skipIf(!disk)("the disk is full", () => {
  test.for([
    { what: "while PostgreSQL lives", killed: false, workers: "1" },
    { what: "and PostgreSQL is killed", killed: true, workers: "2" },
  ])("$what: people are told to come again, and the site recovers when there is room", async ({ killed, workers }) => {
    const { folder } = disk as SmallDisk;
    const dataDir = join(folder, `data-${folders++}`);
    mkdirSync(dataDir);
    site = await startSite({ dataDir, env: { RATE_LIMITS: "off", WORKERS: workers, TRUST_PROXY: "1" } });
    const { codeId } = await created(site.origin, "/raffles", raffleBody());
    const ready = async () => (await fetch(`${site.origin}/readyz`)).status;
    const { accepted, errors, sentAway } = await crowd({ port: site.port, raffle: codeId, perSecond: 60 }, async () => {
      await delay(1_000);
      disk?.fill();
      if (killed) await signalServer(join(dataDir, "postgres"), "SIGKILL");
      await expect.poll(ready).toBe(503);
      await delay(8_000);
      expect(await ready()).toBe(503);
      disk?.makeRoom();
      await expect.poll(ready).toBe(200);
      await delay(2_000);
    });
    expect(errors.slice(0, 5)).toEqual([]);
    expect(sentAway).toBeGreaterThan(0);
    expect(accepted).not.toEqual([]);
    expect((await storedEntryCodes(join(dataDir, "postgres"))).toSorted()).toEqual(accepted.toSorted());
    expect(isAlive(site.pid)).toBe(true);
    if (!killed) expect(site.log()).toContain("the database's disk is full: make room");
    expect(site.log()).not.toContain("a bug");
    expect(site.log()).not.toContain("a worker ended");
    // What failed is logged once a minute, by each process.
    expect(
      site
        .log()
        .split("\n")
        .filter((line) => line.includes('"stack"')).length,
    ).toBeLessThan(12);
    expect((await readdir(join(dataDir, "postgres"))).filter((name) => name.startsWith("tambiolo.conf"))).toHaveLength(
      1,
    );
  });
});
