import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createNotifications, type Notifications } from "#src/db/notifications.ts";
import { type Answer, toResponse } from "#src/http/problem.ts";
import { createTestApi, type TestRaffle, THERE } from "../../../tests/support/api.ts";
import { CACHEABLE_PAGES } from "../../../tests/support/cacheable-pages.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import { cacheableRoutes } from "./cacheable-routes.ts";
import { createPageCache, type PageCache } from "./page-cache.ts";

let database: TestDatabase;
let notifications: Notifications;
let raffle: TestRaffle;
let cache: PageCache;

/** A fake of React's rendering: records the requests and answers them. */
const render = vi.fn<(request: Request) => Promise<Response>>();

beforeAll(async () => {
  database = await createTestDatabase();
  notifications = createNotifications({ connectionString: database.connectionString });
  raffle = await createTestApi(database.db).createRaffle();
});

afterAll(async () => {
  await notifications.close();
  await database.close();
});

const OF_SITE = {
  exists: async () => true,
  routes: cacheableRoutes(CACHEABLE_PAGES),
  origin: "https://x.ph",
  fallback: "de",
  render,
} as const;

const PARTS = (listener = notifications, presence = THERE) => ({
  ...{ db: database.db, notifications: listener, presence },
  ...OF_SITE,
});

const newCache = (...parts: Parameters<typeof PARTS>) => createPageCache(PARTS(...parts));

const page = (body: string, init: ResponseInit = {}) =>
  new Response(body, { ...init, headers: { "content-type": "text/html", ...init.headers } });

beforeEach(async () => {
  render.mockReset();
  render.mockImplementation(async ({ url }) => page(`page of ${url}`));
  cache = newCache();
  await expect.poll(() => notifications.isListeningTo("raffle_changes")).toBe(true);
  await notifications.waitUntilNotified();
});

const ask = (url: string, headers: Record<string, string> = {}, method = "GET") => ({
  method,
  url,
  headers: { host: "raffles.example", ...headers },
});

async function get(url: string, headers?: Record<string, string>): Promise<Response> {
  const answer = await cache.get(ask(url, headers), { isAdmitted: true });
  if (!answer) throw new Error(`${url} is not kept.`);
  return toResponse(answer);
}

const textOf = (answer: Answer | undefined) => answer && toResponse(answer).text();

const rendered = () => render.mock.calls.map(([request]) => request.url.replace("https://x.ph", ""));

async function change(statement: string): Promise<void> {
  await database.pool.query(statement, [raffle.id]);
  await notifications.waitUntilNotified();
}

describe("a thousand visitors on a cold page", () => {
  test("cause one rendering, and a later one none", async () => {
    const url = `/raffle/${raffle.codeId}`;
    const answers = await Promise.all(Array.from({ length: 1000 }, () => get(url)));
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
    expect(render).toHaveBeenCalledTimes(1);
    expect(await textOf(cache.look(ask(url)))).toContain(url);
  });

  test("in three languages cause three", async () => {
    const languages = ["en", "de", "tl"];
    await Promise.all(
      Array.from({ length: 999 }, (_, number) => get("/", { "accept-language": languages[number % 3] ?? "" })),
    );
    expect(rendered().toSorted()).toEqual(["/?lang=de", "/?lang=en", "/?lang=fil"]);
  });
});

test("pages that may not exist wait for a turn, and are cached where they do", async () => {
  cache = createPageCache({ ...PARTS(), exists: async (name) => name === raffle.codeId });
  const there = [`/raffle/${raffle.codeId}`, `/raffle/${raffle.codeId}/draw`, "/", "/raffle-list", "/draws", "/about"];
  for (const url of there) expect((await get(url)).status).toBe(200);
  for (const url of ["/raffle/ABCD1234", "/raffle/ABCD1234/draw", "/raffle-list?page=7"]) {
    expect(await cache.get(ask(url))).toBeUndefined();
    expect((await cache.get(ask(url), { isAdmitted: true }))?.status).toBe(200);
    expect(cache.look(ask(url))).toBeDefined();
    expect((await cache.get(ask(url)))?.status).toBe(200);
  }
});

