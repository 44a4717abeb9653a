import { once } from "node:events";
import { Agent, request } from "node:http";
import { json, text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../../tests/support/site.ts";
import { type RunningServer, startListening } from "../start.ts";
import { createLoadShedder } from "./load-shedding.ts";

const host = "127.0.0.1";
const ENTER = "/api/raffles/ABCDEFGH/entries";
/** One connection for all requests, so that unread bytes of one would break the next. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

let full = false;
let away = false;
let port: number;
let server: RunningServer;

beforeAll(async () => {
  port = await freePort();
  const app = {
    early: createLoadShedder(
      { isFull: () => full },
      { isAway: () => away },
      { origin: "https://raffles.example.com", hstsSubdomains: false },
    ),
    fetch: async (asked: Request) => new Response(`${asked.method}: ${(await asked.text()).length}`),
  };
  const started = await startListening(app, { host, port });
  if (!started.ok) throw new Error(started.refusal);
  server = started.value;
});

afterAll(async () => {
  agent.destroy();
  await server.stop();
});

async function send(method: string, path: string, body = "") {
  const sending = request({ host, port, path, method, agent });
  sending.end(body);
  const [response] = await once(sending, "response");
  return response;
}

test("entries are turned away while too many wait, unread, and whatever else is asked is answered", async () => {
  const typed = "x".repeat(300_000);
  expect(await text(await send("POST", ENTER, typed))).toBe("POST: 300000");
  full = true;
  for (const path of [ENTER, `${ENTER}?lang=de`]) {
    const refused = await send("POST", path, typed);
    expect(refused.statusCode).toBe(503);
    expect(refused.headers).toMatchObject({
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      "retry-after": "3",
      "x-content-type-options": "nosniff",
      "strict-transport-security": expect.stringContaining("max-age="),
    });
    expect(await json(refused)).toMatchObject({ status: 503, code: "site-busy" });
  }
  for (const [method, path] of [
    ["GET", ENTER],
    ["POST", "/raffle-entry/ABCDEFGH"],
    ["POST", "/api/raffles/ABCDEFGH/access"],
  ] as const) {
    expect(await text(await send(method, path))).toBe(`${method}: 0`);
  }
  full = false;
  expect(await text(await send("POST", ENTER, typed))).toBe("POST: 300000");
});

test("entries are told to come again while the database is away, and nobody waits for it", async () => {
  away = true;
  const refused = await send("POST", ENTER, "{}");
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "3"]);
  expect(await json(refused)).toMatchObject({ status: 503, code: "site-away" });
  away = false;
  expect(await text(await send("POST", ENTER, "{}"))).toBe("POST: 2");
});
