import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { entryBody, raffleBody } from "../../../tests/support/api.ts";
import { startTestSite, type TestSite } from "../../../tests/support/test-site.ts";

/** More than wait at once. */
const CROWD = 320;

let site: TestSite;
let form: string;
let page: string;

beforeAll(async () => {
  site = await startTestSite({ TRUST_PROXY: "1", RATE_LIMITS: "off" });
  const send = async (path: string, body: unknown): Promise<Record<string, string>> => {
    const headers = { "content-type": "application/json", "x-forwarded-for": "192.0.2.1" };
    return (await fetch(`${site.origin}/api${path}`, { method: "POST", body: JSON.stringify(body), headers })).json();
  };
  const { codeId } = await send("/raffles", raffleBody());
  const { entryCode } = await send(`/raffles/${codeId}/entries`, entryBody());
  form = `/raffle-entry/${codeId}`;
  page = `${form}/${entryCode}`;
}, 200_000);

afterAll(() => site.stop());

test("a crowd of one network leaves turns to others, and is asked to come again where it is too large", async () => {
  // With a connection each, so that all requests come at once.
  const agent = new Agent({ keepAlive: true, maxSockets: CROWD + 10, maxFreeSockets: CROWD });
  const open = async (from: string, path = page, more = {}) => {
    const headers = { "x-forwarded-for": from, "accept-language": "en", ...more };
    const [answer] = await once(get(`${site.origin}${path}`, { agent, headers }), "response");
    const { statusCode: status, headers: got } = answer as IncomingMessage;
    return { status, headers: got, html: await text(answer as IncomingMessage) };
  };
  const fromCrowd = (number: number) => `198.51.100.${number % 250}`;
  const crowd = Array.from({ length: CROWD }, (_, number) => number);
  await Promise.all(crowd.map((number) => open(fromCrowd(number), "/healthz")));
  const order: (number | undefined)[] = [];
  const answers = crowd.map(async (number) => {
    const answer = await open(fromCrowd(number));
    order.push(answer.status);
    return answer;
  });
  await expect.poll(() => order.includes(503), { interval: 1, timeout: 60_000 }).toBe(true);
  const other = await open("203.0.113.7");
  const served = order.length;
  const organiser = await open(fromCrowd(1), page, { cookie: "signed-in=pass" });
  const servedBoth = order.length;
  const files = await Promise.all(["/sw.js", "/manifest.webmanifest", form].map((path) => open(fromCrowd(1), path)));
  const sent = await fetch(`${site.origin}${form}`, {
    ...{ method: "POST", body: new URLSearchParams({ firstName: "" }) },
    headers: { "x-forwarded-for": fromCrowd(1), "accept-language": "en" },
  });
  const all = await Promise.all(answers);
  expect([other, organiser, ...files].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  // A form of the crowd waits with it. Where it has no turn, its browser does not load the page anew.
  expect([sent.status, sent.headers.get("refresh")]).toEqual(sent.status === 503 ? [503, null] : [422, null]);
  if (sent.status === 503) expect(await sent.text()).toContain("Nothing was done with what you sent");
  // Both came after the crowd, and some of it was served after them.
  expect(order.slice(served)).toContain(200);
  expect(order.slice(servedBoth)).toContain(200);
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200, 503]));
  for (const { headers, html } of all.filter(({ status }) => status === 503)) {
    expect(headers["retry-after"]).toMatch(/^([5-9]|1[0-2])$/);
    expect([headers.refresh, headers["cache-control"], headers.etag]).toEqual([
      ...[headers["retry-after"], "no-store", undefined],
    ]);
    expect(html).toContain("This page tries again by itself");
  }
  // Pages that fail end their turns too.
  for (let times = 0; times < 4; times++) {
    expect((await open(fromCrowd(1), "/raffle-entry/NOSUCHRA/ABCDEFGH")).status).toBe(404);
  }
  expect((await open(fromCrowd(1))).status).toBe(200);
  agent.destroy();
}, 120_000);
