import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { proveOrganiser } from "#src/access/organiser.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import { nodeSha256 } from "#src/base/hashing/node-sha256.ts";
import { connectDatabase } from "#src/db/connect.ts";
import { type BeaconRelay, startBeaconRelay, TEST_CHAIN, testBeacon } from "../../../tests/support/beacon-relay.ts";
import { type LockedRaffle, letRoundCome, lockRaffle } from "../../../tests/support/locked-raffle.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { waitingForLocks } from "../../../tests/support/waiting-for-locks.ts";
import { readListFile } from "../lock/list-parts.ts";
import { readList } from "../protocol/list/read-list.ts";
import type { Transcript } from "../protocol/transcript.ts";
import { verifyDraw } from "../protocol/verify/verify.ts";
import { drawPrizes } from "../protocol/winners/draw.ts";
import { startDrawing } from "./draw-due-raffles.ts";
import { drawFromPasted, drawRaffle } from "./draw-raffle.ts";
import { createBeaconSource } from "./fetch-beacon.ts";

// Threads start, and pairings are checked: a busy machine takes its time for that.
vi.setConfig({ testTimeout: 60_000 });

const { database, site, ...api } = await openTestApi({}, { chain: TEST_CHAIN });
const { db, pool } = database;
let relay: BeaconRelay;
let listener: pg.Client;
const reported: string[] = [];

beforeAll(async () => {
  relay = await startBeaconRelay();
  listener = new pg.Client(database.connectionString);
  await listener.connect();
  listener.on("notification", ({ payload = "" }) => reported.push(payload));
  await listener.query("listen raffle_changes");
});

afterAll(async () => {
  await listener.end();
  await relay.close();
});

async function locked(changes: Record<string, unknown> = {}): Promise<LockedRaffle> {
  const raffle = await lockRaffle(api.ask, pool, changes);
  await letRoundCome(raffle, pool);
  return raffle;
}

const asSite = ({ id }: LockedRaffle) => ({ raffleId: id, actor: "site" }) as const;

async function organiserOf({ codeId, accessCode }: LockedRaffle): Promise<OrganiserScope> {
  const deps = { ...site, reader: db, address: "192.0.2.1", pass: "", solution: "" };
  const scope = await proveOrganiser(deps, { raffle: codeId, accessCode, exact: true });
  if (!scope.ok) throw new Error(scope.refusal.reason);
  return scope.value;
}

async function published({ id }: LockedRaffle): Promise<Transcript> {
  return (await api.ask("GET", `/raffles/${id}/draw`)).body as unknown as Transcript;
}

/** The verdict of the protocol's own verifier on what the site publishes. */
async function verdictOf(raffle: LockedRaffle) {
  const input = { transcript: await published(raffle), list: readListFile(db, raffle.id), chain: TEST_CHAIN };
  const verified = await verifyDraw(input, { now: Date.now() / 1000 });
  return verified.ok ? verified.value.transcript : verified.refusal;
}

/** What the audit log says of draws of a raffle. */
async function logged({ id }: LockedRaffle) {
  const { rows } = await pool.query(
    "select actor, after from audit_log where scope_id = $1 and action = 'draw-raffle'",
    [id],
  );
  return rows;
}

/** Draws by itself what is due, until the test ends it. */
function startDrawingBy(relays: readonly BeaconRelay[], errors: string[] = []) {
  const source = createBeaconSource({
    relays: relays.map(({ url }) => url),
    chain: TEST_CHAIN,
    onFailure: () => undefined,
    longestMs: 2_000,
  });
  return startDrawing(site, { source, onError: (error) => errors.push(String(error)), firstWaitMs: 50 });
}

