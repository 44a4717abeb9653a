import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeToken } from "#src/access/tokens/tokens.ts";
import { createNotifications, type Notifications } from "#src/db/notifications.ts";
import { COUNTS_CHANNEL, indexNextEntries } from "#src/entries/lists/search-index.ts";
import { registerAccount } from "../../../tests/support/account.ts";
import { createTestApi, entryBody, type TestApi, type TestRaffle } from "../../../tests/support/api.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/database.ts";

type Event = { readonly event: string; readonly data: { readonly total: number } | null };

let database: TestDatabase;
let api: TestApi;
let raffle: TestRaffle;
let stopping: AbortController;
let notifications: Notifications;
/** The number of current listeners on the counts' channel. */
let listening: number;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

beforeEach(async () => {
  stopping = new AbortController();
  notifications = createNotifications(database);
  listening = 0;
  const counted: Notifications = {
    ...notifications,
    subscribe(channel, listener) {
      // The site also listens to changes of raffles, as long as it runs.
      if (channel !== COUNTS_CHANNEL) return notifications.subscribe(channel, listener);
      listening += 1;
      const unsubscribe = notifications.subscribe(channel, listener);
      return () => {
        listening -= 1;
        unsubscribe();
      };
    },
  };
  api = createTestApi(database.db, {}, { notifications: counted, stopping: stopping.signal });
  raffle = await api.createRaffle();
});

afterEach(async () => {
  stopping.abort();
  await notifications.close();
});

const basic = (of: TestRaffle, password = of.accessCode) => ({
  authorization: `Basic ${Buffer.from(`${of.codeId}:${password}`).toString("base64")}`,
});

const watch = (of = raffle, from = "192.0.2.1") =>
  api.send("GET", `/raffles/${of.codeId}/overview/events`, undefined, { ...basic(of), "x-forwarded-for": from });

async function enter(of = raffle): Promise<void> {
  expect((await api.send("POST", `/raffles/${of.codeId}/entries`, entryBody())).status).toBe(201);
  while ((await indexNextEntries(database.db)).changes > 0);
}

/** The events of a stream as they arrive. */
async function* eventsOf(response: Response): AsyncGenerator<Event, void> {
  let text = "";
  const decoder = new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>;
  for await (const chunk of response.body?.pipeThrough(decoder) ?? []) {
    const blocks = (text + chunk).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = new Map(block.split("\n").map((line) => line.split(/: (.*)/s, 2) as [string, string]));
      const [event, data] = [fields.get("event"), fields.get("data")];
      if (event) yield { event, data: data ? JSON.parse(data) : null };
    }
  }
}

async function next(events: AsyncGenerator<Event, void>): Promise<Event | undefined> {
  const { value } = await events.next();
  return value ?? undefined;
}

describe("the overview", () => {
  test("is the organiser's alone", async () => {
    const wrong = raffle.accessCode === "AAAA" ? "BBBB" : "AAAA";
    for (const path of [`/raffles/${raffle.codeId}/overview`, `/raffles/${raffle.codeId}/overview/events`]) {
      expect((await api.send("GET", path, undefined, basic(raffle, wrong))).status).toBe(403);
      expect((await api.send("GET", path)).status).toBe(403);
      expect((await api.send("GET", path.replace(raffle.codeId, "NOSUCHCO"))).status).toBe(404);
    }
    expect(listening).toBe(0);
  });

  test("is answered once as JSON, and kept nowhere", async () => {
    await enter();
    const response = await api.send("GET", `/raffles/${raffle.id}/overview`, undefined, basic(raffle));
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await response.json()).toMatchObject({ total: 1, bySource: [{ source: "Online", entries: 1 }] });
  });
});

