import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPrizeHolders } from "#src/draws/prize-holders.ts";
import { nameHolders } from "#src/draws/winner-names.ts";
import { createTestApi, type TestApi } from "../../tests/support/api.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { lockedRaffle, storeResult } from "../../tests/support/shown-draw.ts";
import {
  accountContext,
  answerCookies,
  everybodysContext,
  requestContext,
  setCookies,
  siteContext,
  visitorContext,
} from "./page-context.ts";

const log = pino({ level: "silent" });
const VISITOR = { address: "192.0.2.1", cookie: "session=1", userAgent: "Browser", language: "en" } as const;

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database.db);
});

afterAll(() => database.close());

test("a page for everybody knows its language and the raffles", async () => {
  const context = everybodysContext(api.site, "fil", log, "raffles");
  expect(context.get(visitorContext).language).toBe("fil");
  const { db, config } = context.get(siteContext);
  expect(config.origin).toBe(api.site.config.origin);
  expect(await db.selectFrom("raffles").selectAll().execute()).toEqual([]);
});

type Context = ReturnType<typeof everybodysContext>;

const OF_VISITORS: [string, (context: Context) => unknown][] = [
  ["who is signed in", (context) => context.get(accountContext)],
  ["the visitor's address", (context) => context.get(visitorContext).address],
  ["the visitor's cookies", (context) => context.get(visitorContext).cookie],
  ["the visitor's browser", (context) => context.get(visitorContext).userAgent],
  ["the cookies of its answer", (context) => context.get(answerCookies)],
  ["what sets a cookie", (context) => setCookies(context, ["a=b"])],
  ["accounts", (context) => context.get(siteContext).accounts],
  ["the site's secret", (context) => context.get(siteContext).secret],
];

const OF_PEOPLE: typeof OF_VISITORS = [
  ["entries", (context) => context.get(siteContext).db.selectFrom("entries").select("email").executeTakeFirst()],
  ["users", (context) => context.get(siteContext).db.selectFrom("users").select("email").executeTakeFirst()],
];

test.each([
  ...[...OF_VISITORS, ...OF_PEOPLE].map((one) => ["raffles", ...one] as const),
  // It names winners, but knows as little of the visitor.
  ...OF_VISITORS.map((one) => ["draw", ...one] as const),
])("a page for everybody that shows %s has no way to %s", async (shows, _, look) => {
  await expect((async () => look(everybodysContext(api.site, "en", log, shows)))()).rejects.toThrow();
  // The same property exists on a page for one visitor.
  await expect((async () => look(requestContext(api.site, VISITOR, {}, log)))()).resolves.not.toThrow();
});

test("a page for everybody reads who won by number, and no names", async () => {
  const { id } = await lockedRaffle(api, database.pool);
  await storeResult(database.pool, id, { QUESO: [1] });
  const { db } = everybodysContext(api.site, "en", log, "raffles").get(siteContext);
  const held = await readPrizeHolders(db, [id]);
  expect(held.get(id)).toEqual([{ prizeCode: "QUESO", tickets: [1], given: true, more: 0 }]);
  await expect(nameHolders(db, held)).rejects.toThrow("out of reach");
});