test("only reading is answered, and under a name that is one", async () => {
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) expect(cache.get(ask("/", {}, method))).toBeUndefined();
  expect(cache.get(ask("/", { host: "a b" }))).toBeUndefined();
  expect((await cache.get(ask("/", {}, "HEAD")))?.status).toBe(200);
});

describe("nothing of a visitor", () => {
  test("reaches the rendering", async () => {
    await get("/raffle-list?page=2&code=SECRETCO", {
      cookie: "session=SECRETCO; language=fil",
      authorization: "Basic SECRETCO",
      "user-agent": "SECRETCO",
      "x-forwarded-for": "192.0.2.7",
      "x-forwarded-host": "secretco.example",
      host: "secretco.example",
    });
    const [request] = render.mock.calls[0] ?? [];
    expect([request?.method, request?.url]).toEqual(["GET", "https://x.ph/raffle-list?page=2&lang=fil"]);
    expect(Object.fromEntries(request?.headers ?? [])).toEqual({});
  });

  test("can be in an answer with a cookie: it fails, and is not kept", async () => {
    render.mockImplementation(async () => page("yours", { headers: { "set-cookie": "session=1" } }));
    await expect(get("/")).rejects.toThrow("cookie");
    expect(cache.look(ask("/"))).toBeUndefined();
  });

  test.each<[string, ResponseInit]>([
    ["what says that it must not be", { headers: { "cache-control": "no-store" } }],
    ["what is not there", { status: 404 }],
    ["what leads elsewhere", { status: 302, headers: { location: "/event/ABCDEF" } }],
    ["what failed", { status: 500 }],
  ])("is kept of %s", async (_, init) => {
    render.mockImplementation(async () => page("this once", init));
    const answer = await get("/");
    expect([answer.status, answer.headers.get("etag"), await answer.text()]).toEqual([
      init.status ?? 200,
      null,
      "this once",
    ]);
    expect(cache.look(ask("/"))).toBeUndefined();
  });
});

describe("a change", () => {
  const rename = "update raffles set name = name || '!' where id = $1";

  test("takes the raffle's page and the lists, and nothing else", async () => {
    const own = [`/raffle/${raffle.codeId}`, `/raffle/${raffle.id}`, `/raffle/${raffle.codeId}/draw`];
    const urls = [...own, "/", "/raffle-list?page=2", "/draws", "/about"];
    // So that nothing expires by itself.
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    cache = newCache();
    for (const url of [...urls, "/raffle/ABCD1234"]) await get(url);
    await change(rename);
    expect(urls.map((url) => cache.look(ask(url)) !== undefined)).toEqual([...Array(6).fill(false), true]);
    expect(cache.look(ask("/raffle/ABCD1234"))).toBeDefined();
  });

  test("while the page is rendered is not hidden by it", async () => {
    const began = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    render.mockImplementationOnce(async () => {
      began.resolve();
      await finish.promise;
      return page("old");
    });
    const early = get("/");
    await began.promise;
    await change(rename);
    render.mockImplementation(async () => page("new"));
    const late = get("/");
    finish.resolve();
    expect([await (await early).text(), await (await late).text()]).toEqual(["old", "new"]);
    expect(await textOf(cache.look(ask("/")))).toBe("new");
  });

  test("closing is none, and yet a page holds no longer than the raffle is open", async () => {
    await change("update raffles set due_date = now() + interval '300 ms' where id = $1");
    await get("/");
    await get("/about");
    await expect.poll(() => cache.look(ask("/")), { timeout: 10_000, interval: 5 }).toBeUndefined();
    const { rows } = await database.pool.query("select now() - due_date < '10 seconds' as soon from raffles");
    expect(rows).toEqual([{ soon: true }]);
    expect(cache.look(ask("/about"))).toBeDefined();
  });
});

