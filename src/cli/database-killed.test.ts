import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { isAlive } from "#src/db/embedded/postmaster.ts";
import { raffleBody } from "../../tests/support/api.ts";
import { created } from "../../tests/support/ask-site.ts";
import { crowd } from "../../tests/support/crowd.ts";
import { signalServer, storedEntryCodes } from "../../tests/support/server-processes.ts";
import { type SiteProcess, startSite } from "../../tests/support/site.ts";

let site: SiteProcess;

afterEach(() => site.stop());

describe.skipIf(process.platform !== "linux")("the bundled PostgreSQL is killed", () => {
  test.for([1, 2])(
    "while people enter: with %i workers the same process answers afterwards, and nobody is lost or sees an error",
    async (workers) => {
      site = await startSite({ env: { RATE_LIMITS: "off", WORKERS: String(workers), TRUST_PROXY: "1" } });
      const folder = join(site.dataDir, "postgres");
      const { codeId } = await created(site.origin, "/raffles", raffleBody());
      const { accepted, errors, sentAway } = await crowd(
        { port: site.port, raffle: codeId, perSecond: 60 },
        async () => {
          for (let times = 0; times < 2; times++) {
            await delay(2_000);
            await signalServer(folder, "SIGKILL");
          }
          await delay(4_000);
        },
      );
      expect(errors.slice(0, 5)).toEqual([]);
      expect(sentAway).toBeGreaterThan(0);
      expect(accepted).not.toEqual([]);
      expect((await storedEntryCodes(folder)).toSorted()).toEqual(accepted.toSorted());
      expect(isAlive(site.pid)).toBe(true);
      expect(site.log()).not.toContain("a bug");
      expect(site.log()).not.toContain("a worker ended");
    },
  );
});