describe("a locked raffle", () => {
  test("is drawn by the randomness of its round, and verifies", async () => {
    const raffle = await locked();
    expect(await verdictOf(raffle)).toBe("not-drawn-yet");
    reported.length = 0;
    expect(await drawRaffle(site, asSite(raffle), testBeacon(raffle.round))).toBe(true);
    expect(await verdictOf(raffle)).toBe("right");
    const { seed, results, beacon } = await published(raffle);
    expect(beacon).toEqual(testBeacon(raffle.round));
    expect(results.map(({ prizeCode, winners }) => [prizeCode, winners.length])).toEqual([
      ["QUESO", 1],
      ["HAM", 2],
    ]);
    expect(await logged(raffle)).toEqual([{ actor: "site", after: { round: raffle.round, seed } }]);
    await expect.poll(() => reported).toContainEqual(`${raffle.id} ${raffle.codeId}`);
  });

  test("is not drawn again", async () => {
    const raffle = await locked();
    await drawRaffle(site, asSite(raffle), testBeacon(raffle.round));
    const first = await published(raffle);
    expect(await drawRaffle(site, asSite(raffle), testBeacon(raffle.round))).toBe(false);
    expect(await published(raffle)).toEqual(first);
    expect(await logged(raffle)).toHaveLength(1);
  });

  test("is not drawn where its stored list was changed by hand, and nobody is told a result", async () => {
    const raffle = await locked();
    await pool.query(
      `update draw_list_parts set lines = convert_to(replace(convert_from(lines, 'UTF8'), '"wishes":["HAM","QUESO"]', '"wishes":["HAM"]'), 'UTF8')
       where raffle_id = $1`,
      [raffle.id],
    );
    await expect(drawRaffle(site, asSite(raffle), testBeacon(raffle.round))).rejects.toThrow("lock.root");
    expect(await published(raffle)).not.toHaveProperty("results");
    expect(await logged(raffle)).toEqual([]);
  });

  test("is drawn by one of several processes; the control, all that began before a result was stored, are more", async () => {
    const raffle = await locked();
    const others = [1, 2, 3, 4].map(() => connectDatabase({ connectionString: database.connectionString }));
    let drawn = 0;
    let racing = 0;
    const outcomes = await Promise.all(
      others.map(async ({ db: own }) => {
        racing += Number(drawn === 0);
        const isDrawn = await drawRaffle({ ...site, db: own }, asSite(raffle), testBeacon(raffle.round));
        drawn += 1;
        return isDrawn;
      }),
    );
    await Promise.all(others.map((one) => one.close()));
    expect(racing).toBe(4);
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await logged(raffle)).toHaveLength(1);
    expect(await verdictOf(raffle)).toBe("right");
  });

  test("is passed while another process draws it", async () => {
    const raffle = await locked();
    const other = await pool.connect();
    await other.query("begin");
    await other.query("select from draw_locks where raffle_id = $1 for no key update", [raffle.id]);
    expect(await drawRaffle(site, asSite(raffle), testBeacon(raffle.round))).toBe(false);
    await other.query("rollback");
    other.release();
    expect(await drawRaffle(site, asSite(raffle), testBeacon(raffle.round))).toBe(true);
  });
});

describe("an organiser who pastes the randomness", () => {
  test("has the raffle drawn, and the log says who did", async () => {
    const raffle = await locked();
    const scope = await organiserOf(raffle);
    expect(await drawFromPasted(site, scope, JSON.stringify(testBeacon(raffle.round)))).toEqual({ ok: true });
    expect(await verdictOf(raffle)).toBe("right");
    expect(await logged(raffle)).toMatchObject([{ actor: scope.actor }]);
    expect(await drawFromPasted(site, scope, testBeacon(raffle.round).signature)).toEqual({ ok: true });
    expect(await logged(raffle)).toHaveLength(1);
  });

  test("cannot paste anything else", async () => {
    const raffle = await locked();
    const scope = await organiserOf(raffle);
    const other = testBeacon(raffle.round + 1);
    const paste = async (text: string) => {
      const pasted = await drawFromPasted(site, scope, text);
      return pasted.ok ? "drawn" : pasted.refusal.reason;
    };
    expect(await paste("tomorrow's newspaper")).toBe("beacon-unreadable");
    expect(await paste(JSON.stringify(other))).toBe("beacon-of-other-round");
    expect(await paste(other.signature)).toBe("beacon-wrong");
    expect(await paste(JSON.stringify({ ...other, round: raffle.round }))).toBe("beacon-wrong");
    const elsewhere = { ...site, chain: { ...TEST_CHAIN, hash: "ab".repeat(32) } };
    expect(await drawFromPasted(elsewhere, scope, testBeacon(raffle.round).signature)).toMatchObject({ ok: false });
    expect(await verdictOf(raffle)).toBe("not-drawn-yet");
    const { raffleId } = { raffleId: (await api.createRaffle()).id };
    expect(await drawFromPasted(site, { ...scope, raffleId }, other.signature)).toMatchObject({
      refusal: { reason: "list-unlocked" },
    });
  });
});

