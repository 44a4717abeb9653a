import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { bodyLimits } from "./body-limits.ts";

const MEBIBYTE = 1024 * 1024;

const app = new Hono();
app.use(bodyLimits());
app.all("*", async (c) => c.text(String((await c.req.arrayBuffer()).byteLength)));

function send(path: string, size: number, headers: Record<string, string> = {}): Promise<Response> {
  const declared = { "content-length": String(size), "content-type": "application/json" };
  return Promise.resolve(
    app.request(path, { method: "POST", body: "x".repeat(size), headers: { ...declared, ...headers } }),
  );
}

/** A body whose length nobody declares; tells how much of it was read. */
function sendInParts(path: string, size: number) {
  const part = new Uint8Array(64 * 1024);
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent >= size) return controller.close();
      sent += part.length;
      controller.enqueue(part);
    },
  });
  const response = app.request(path, { method: "POST", body, duplex: "half" } as RequestInit);
  return Promise.resolve(response).then((answer) => ({ answer, read: sent }));
}

describe("a body", () => {
  it.each([0, 1, 100_000, 512 * 1024])("of %d bytes passes", async (size) => {
    const response = await send("/api/raffles", size);
    expect([response.status, await response.text()]).toEqual([200, String(size)]);
  });

  it("of 3 MB is refused by the API in its own form", async () => {
    const response = await send("/api/raffles/ABCD1234/entries", 3 * MEBIBYTE);
    expect(response.status).toBe(413);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toEqual({
      title: "Payload Too Large",
      status: 413,
      detail: "The request is too large. Please send less.",
      code: "body-too-large",
    });
  });

  it("of 3 MB is refused by a page in words", async () => {
    const response = await send("/raffle-entry/ABCD1234", 3 * MEBIBYTE, { "accept-language": "en" });
    expect([response.status, await response.text()]).toEqual([413, "The request is too large. Please send less."]);
  });

  it("that comes in parts is read no further than the limit", async () => {
    const { answer, read } = await sendInParts("/api/raffles", 30 * MEBIBYTE);
    expect(answer.status).toBe(413);
    expect(read).toBeLessThan(MEBIBYTE);
    const small = await sendInParts("/api/raffles", 128 * 1024);
    expect(await small.answer.text()).toBe(String(128 * 1024));
  });
});

describe("a banner", () => {
  const form = { "content-type": "multipart/form-data; boundary=x" };

  it.each(["/create-raffle", "/create-raffle.data", "/edit-raffle/ABCD1234/WXYZ"])(
    "may be larger, on its way to %s alone",
    async (path) => {
      expect((await send(path, 8 * MEBIBYTE, form)).status).toBe(200);
      expect((await send(path, 9 * MEBIBYTE, form)).status).toBe(413);
      expect((await send(path, 3 * MEBIBYTE)).status).toBe(413);
      expect((await send(`${path}/x`, 3 * MEBIBYTE, form)).status).toBe(413);
    },
  );

  it("is not welcome at the API", async () => {
    expect((await send("/api/raffles", 3 * MEBIBYTE, form)).status).toBe(413);
  });
});

describe("a list of paper entries", () => {
  const form = { "content-type": "multipart/form-data; boundary=x" };

  it.each(["/import-entries/ABCD1234/WXYZ", "/import-entries/ABCD1234/WXYZ.data"])(
    "may be of 2 MB at %s",
    async (path) => {
      expect((await send(path, 2.25 * MEBIBYTE, form)).status).toBe(200);
      expect((await send(path, 3 * MEBIBYTE, form)).status).toBe(413);
      expect((await send(path, 1 * MEBIBYTE)).status).toBe(413);
      expect((await send(`${path}/x`, 1 * MEBIBYTE, form)).status).toBe(413);
    },
  );
});
