import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { logFiles } from "#src/api/log/log-files.ts";
import { witnessApi } from "#src/api/log/witness.ts";
import { drawRaffle } from "#src/draws/drawing/draw-raffle.ts";
import { lockList } from "#src/draws/lock/lock-list.ts";
import { logKey, witnessVkey } from "#src/draws/log/names.ts";
import { renewLog } from "#src/draws/log/renew-log.ts";
import { logNext } from "#src/draws/log/write-log.ts";
import { timeOfRound } from "#src/draws/protocol/beacon/round.ts";
import { siteKeyFile } from "#src/server/site-key-file.ts";
import { cosignOnce } from "#src/tlog/witness/cosigning.ts";
import { createTestApi, entryBody, type TestRaffle } from "../../../tests/support/api.ts";
import { TEST_CHAIN, testBeacon } from "../../../tests/support/beacon-relay.ts";
import { createTestDatabase } from "../../../tests/support/database.ts";
import { runAudit } from "./run-audit.ts";
import { siteReader } from "./site-reader.ts";

// Three shops, each a witness of the others by their addresses alone, go through a whole raffle. One of them lies.

vi.setConfig({ testTimeout: 300_000 });

/** A witness as another shop knows it. */
type Neighbour = { readonly url: string };

type Shop = Awaited<ReturnType<typeof openShop>>;

async function openShop() {
  const database = await createTestDatabase();
  const app = new Hono();
  const server = createServer(getRequestListener(app.fetch)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { site, ...api } = createTestApi(database.db, { ORIGIN: url }, { chain: TEST_CHAIN, secret: randomBytes(32) });
  app.get("/api/*", (c) => api.send("GET", new URL(c.req.url).pathname.slice("/api".length)));
  app.route("/.well-known", siteKeyFile(site));
  app.route("/log", logFiles(site));
  app.route("/witness", witnessApi(site));
  const { db, pool } = database;
  // Each look is an hour after the one before, so that every witness is due again.
  let looks = 0;
  const later = () => new Date(Date.now() + looks * 3_600_000);
  return {
    ...{ site, api, db, pool, url },
    witnessKey: witnessVkey(site.secret, url),
    async logAll() {
      const deps = { ...site, origin: url };
      while ((await logNext(db, deps)).rows > 0);
    },
    async askWitnesses(witnesses: readonly Neighbour[]) {
      looks += 1;
      const renew = (seen: number) => renewLog(db, { ...site, origin: url }, seen);
      await cosignOnce({
        ...{ db, clock: later, renew, stopping: site.stopping, witnesses: witnesses.map((one) => one.url) },
        logKey: (origin) => logKey(site.secret, origin),
      });
    },
    async lock({ id }: TestRaffle) {
      await pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [id]);
      const locked = await lockList(site, { raffleId: id, actor: "site" });
      if (!locked.ok) throw new Error(locked.refusal.reason);
      await this.logAll();
    },
    async draw({ id }: TestRaffle) {
      const { rows } = await pool.query("select round from draw_locks where raffle_id = $1", [id]);
      await drawRaffle(site, { raffleId: id, actor: "site" }, testBeacon(Number(rows[0].round)));
      await this.logAll();
      return timeOfRound(TEST_CHAIN, Number(rows[0].round));
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await database.close();
    },
  };
}

let shops: readonly [Shop, Shop, Shop];
const othersOf = (shop: Shop) => shops.filter((one) => one !== shop);

beforeAll(async () => {
  shops = await Promise.all([openShop(), openShop(), openShop()]);
});
afterAll(() => Promise.all(shops.map((shop) => shop.close())));

/** What somebody finds who trusts the two other shops. */
async function audit(shop: Shop, { codeId }: TestRaffle, now: number) {
  const folder = await mkdtemp(join(tmpdir(), "tambiolo-audit-test-"));
  const witnesses = othersOf(shop).map(({ witnessKey }) => witnessKey);
  const args = { raffle: codeId, lockHash: undefined, witnesses, logKey: undefined };
  const audited = await runAudit(siteReader(shop.url), args, { folder, now, chain: TEST_CHAIN });
  await rm(folder, { recursive: true });
  if (!audited.ok) throw new Error(audited.refusal);
  return { code: audited.value.code, text: audited.value.lines.join("\n") };
}

const LOG_TABLES = ["log_head", "log_leaves", "log_tiles", "log_seals", "log_draws", "log_plans"];

test("two are right, fixed before and the same for everyone; the one that lies is seen by nobody", async () => {
  const raffles: TestRaffle[] = [];
  for (const shop of shops) {
    const raffle = await shop.api.createRaffle({ drawRequires: "none", rules: [] });
    for (let i = 0; i < 5; i += 1) await shop.api.enter(raffle, entryBody());
    await shop.logAll();
    raffles.push(raffle);
  }
  const [one, two, liar] = shops;
  const askAll = async () => {
    for (const shop of shops) await shop.askWitnesses(othersOf(shop));
  };
  // At the first contact they learn each other's keys.
  await askAll();
  await askAll();
  for (const table of LOG_TABLES) await liar.pool.query(`create table ${table}_before as table ${table}`);
  for (const [at, shop] of shops.entries()) await shop.lock(raffles[at] as TestRaffle);
  await askAll();
  // The list that the witnesses saw does not please the third. It goes back to before the lock, and makes another.
  const [, , lied] = raffles as [TestRaffle, TestRaffle, TestRaffle];
  for (const table of LOG_TABLES) {
    await liar.pool.query(`delete from ${table}`);
    await liar.pool.query(`insert into ${table} select * from ${table}_before`);
  }
  for (const table of ["draw_mailings", "draw_list_parts", "draw_locks"]) await liar.pool.query(`delete from ${table}`);
  await liar.pool.query("delete from log_cosignatures");
  await liar.pool.query("update raffles set locked_at = null");
  await liar.pool.query("update entries set disqualified_for = 'No' where id = (select id from entries limit 1)");
  await liar.logAll();
  await liar.lock(lied);
  await askAll();
  for (const [at, shop] of [one, two].entries()) {
    const raffle = raffles[at] as TestRaffle;
    const found = await audit(shop, raffle, (await shop.draw(raffle)) + 1);
    expect(found.text).toContain("Fixed before: proven by your witnesses");
    expect(found.text).toContain("The same for everyone: 2 of your witnesses saw this lock");
    expect(found.code).toBe(0);
  }
  const found = await audit(liar, lied, (await liar.draw(lied)) + 1);
  expect(found.text).toContain("Fixed before: not proven");
  expect(found.text).toContain("The same for everyone: not proven");
  expect(found.code).toBe(3);
  // Its log has grown past what they saw, and is another.
  await askAll();
  const { rows } = await liar.pool.query("select failure from log_witnesses");
  expect(rows).toHaveLength(2);
  for (const { failure } of rows) expect(failure).not.toBeNull();
});