test.each(["/raffle/ABCD1234/draw", "/draws"])("what came of draws is rendered once in a second: %s", async (url) => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  await get(url);
  vi.advanceTimersByTime(999);
  expect(cache.look(ask(url))).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(cache.look(ask(url))).toBeUndefined();
});

test("where no word of changes arrives, nothing is answered from memory that waits for it", async () => {
  cache = newCache({ ...notifications, isListeningTo: () => false });
  expect(cache.get(ask("/"))).toBeUndefined();
  for (const url of ["/about", "/draws"]) expect((await get(url)).status).toBe(200);
});

describe("a page", () => {
  const READERS: Record<string, (bytes: Buffer) => Buffer> = {
    br: brotliDecompressSync,
    gzip: gunzipSync,
    null: (b) => b,
  };

  test.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["GZIP;q=0.5", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0.0,gzip;q=0", null],
    ["brotli, xgzip", null],
    ["", null],
  ])("for a browser that takes %j is sent as %s", async (accepted, encoding) => {
    const answer = await get("/", { "accept-encoding": accepted });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get("content-encoding")).toBe(encoding);
    expect(answer.headers.get("content-length")).toBe(String(bytes.length));
    expect(READERS[String(encoding)]?.(bytes).toString()).toBe("page of https://x.ph/?lang=de");
  });

  test("that the browser has already is not sent again", async () => {
    const first = await get("/", { "accept-encoding": "br" });
    const tag = first.headers.get("etag") ?? "";
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const answer = await get("/", { "accept-encoding": "br", "if-none-match": known });
      expect([answer.status, answer.body]).toEqual([304, null]);
      for (const name of ["etag", "cache-control", "vary"])
        expect(answer.headers.get(name)).toBe(first.headers.get(name));
      expect([answer.headers.get("content-type"), answer.headers.get("content-length")]).toEqual([null, null]);
    }
    expect((await get("/", { "accept-encoding": "gzip", "if-none-match": tag })).status).toBe(200);
    expect((await get("/", { "accept-language": "en", "accept-encoding": "br", "if-none-match": tag })).status).toBe(
      200,
    );
  });

  test("says what it depends on: not on the visitor where its address names the language", async () => {
    const vary = async (url: string) => (await get(url)).headers.get("vary");
    expect(await vary("/")).toBe("Accept-Language, Cookie, Accept-Encoding");
    expect(await vary("/?lang=fil")).toBe("Accept-Encoding");
    expect(await vary("/?lang=xx")).toBe("Accept-Language, Cookie, Accept-Encoding");
  });
});

test("while the database is away a kept page is shown for longer than it holds, and nothing of a new one is kept", async () => {
  let away = false;
  const isListeningTo = (channel: string) => !away && notifications.isListeningTo(channel);
  const presence = { isAway: () => away, isFull: () => false, isInDoubt: () => away };
  const lasting = newCache({ ...notifications, isListeningTo }, presence);
  const ask = async (url = "/about") => {
    const answer = await lasting.get({ method: "GET", url, headers: { host: "x.ph" } });
    return answer && toResponse(answer);
  };
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  render.mockImplementation(async () => page("first"));
  expect(await (await ask())?.text()).toBe("first");
  expect(await (await ask("/draws"))?.text()).toBe("first");
  vi.advanceTimersByTime(60_000);
  // The failure is only noticed while the page is rendered again.
  render.mockImplementation(async () => {
    away = true;
    return page("come again", { status: 503 });
  });
  expect(await (await ask())?.text()).toBe("first");
  expect(await (await ask())?.text()).toBe("first");
  expect(render).toHaveBeenCalledTimes(3);
  // Winners who took their names back meanwhile are not shown again.
  expect((await ask("/draws"))?.status).toBe(503);
  away = false;
  render.mockImplementation(async () => page("second"));
  expect(await (await ask())?.text()).toBe("second");
});
