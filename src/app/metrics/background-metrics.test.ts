import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { newId } from "#src/base/ids.ts";
import { ENTRY_RECEIPT } from "#src/entries/mails/receipts.ts";
import type { Mail } from "#src/mail/schema.ts";
import { siteMailLimits } from "../../../tests/support/mail-admission.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { createBackgroundMetrics } from "./background-metrics.ts";

const { site, database } = await openTestApi();
const { db, secret, config } = site;

const MOST = 10;

/** The lines of a metric, as a scrape gets them. */
async function read(registry: Registry, name: string): Promise<string[]> {
  const lines = (await registry.metrics()).split("\n");
  return lines.filter((line) => line.startsWith(`${name}{`)).map((line) => line.slice(name.length));
}

test("a scrape tells how much of a day's mails is used up, and how many wait for another day", async () => {
  const registry = new Registry();
  createBackgroundMetrics(registry, db, { ...config, mailPerDay: MOST, secret });
  expect(await read(registry, "tambiolo_mails_of_day")).toEqual([`{what="used"} 0`, `{what="limit"} ${MOST}`]);

  const admit = siteMailLimits(db, secret, MOST);
  const receipt = (n: number) =>
    admit({ kind: ENTRY_RECEIPT, raffleId: newId() } as Mail, {
      ...{ to: { name: "", address: `r${n}@example.com` }, subject: "", text: "", html: "" },
    });
  const admissions = await Promise.all(Array.from({ length: MOST }, (_, n) => receipt(n)));
  const sent = admissions.filter((admission) => admission === "now").length;
  // Receipts may use up a share alone, so that some wait: else the figures below would be all the same.
  expect([sent > 0, sent < MOST]).toEqual([true, true]);
  const row = { kind: ENTRY_RECEIPT, raffleId: newId(), entryId: newId(), language: "en", state: "deferred" };
  const waiting = Array.from({ length: MOST - sent }, () => ({ ...row, id: newId() }));
  await db.insertInto("mails").values(waiting).execute();
  expect(await read(registry, "tambiolo_mails_of_day")).toEqual([`{what="used"} ${sent}`, `{what="limit"} ${MOST}`]);
  expect(await read(registry, "tambiolo_mails")).toContain(`{state="deferred"} ${MOST - sent}`);

  await database.pool.query("update guess_tallies set at = at - interval '1 day'");
  expect(await read(registry, "tambiolo_mails_of_day")).toContain(`{what="used"} 0`);
});
