import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { Hono } from "hono";
import { type Level, pino } from "pino";
import { describe, expect, it } from "vitest";
import { NO_COUNTS } from "#src/http/site.ts";
import type { EarlyAnswer } from "../fast-path/early-answer.ts";
import { logEarlyAnswers, requestLog } from "./request-log.ts";

const config = { trustProxy: 0 };

async function logOf(path: string, { level = "debug" as Level, method = "GET" } = {}): Promise<string> {
  const lines: string[] = [];
  const app = new Hono();
  app.use(requestLog(pino({ level }, { write: (line: string) => lines.push(line) }), { config, counts: NO_COUNTS }));
  app.get("/api/entries/:entryCode", (c) => c.text("hello"));
  app.get("/", (c) => c.text("hello"));
  await app.request(path, { method });
  return lines.join("");
}

describe("the log of requests", () => {
  it("has one line a request: what was asked, of which route, with what end", async () => {
    const text = await logOf("/api/entries/ABCDEFGH");
    expect(text.trim().split("\n")).toHaveLength(1);
    expect(JSON.parse(text)).toMatchObject({
      request: expect.stringMatching(/^[0-9a-f-]{36}$/),
      method: "GET",
      path: "/api/…",
      route: "/api/entries/:entryCode",
      status: 200,
      milliseconds: expect.any(Number),
    });
    expect(JSON.parse(await logOf("/", { method: "POST" }))).toMatchObject({ method: "POST", path: "/", status: 404 });
  });

  it.each([
    "/api/entries/SECRETCO",
    "/api/entries/SECRETCO?raffle=SECRETCO",
    "/raffle-entry/AB12CD34/SECRETCO",
    "/draw-list/AB12CD34/SECRETCO/",
    "/?code=SECRETCO",
    "/raffle-list?code=SECRETCO",
    "/SECRETCO",
    "/SECRETCO/more",
  ])("keeps %s to itself", async (path) => {
    expect(await logOf(path)).not.toContain("SECRETCO");
  });

  it("is silent unless it is asked for", async () => {
    expect(await logOf("/", { level: "info" })).toBe("");
  });
});

describe("the log of requests that the fast path answers", () => {
  const answer = { status: 201, headers: {}, body: "" };
  const request = { method: "POST", url: "/api/raffles/SECRETCO/entries?lang=en" } as IncomingMessage;

  async function earlyLogOf(early: EarlyAnswer, level: Level = "debug") {
    const lines: string[] = [];
    const logged = logEarlyAnswers(pino({ level }, { write: (line: string) => lines.push(line) }), config, early);
    return { answered: await logged(request), text: lines.join("") };
  }

  it.each([
    ["at once", () => answer],
    ["later", async () => answer],
  ])("has one line for what is answered %s", async (_when, early) => {
    const { answered, text } = await earlyLogOf(early);
    expect(answered).toBe(answer);
    expect(JSON.parse(text)).toMatchObject({
      method: "POST",
      path: "/api/…",
      status: 201,
      milliseconds: expect.any(Number),
    });
    expect(text).not.toContain("SECRETCO");
  });

  it("has the id that a trusted proxy gave the request", async () => {
    const lines: string[] = [];
    const log = pino({ level: "debug" }, { write: (line: string) => lines.push(line) });
    const id = "01JABCDEFGHJKMNPQRSTVWXYZ0";
    const sent = Object.assign(new IncomingMessage(new Socket()), { method: "POST", headers: { "x-request-id": id } });
    await logEarlyAnswers(log, { trustProxy: 1 }, () => answer)(sent);
    expect(JSON.parse(lines.join(""))).toMatchObject({ request: id });
  });

  it("has none for what the app answers, which writes its own", async () => {
    expect(await earlyLogOf(() => undefined)).toEqual({ answered: undefined, text: "" });
  });

  it("is silent unless it is asked for", async () => {
    expect(await earlyLogOf(() => answer, "info")).toEqual({ answered: answer, text: "" });
  });
});
