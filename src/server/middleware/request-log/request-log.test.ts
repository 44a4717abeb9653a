import { Hono } from "hono";
import { type Level, pino } from "pino";
import { describe, expect, it } from "vitest";
import { requestLog } from "./request-log.ts";

async function logOf(path: string, { level = "debug" as Level, method = "GET" } = {}): Promise<string> {
  const lines: string[] = [];
  const app = new Hono();
  app.use(requestLog(pino({ level }, { write: (line: string) => lines.push(line) })));
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
