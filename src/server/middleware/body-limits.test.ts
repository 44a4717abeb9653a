import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { bodyLimits } from "./body-limits.ts";
import { createUploadRoom } from "./upload-room.ts";

const MEBIBYTE = 1024 * 1024;

/** Forms that take a file of this size. */
const UPLOADS = ["/create-raffle", "/edit-raffle/ABCD1234/WXYZ"];

const limits = () =>
  bodyLimits({
    addressOf: () => "192.0.2.1",
    maxUploadOf: (c) => (UPLOADS.includes(c.req.path) ? 8 * MEBIBYTE : undefined),
    room: createUploadRoom(1, 50),
    uploadOf: () => ({ received: () => Number.POSITIVE_INFINITY, cut: () => undefined }),
    fallback: "de",
  });

const app = new Hono();
app.use(limits());
app.all("*", async (c) => c.text(String((await c.req.arrayBuffer()).byteLength)));

function send(path: string, size: number, headers: Record<string, string> = {}): Promise<Response> {
  const declared = { "content-length": String(size), "content-type": "application/json" };
  return Promise.resolve(
    app.request(path, { method: "POST", body: "x".repeat(size), headers: { ...declared, ...headers } }),
  );
}

/** A body without a declared length; it records how much was read. */
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

describe("a plain form", () => {
  it.each(["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
    "of the type %s may be of 128 KB, as no honest one is",
    async (type) => {
      expect((await send("/create-event", 128 * 1024, { "content-type": type })).status).toBe(200);
      expect((await send("/create-event", 128 * 1024 + 1, { "content-type": type })).status).toBe(413);
    },
  );
});

describe("a banner", () => {
  const form = { "content-type": "multipart/form-data; boundary=x" };

  it.each(UPLOADS)("may be larger, on its way to %s alone", async (path) => {
    expect((await send(path, 8 * MEBIBYTE, form)).status).toBe(200);
    expect((await send(path, 9 * MEBIBYTE, form)).status).toBe(413);
    expect((await send(path, 3 * MEBIBYTE)).status).toBe(413);
    expect((await send(`${path}/x`, 3 * MEBIBYTE, form)).status).toBe(413);
  });

  it("waits for those of its network, and a raffle without a picture does not", async () => {
    const held: ((body: string) => void)[] = [];
    const slow = new Hono();
    slow.use(limits());
    slow.post("*", async (c) => {
      if (c.req.header("x-held")) return c.text(await new Promise<string>((resolve) => held.push(resolve)));
      return c.text("taken");
    });
    const post = (size: number, headers: Record<string, string> = {}) =>
      slow.request("/create-raffle", {
        method: "POST",
        body: "x".repeat(size),
        headers: { "content-length": String(size), ...form, ...headers },
      });
    const first = [post(8 * MEBIBYTE, { "x-held": "1" }), post(8 * MEBIBYTE, { "x-held": "1" })];
    await expect.poll(() => held.length).toBe(2);
    const refused = await post(8 * MEBIBYTE);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    expect((await post(400 * 1024)).status).toBe(200);
    for (const answer of held) answer("held");
    await Promise.all(first);
    expect((await post(8 * MEBIBYTE)).status).toBe(200);
  });

  it("is not welcome at the API", async () => {
    expect((await send("/api/raffles", 3 * MEBIBYTE, form)).status).toBe(413);
  });
});
