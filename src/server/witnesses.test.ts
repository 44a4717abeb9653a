import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logFiles } from "#src/api/log/log-files.ts";
import { witnessApi } from "#src/api/log/witness.ts";
import { systemClock } from "#src/base/clock.ts";
import { readConfig } from "#src/config/config.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { logKey, logOrigin, logSigner, witnessVkey } from "#src/draws/log/names.ts";
import { renewLog } from "#src/draws/log/renew-log.ts";
import { addCheckpointBody } from "#src/tlog/format/add-checkpoint.ts";
import { checkpointText } from "#src/tlog/format/checkpoint.ts";
import { cosignedAt } from "#src/tlog/format/cosignature.ts";
import { readNote, readVkey, signNote } from "#src/tlog/format/note.ts";
import { proveGrowth, readHead } from "#src/tlog/read.ts";
import { cosignOnce, renewIfOlder } from "#src/tlog/witness/cosigning.ts";
import { addLeaves, holdLog } from "#src/tlog/write.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { siteKeyFile } from "./site-key-file.ts";

type TestSite = Awaited<ReturnType<typeof startSite>>;

/** A site as far as logs and witnesses need one, at an address of its own. */
async function startSite() {
  const database: TestDatabase = await createTestDatabase();
  const app = new Hono();
  const server = createServer(getRequestListener(app.fetch)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = readConfig({ ORIGIN: url });
  if (!config.ok) throw new Error(config.refusal);
  const site = { db: database.db, secret: randomBytes(32), clock: systemClock, config: config.value };
  app.route("/.well-known", siteKeyFile(site));
  app.route("/log", logFiles(site));
  app.route("/witness", witnessApi(site));
  // Each look is an hour after the one before, so that everybody is due again.
  let looks = 0;
  const clock = () => {
    looks += 1;
    return new Date(Date.now() + looks * 3_600_000);
  };
  const cosigning = (witnesses: readonly string[]) => ({
    ...{
      db: site.db,
      clock,
      witnesses,
      stopping: new AbortController().signal,
    },
    logKey: (origin: string) => logKey(site.secret, origin),
    renew: (seen: number) => renewLog(site.db, { ...site, origin: url }, seen),
  });
  return {
    ...site,
    url,
    cosignBy: (...sites: readonly { readonly url: string }[]) => cosignOnce(cosigning(sites.map((one) => one.url))),
    renewIfOlder: () => renewIfOlder(cosigning([])),
    async grow(leaf: string) {
      await inTransaction(site.db, async (tx) => {
        const log = await holdLog(tx, { origin: logOrigin(url), now: new Date() });
        if (!log) throw new Error("Somebody else has the log.");
        await addLeaves(tx, log, [Buffer.from(leaf)], logSigner(site.secret, log.origin));
      });
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await database.close();
    },
  };
}

const failureOf = async (site: TestSite, witness: TestSite) =>
  (await site.db.selectFrom("logWitnesses").select("failure").where("url", "=", witness.url).executeTakeFirst())
    ?.failure;

async function post(witness: TestSite, body: string): Promise<Response> {
  return fetch(`${witness.url}/witness/add-checkpoint`, { method: "POST", body });
}

describe("three sites, each a witness of the others", () => {
  let sites: readonly [TestSite, TestSite, TestSite];
  beforeAll(async () => {
    sites = await Promise.all([startSite(), startSite(), startSite()]);
    const [one, two, three] = sites;
    await Promise.all(sites.map((site, at) => site.grow(`the first leaf of ${at}`)));
    // Each meets the others by their addresses alone.
    const ask = () => Promise.all([one.cosignBy(two, three), two.cosignBy(one, three), three.cosignBy(one, two)]);
    await ask();
    await ask();
  });
  afterAll(() => Promise.all(sites.map((site) => site.close())));

  test("cosign each other's logs, under keys that their sites name", async () => {
    for (const site of sites) {
      const cosigned = await site.db.selectFrom("logCosignatures").selectAll().execute();
      expect(cosigned).toHaveLength(2);
      for (const { witness, checkpoint, line } of cosigned) {
        const by = sites.find(({ url }) => witness === `${url.replace("http://", "")}/witness`);
        const key = by && readVkey(witnessVkey(by.secret, by.url));
        const note = readNote(`${checkpoint}${line}`);
        expect(key && note && cosignedAt(key, note)).toBeGreaterThan(Date.now() / 1000 - 600);
      }
    }
  });

  test("do not cosign for a log that they do not follow", async () => {
    const [one] = sites;
    const stranger = { name: "stranger.example.com/log", secretKey: randomBytes(32) };
    const checkpoint = signNote(checkpointText({ origin: stranger.name, size: 1, root: randomBytes(32) }), stranger);
    expect((await post(one, addCheckpointBody({ before: 0, proof: [], checkpoint }))).status).toBe(404);
  });

  test("answer by the standard what is no growth of what they saw", async () => {
    const [one, two] = sites;
    const head = await readHead(one.db);
    if (!head) throw new Error("No log.");
    const { size, origin, checkpoint } = head;
    expect((await post(two, "nonsense")).status).toBe(400);
    expect((await post(two, addCheckpointBody({ before: size + 1, proof: [], checkpoint }))).status).toBe(400);
    const other = await post(two, addCheckpointBody({ before: 0, proof: [], checkpoint }));
    expect([other.status, other.headers.get("content-type"), await other.text()]).toEqual([
      ...[409, "text/x.tlog.size", `${size}\n`],
    ]);
    const text = checkpointText({ origin, size, root: randomBytes(32) });
    const forged = signNote(text, { name: origin, secretKey: randomBytes(32) });
    expect((await post(two, addCheckpointBody({ before: size, proof: [], checkpoint: forged }))).status).toBe(403);
    const redone = signNote(text, logSigner(one.secret, origin));
    expect((await post(two, addCheckpointBody({ before: size, proof: [], checkpoint: redone }))).status).toBe(422);
    // The same again is cosigned again.
    expect((await post(two, addCheckpointBody({ before: size, proof: [], checkpoint }))).status).toBe(200);
  });

  test("of two requests at once cosign one after the other, and never go back", async () => {
    const [one, two] = sites;
    const { size: before = 0 } = (await readHead(one.db)) ?? {};
    const requests: string[] = [];
    for (const leaf of ["a", "b", "c"]) {
      await one.grow(leaf);
      const head = await readHead(one.db);
      if (!head) throw new Error("No log.");
      const proof = await proveGrowth(one.db, before, head.size);
      requests.push(addCheckpointBody({ before, proof, checkpoint: head.checkpoint }));
    }
    const answers = await Promise.all(requests.map((body) => post(two, body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const stored = await two.db
      .selectFrom("witnessedLogs")
      .select("size")
      .where("origin", "=", logOrigin(one.url))
      .execute();
    expect(stored).toEqual([{ size: before + 1 + answers.findIndex(({ status }) => status === 200) }]);
  });

  test("name the one that lies: its operator took a leaf away and wrote others", async () => {
    const [, two, three] = sites;
    await three.grow("honest");
    await three.cosignBy(two);
    await three.db.deleteFrom("logLeaves").execute();
    await three.db.deleteFrom("logTiles").execute();
    await three.db.deleteFrom("logHead").execute();
    for (const leaf of ["another", "list", "of", "leaves"]) await three.grow(leaf);
    await three.cosignBy(two);
    expect(await failureOf(three, two)).toBe("it answers 422: Not cosigned: not-grown.");
    const seen = await two.db
      .selectFrom("witnessedLogs")
      .select("size")
      .where("origin", "=", logOrigin(three.url))
      .execute();
    expect(seen).toEqual([{ size: 2 }]);
  });

  test("see a restored backup go on under another name, which says why", async () => {
    const [one, two] = sites;
    await one.grow("kept in the backup");
    await one.cosignBy(two);
    const backup = await readHead(one.db);
    const tiles = await one.db.selectFrom("logTiles").selectAll().execute();
    await one.grow("lost");
    await one.cosignBy(two);
    if (!backup) throw new Error("No log.");
    await one.db.deleteFrom("logLeaves").where("index", ">=", backup.size).execute();
    await one.db.deleteFrom("logTiles").execute();
    await one.db.insertInto("logTiles").values(tiles).execute();
    await one.db.updateTable("logHead").set(backup).execute();
    await one.db.updateTable("logWitnesses").set({ size: backup.size }).execute();
    await one.renewIfOlder();
    const head = await readHead(one.db);
    expect(head).toMatchObject({ origin: `${backup.origin}/2`, size: backup.size + 1 });
    const last = await one.db
      .selectFrom("logLeaves")
      .select("leaf")
      .where("index", "=", backup.size)
      .executeTakeFirst();
    expect(JSON.parse(last?.leaf.toString("utf8") ?? "")).toMatchObject({
      ...{ kind: "renewal", from: backup.origin, seen: backup.size + 1 },
    });
    await one.cosignBy(two);
    expect(await failureOf(one, two)).toBeNull();
    // Asked again, it is as new as what they saw.
    await one.renewIfOlder();
    expect(await readHead(one.db)).toEqual(head);
  });
});
