import { once } from "node:events";
import { createServer, get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createNotifications, type Notifications } from "#src/db/notifications.ts";
import type { ShowState } from "#src/draws/show/rules.ts";
import { createTestApi, type TestApi } from "../../../tests/support/api.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import { lockedRaffle, storeResult } from "../../../tests/support/shown-draw.ts";
import { showApi } from "./show.ts";

let database: TestDatabase;
let notifications: Notifications;
let api: TestApi;
let stopping: AbortController;
let server: Server;
let origin: string;
/** How often a raffle's show was asked of the cache. */
let asked: number;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

beforeEach(async () => {
  stopping = new AbortController();
  notifications = createNotifications(database);
  api = createTestApi(database.db, {}, { notifications, stopping: stopping.signal });
  asked = 0;
  const shows = {
    ...api.site.shows,
    find(idOrCode: string) {
      asked += 1;
      return api.site.shows.find(idOrCode);
    },
  };
  const addressOf = (c: { req: { header(name: string): string | undefined } }) => c.req.header("x-from") ?? "192.0.2.1";
  const app = new Hono();
  app.route("/raffles", showApi({ ...api.site, shows }, pino({ level: "silent" }), addressOf));
  server = createServer(getRequestListener(app.fetch)).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  stopping.abort();
  server.close();
  server.closeAllConnections();
  await notifications.close();
});

/** Somebody who watches: the states that came, the newest last. */
type Watching = {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  shows: ShowState[];
  leave(): void;
};

async function watch(codeId: string, from = "192.0.2.1"): Promise<Watching> {
  const request = get(`${origin}/raffles/${codeId}/show/events`, { agent: false, headers: { "x-from": from } });
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  const watching = { status: answer.statusCode ?? 0, headers: answer.headers, shows: [] as ShowState[], leave };
  let text = "";
  function leave() {
    request.destroy();
  }
  answer.on("error", () => undefined);
  answer.setEncoding("utf8").on("data", (chunk: string) => {
    const blocks = (text + chunk).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks)
      if (block.startsWith("event: show")) watching.shows.push(JSON.parse(block.slice("event: show\ndata: ".length)));
  });
  return watching;
}

const stepOf = ({ shows }: Watching) => shows.at(-1)?.step;

const WINNERS = { QUESO: [2], HAM: [1, 3] };

async function drawnRaffle() {
  const raffle = await lockedRaffle(api, database.pool);
  await storeResult(database.pool, raffle.id, WINNERS);
  return raffle;
}

async function moveTo(step: number, { id }: { readonly id: string }): Promise<void> {
  await database.pool.query(
    "insert into draw_shows values ($1, $2, now()) on conflict (raffle_id) do update set step = excluded.step",
    [id, step],
  );
}

describe("whoever watches a show", () => {
  test("has it at once and at each change, the lock and the draw too", async () => {
    const raffle = await lockedRaffle(api, database.pool);
    const watching = await watch(raffle.codeId);
    expect(watching).toMatchObject({ status: 200, headers: { "content-type": "text/event-stream" } });
    await expect.poll(() => watching.shows.length).toBe(1);
    expect(watching.shows[0]).toMatchObject({ raffle: raffle.codeId, isDrawn: false, locked: { tickets: 3 } });
    await storeResult(database.pool, raffle.id, WINNERS);
    await expect.poll(() => watching.shows.at(-1)?.isDrawn).toBe(true);
    await moveTo(2, raffle);
    await expect.poll(() => stepOf(watching)).toBe(2);
    expect(watching.shows.at(-1)?.prizes).toMatchObject([
      { revealed: { winners: [{ ticket: 2, name: "Jose D." }] } },
      { revealed: null },
    ]);
    const late = await watch(raffle.id);
    await expect.poll(() => late.shows).toEqual([watching.shows.at(-1)]);
  });

  test("is told nothing of another raffle", async () => {
    const [raffle, other] = [await drawnRaffle(), await drawnRaffle()];
    const [mine, others] = [await watch(raffle.codeId), await watch(other.codeId)];
    await expect.poll(() => [mine.shows.length, others.shows.length]).toEqual([1, 1]);
    await moveTo(1, other);
    await expect.poll(() => stepOf(others)).toBe(1);
    await moveTo(1, raffle);
    await expect.poll(() => stepOf(mine)).toBe(1);
    expect([mine.shows.length, others.shows.length]).toEqual([2, 2]);
  });

  test("can ask instead, and finds no raffle where there is none", async () => {
    const raffle = await drawnRaffle();
    const answer = await fetch(`${origin}/raffles/${raffle.codeId}/show`);
    expect([answer.headers.get("cache-control"), (await answer.json()).step]).toEqual(["no-store", 0]);
    for (const path of ["show", "show/events"])
      expect((await fetch(`${origin}/raffles/NOSUCHRA/${path}`)).status).toBe(404);
    const head = await fetch(`${origin}/raffles/${raffle.codeId}/show/events`, { method: "HEAD" });
    expect(head.headers.get("content-type")).toBe("text/event-stream");
  });
});

test("who finds no seat is told when to come again", async () => {
  const { codeId } = await drawnRaffle();
  stopping.abort();
  expect(await watch(codeId)).toMatchObject({ status: 503, headers: { "retry-after": "15" } });
});

test("five thousand follow a show in step, and each change is read once for all of them", async () => {
  const raffle = await drawnRaffle();
  const all = await watchAll(raffle.codeId, 5000, (one) => `10.0.${one % 5}.1`);
  await expect.poll(() => all.every((one) => stepOf(one) === 0), { timeout: 60_000 }).toBe(true);
  for (let step = 1; step <= 3; step += 1) {
    asked = 0;
    await moveTo(step, raffle);
    await expect.poll(() => all.every((one) => stepOf(one) === step), { timeout: 60_000 }).toBe(true);
    expect(asked).toBe(1);
  }
  expect(new Set(all.map(({ shows }) => shows.length))).toEqual(new Set([4]));
}, 180_000);

async function watchAll(codeId: string, count: number, from: (one: number) => string): Promise<Watching[]> {
  const all: Watching[] = [];
  for (let first = 0; first < count; first += 100) {
    const places = Array.from({ length: Math.min(100, count - first) }, (_, one) => watch(codeId, from(first + one)));
    all.push(...(await Promise.all(places)));
  }
  return all;
}