describe("a raffle whose round has come", () => {
  test("waits for a true beacon, whatever relays answer, and is then drawn by itself", async () => {
    const [lying, own] = await Promise.all([startBeaconRelay("lies"), startBeaconRelay("off")]);
    const [raffle, later] = [await locked(), await locked()];
    await pool.query("update draw_locks set round_at = now() + interval '1 hour' where raffle_id = $1", [later.id]);
    const drawing = startDrawingBy([lying, own]);
    for (const mood of ["hangs", "drops", "other-round", "other-spelling"] as const) {
      const before = own.asked.length;
      await own.until(() => own.asked.length > before);
      expect(await verdictOf(raffle)).toBe("not-drawn-yet");
      own.mood = mood;
    }
    own.mood = "honest";
    await expect.poll(() => verdictOf(raffle)).toBe("right");
    await drawing.stop();
    expect(new Set(own.asked)).toEqual(new Set([raffle.round]));
    expect(await verdictOf(later)).toBe("not-drawn-yet");
    await Promise.all([lying.close(), own.close()]);
  });

  test("is in the way of no other where it cannot be drawn, and of no stop", async () => {
    const [broken, fine] = [await locked(), await locked()];
    await pool.query("update draw_locks set round_at = now() - interval '1 hour' where raffle_id = $1", [broken.id]);
    await pool.query("delete from draw_list_parts where raffle_id = $1", [broken.id]);
    const errors: string[] = [];
    const drawing = startDrawingBy([relay], errors);
    await expect.poll(() => verdictOf(fine)).toBe("right");
    await drawing.stop();
    expect(errors).toContainEqual(expect.stringContaining(broken.codeId));
  });

  test("is left to the next start where the site stops while it is drawn", async () => {
    const raffle = await locked();
    const other = await pool.connect();
    await other.query("begin");
    await other.query("lock table draw_list_parts in access exclusive mode");
    const drawing = startDrawingBy([relay]);
    await expect.poll(() => waitingForLocks(pool)).toBe(1);
    const stopped = drawing.stop();
    await other.query("rollback");
    other.release();
    await stopped;
    expect(await verdictOf(raffle)).toBe("not-drawn-yet");
    const again = startDrawingBy([relay]);
    await expect.poll(() => verdictOf(raffle)).toBe("right");
    await again.stop();
  });
});

describe("a large draw", () => {
  test("leaves the site free to answer; the control, the same arithmetic in the site's own thread, does not", async () => {
    const prizes = Array.from({ length: 20 }, (_, i) => {
      return {
        prizeCode: `P${i}`,
        name: "A prize",
        details: "",
        worth: "",
        numberOfWinners: 1,
        orderNumber: 1,
        pool: "everyone",
      };
    });
    const raffle = await locked({ entries: 1, prizes, enterAlso: 30_000 });
    const { lock } = await published(raffle);
    expect(lock.tickets * prizes.length).toBeGreaterThan(500_000);
    const beacon = testBeacon(raffle.round);
    expect(await answeredDuring(() => drawRaffle(site, asSite(raffle), beacon))).toBeGreaterThan(20);

    const read = await readList(lock.plan, readListFile(db, raffle.id), { hash: nodeSha256 });
    if (!read.ok) throw new Error(JSON.stringify(read.refusal));
    const { list } = read.value;
    const { results, seed } = await published(raffle);
    const inThisThread = async () => {
      expect(drawPrizes(lock.plan, list, seed, { replacements: 0, hash: nodeSha256 }).results).toEqual(results);
    };
    expect(await answeredDuring(inThisThread)).toBeLessThan(2);
  });
});

/** How many requests are answered, one after the other, until the work is done. */
async function answeredDuring(work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  const worked = work().finally(() => {
    isOver = true;
  });
  let answered = 0;
  while (!isOver) {
    await (await api.send("GET", "/locks")).text();
    if (!isOver) answered += 1;
  }
  await worked;
  return answered;
}