describe("whoever watches the overview", () => {
  test("has it at once, and again when an entry was made", async () => {
    const response = await watch();
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    const events = eventsOf(response);
    expect(await next(events)).toMatchObject({ event: "overview", data: { total: 0 } });
    await enter();
    expect(await next(events)).toMatchObject({ event: "overview", data: { total: 1, overTime: { points: [{}] } } });
    await events.return();
    await expect.poll(() => listening).toBe(0);
  });

  test("is told nothing of another raffle, nor the same twice", async () => {
    const events = eventsOf(await watch());
    expect(await next(events)).toMatchObject({ data: { total: 0 } });
    await enter(await api.createRaffle());
    const late = eventsOf(await watch());
    expect(await next(late)).toMatchObject({ data: { total: 0 } });
    await enter();
    expect([await next(events), await next(late)]).toMatchObject([{ data: { total: 1 } }, { data: { total: 1 } }]);
  });

  test("is told no more once the access code is another", async () => {
    const events = eventsOf(await watch());
    expect(await next(events)).toMatchObject({ data: { total: 0 } });
    expect((await api.send("POST", `/raffles/${raffle.id}/access-code`, undefined, basic(raffle))).status).toBe(200);
    await enter();
    expect(await next(events)).toEqual({ event: "ended", data: null });
    expect(await next(events)).toBeUndefined();
    await expect.poll(() => listening).toBe(0);
  });

  test("is told no more once the account is out of the raffle's people, or banned, or its token is revoked or over", async () => {
    for (const end of [
      "delete from raffle_members",
      "update users set banned = true",
      "delete from api_tokens",
      "update api_tokens set expires_at = created_at",
    ]) {
      const { account } = await registerAccount(api.site, `watches${end.length}@example.com`);
      const made = await makeToken(api.site, account, {
        name: "T",
        permissions: ["read-entries"],
        raffles: null,
        days: "7",
      });
      await database.db
        .insertInto("raffleMembers")
        .values({ raffleId: raffle.id, userId: account.userId, role: "organiser", joinedAt: new Date() })
        .execute();
      const authorization = `Bearer ${made.ok && made.value.token}`;
      const path = `/raffles/${raffle.codeId}/overview/events`;
      const events = eventsOf(await api.send("GET", path, undefined, { authorization }));
      const byCode = eventsOf(await watch());
      expect([await next(events), await next(byCode)]).toMatchObject([{ event: "overview" }, { event: "overview" }]);
      await database.pool.query(end);
      await enter();
      expect(await next(events)).toEqual({ event: "ended", data: null });
      expect(await next(byCode)).toMatchObject({ event: "overview" });
      await byCode.return();
    }
  });

  test("is told no more once the raffle is gone", async () => {
    const events = eventsOf(await watch());
    expect(await next(events)).toMatchObject({ data: { total: 0 } });
    expect((await api.send("DELETE", `/raffles/${raffle.id}`, undefined, basic(raffle))).status).toBe(204);
    await database.pool.query("select pg_notify('entry_counts', $1)", [raffle.id]);
    expect(await next(events)).toEqual({ event: "ended", data: null });
    expect(await next(events)).toBeUndefined();
  });

  test("does not hold up a site that stops", async () => {
    const events = eventsOf(await watch());
    await next(events);
    stopping.abort();
    expect(await next(events)).toBeUndefined();
    expect((await watch()).status).toBe(503);
  });

  test("finds a place only while there is one", async () => {
    const watching = await Promise.all(Array.from({ length: 20 }, (_, one) => watch(raffle, `192.0.2.${one}`)));
    expect(watching.map((response) => response.status)).toEqual(Array(20).fill(200));
    expect(listening).toBe(1);
    const refused = await watch();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "30"]);
    expect(await refused.json()).toMatchObject({ code: "too-many-watchers", detail: expect.stringContaining("Many") });
    await watching[0]?.body?.cancel();
    const [, second] = watching;
    if (second) expect(await next(eventsOf(second))).toMatchObject({ data: { total: 0 } });
    expect((await watch()).status).toBe(200);
    expect((await watch(await api.createRaffle())).status).toBe(200);
  });

  test("from one network finds ten places, and leaves the others to other networks", async () => {
    const other = await api.createRaffle();
    const watching = await Promise.all(Array.from({ length: 10 }, (_, one) => watch(one % 2 ? raffle : other)));
    expect(watching.map((response) => response.status)).toEqual(Array(10).fill(200));
    expect((await watch()).status).toBe(503);
    expect((await watch(raffle, "198.51.100.1")).status).toBe(200);
    await watching[0]?.body?.cancel();
    expect((await watch()).status).toBe(200);
  });

  test("and only asks for the headers takes none", async () => {
    const path = `/raffles/${raffle.codeId}/overview/events`;
    const head = await api.send("HEAD", path, undefined, basic(raffle));
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    expect(listening).toBe(0);
  });
});
