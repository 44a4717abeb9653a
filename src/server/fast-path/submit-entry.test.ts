import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { json } from "node:stream/consumers";
import { Hono } from "hono";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApi } from "#src/api/create-api.ts";
import { entryBody, type TestRaffle } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { freePort } from "../../../tests/support/site.ts";
import { clientAddress } from "../client-address.ts";
import { securityHeaders } from "../middleware/security-headers.ts";
import { type App, type RunningServer, startListening } from "../start.ts";
import { entryFastPath } from "./submit-entry.ts";

const { site, createRaffle } = await openTestApi({ TRUST_PROXY: "1" });
const log = pino({ level: "silent" });
const ordinary = new Hono();
ordinary.use(securityHeaders(site.config));
ordinary.route(
  "/api",
  createApi(site, log, (c) => clientAddress(c.env.incoming, site.config.trustProxy)),
);

const servers: RunningServer[] = [];
let taken = 0;
let raffle: TestRaffle;
let lane: number;
let send: Record<"quickly" | "ordinarily", (sent: Sent) => Promise<Answer>>;

beforeAll(async () => {
  raffle = await createRaffle();
  const enter = entryFastPath(site, log);
  const { fetch } = ordinary;
  const early: App["early"] = (incoming) => {
    const answer = enter(incoming);
    if (answer !== undefined) taken += 1;
    return answer;
  };
  lane = await listen({ fetch, early });
  send = { quickly: sender(lane), ordinarily: sender(await listen({ fetch })) };
});

afterAll(() => Promise.all(servers.map((server) => server.stop())));

async function listen(app: App): Promise<number> {
  const port = await freePort();
  const server = await startListening(app, { host: "127.0.0.1", port });
  if (!server.ok) throw new Error(server.refusal);
  servers.push(server.value);
  return port;
}

type Sent = { path: string; body: string | Buffer; headers?: Record<string, string>; chunked?: boolean };
type Answer = { status: number; headers: Record<string, unknown>; body: Record<string, unknown> };

function sender(port: number) {
  return async ({ path, body, headers = {}, chunked = false }: Sent): Promise<Answer> => {
    const length = chunked ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const options = { port, path, method: "POST", agent: false } as const;
    const asked = request({ ...options, headers: { "content-type": "application/json", ...length, ...headers } });
    // In two writes, so that Node does not know the length beforehand.
    if (chunked) asked.write(body.slice(0, 10));
    asked.end(chunked ? body.slice(10) : body);
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    const { date: _, "content-length": __, ...rest } = answer.headers;
    return { status: answer.statusCode ?? 0, headers: rest, body: (await json(answer)) as Answer["body"] };
  };
}

/** The body without the values that are random for each entry. */
function comparable({ status, headers, body }: Answer) {
  const { createdAt, entryCode, ...rest } = body;
  const { location, ...others } = headers;
  return {
    status,
    headers: others,
    body: rest,
    isNamed: location === `/api/entries/${entryCode}`,
    createdAt: !!createdAt,
  };
}

const person = (changes = {}) => JSON.stringify(entryBody(changes));
const entries = () => `/api/raffles/${raffle.codeId}/entries`;
const taking = person();

describe("an entry is answered as by the ordinary way", () => {
  it.each<[string, number, () => Sent]>([
    ["that is accepted", 201, () => ({ path: entries(), body: person() })],
    ["in a language", 201, () => ({ path: `${entries()}?lang=fil`, body: person() })],
    ["by the raffle's id", 201, () => ({ path: `/api/raffles/${raffle.id}/entries`, body: person() })],
    ["of a browser", 201, () => ({ path: entries(), body: person(), headers: { origin: site.config.origin } })],
    ["that somebody else took", 409, () => ({ path: entries(), body: taking })],
    ["of no raffle", 404, () => ({ path: "/api/raffles/ZZZZ9999/entries", body: person() })],
    ["with a fault", 422, () => ({ path: entries(), body: person({ phone: "5" }) })],
    ["that is no JSON", 400, () => ({ path: entries(), body: "{" })],
    ["that is no UTF-8", 400, () => ({ path: entries(), body: Buffer.from([0x22, 0xff, 0x22]) })],
    ["of another type", 415, () => ({ path: entries(), body: person(), headers: { "content-type": "text/plain" } })],
    ["without a type", 415, () => ({ path: entries(), body: person(), headers: { "content-type": "" } })],
  ])("%s", async (_, status, make) => {
    const entry = JSON.parse(taking) as { firstName: string };
    if (status === 409)
      await send.ordinarily({ path: entries(), body: JSON.stringify({ ...entry, firstName: "Ana" }) });
    const before = taken;
    const quick = await send.quickly(make());
    expect([quick.status, taken]).toEqual([status, before + 1]);
    expect(comparable(quick)).toEqual(comparable(await send.ordinarily(make())));
  });
});

describe("what is unusual goes the ordinary way", () => {
  it.each<[string, () => Sent]>([
    ["a body that does not say its length", () => ({ path: entries(), body: person(), chunked: true })],
    ["a large body", () => ({ path: entries(), body: person({ note: "x".repeat(100_000) }) })],
    ["a query of more", () => ({ path: `${entries()}?lang=de&x=1`, body: person() })],
    ["a strange host", () => ({ path: entries(), body: person(), headers: { host: "[::1]:3000" } })],
    ["an encoded raffle", () => ({ path: `/api/raffles/%41${raffle.codeId.slice(1)}/entries`, body: person() })],
    ["another address", () => ({ path: `/api/raffles/${raffle.codeId}/access`, body: "{}" })],
  ])("%s", async (_, make) => {
    const before = taken;
    const answer = await send.quickly(make());
    expect([taken, answer.status]).toEqual([before, (await send.ordinarily(make())).status]);
  });
});

it("a sender who goes away in the middle disturbs nobody", async () => {
  const body = person();
  const head = `POST ${entries()} HTTP/1.1\r\nhost: x.example\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  const before = taken;
  const gone = connect({ port: lane, host: "127.0.0.1" });
  gone.write(head + body.slice(0, 50));
  await expect.poll(() => taken).toBe(before + 1);
  gone.destroy();
  await once(gone, "close");
  expect((await send.quickly({ path: entries(), body })).status).toBe(201);
});

it.each([
  ["", { "accept-language": "fil-PH,en;q=0.5" }, "fil"],
  ["?lang=de", { "accept-language": "en" }, "de"],
  ["", { "accept-language": "en", cookie: "language=de" }, "de"],
])("an entry is in the language that its person reads (%s %o)", async (query, headers, language) => {
  const { body } = await send.quickly({ path: `${entries()}${query}`, body: person(), headers });
  const stored = site.db.selectFrom("entries").select("language").where("entryCode", "=", String(body.entryCode));
  expect(await stored.executeTakeFirst()).toEqual({ language });
});

it("a crowd behind one address is asked for a puzzle, whichever way it comes", async () => {
  const sent = () => ({ path: entries(), body: person(), headers: { "x-forwarded-for": "198.51.100.7, 203.0.113.9" } });
  const ways = [send.quickly, send.ordinarily];
  const statuses = new Set<number>();
  for (let n = 0; n < 110; n++) statuses.add((await (ways[n % 2] as typeof send.quickly)(sent())).status);
  expect(statuses).toEqual(new Set([201, 429]));
});
