import { once } from "node:events";
import { Agent, get } from "node:http";
import { type AddressInfo, connect, createServer } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { freePort } from "../../tests/support/site.ts";
import { type App, checkListening, type RunningServer, startListening } from "./start.ts";

const host = "127.0.0.1";
let port: number;
let running: RunningServer | undefined;

beforeEach(async () => {
  port = await freePort();
  running = undefined;
});

afterEach(() => running?.stop());

async function start(app: App): Promise<RunningServer> {
  const started = await startListening(app, { host, port });
  if (!started.ok) throw new Error(started.refusal);
  running = started.value;
  return started.value;
}

describe("an address that cannot be had is named in one line", () => {
  test("because the port is in use", async () => {
    const other = createServer().listen(0, host);
    await once(other, "listening");
    const taken = { host, port: (other.address() as AddressInfo).port };
    const line = { ok: false, refusal: expect.stringMatching(`^Port ${taken.port} \\(PORT\\) is in use.* PORT=`) };
    expect(await checkListening(taken)).toEqual(line);
    expect(await startListening({ fetch: () => new Response() }, taken)).toEqual(line);
    expect(await checkListening({ ...taken, setting: "METRICS" })).toEqual({
      ok: false,
      refusal: expect.stringMatching(`^Port ${taken.port} \\(METRICS\\) is in use.* METRICS=`),
    });
    other.close();
    await once(other, "close");
  });

  test("because it is not this machine's", async () => {
    const line = { ok: false, refusal: expect.stringContaining("HOST 192.0.2.1 is not an address of this machine") };
    expect(await checkListening({ host: "192.0.2.1", port })).toEqual(line);
    expect(await checkListening({ host: "192.0.2.1", port, setting: "METRICS" })).toEqual({
      ok: false,
      refusal: expect.stringContaining("METRICS 192.0.2.1 is not an address of this machine"),
    });
  });

  test("and looking first leaves it free", async () => {
    expect(await checkListening({ host, port })).toEqual({ ok: true, value: undefined });
    await start({ fetch: () => new Response("hello") });
    expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe("hello");
  });
});

test("a connection that never says what it wants is closed, and one that is kept for later is not", async () => {
  const started = await startListening({ fetch: () => new Response("hello") }, { host, port, trustProxy: 1 });
  if (!started.ok) throw new Error(started.refusal);
  running = started.value;
  const open = connect(port, host);
  const slow = connect(port, host);
  open.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(open, "data");
  slow.write("GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
  const [answer] = await once(slow, "data");
  expect(String(answer)).toContain("408 Request Timeout");
  await once(slow, "close");
  // This connection was unused for as long as the slow one stayed open.
  open.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  expect(String((await once(open, "data"))[0])).toContain("200 OK");
  open.destroy();
}, 30_000);

describe("what is answered early", () => {
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await fetch(`http://${host}:${port}${path}`, init);
    return [answer.status, answer.headers.get("x-from"), await answer.text()];
  };

  test("never reaches the app, and all else does, also where answering early fails", async () => {
    const bytes = Buffer.from([0x00, 0x80, 0xc3, 0xff]);
    const ready = (body: string) => ({ status: 200, headers: { "x-from": "early", "content-length": "4" }, body });
    await start({
      early({ url }) {
        if (url === "/now") return ready("page");
        if (url === "/soon") return Promise.resolve(ready("late"));
        if (url === "/bytes") return { ...ready(bytes.toString("latin1")), encoding: "latin1" };
        if (url === "/known") return { status: 304, headers: { "x-from": "early" }, body: null };
        if (url === "/broken") throw new Error("A fault.");
        return undefined;
      },
      fetch: ({ url }) => new Response(new URL(url).pathname, { headers: { "x-from": "app" } }),
    });
    expect(await ask("/now")).toEqual([200, "early", "page"]);
    expect(await ask("/now", { method: "HEAD" })).toEqual([200, "early", ""]);
    expect(await ask("/soon")).toEqual([200, "early", "late"]);
    expect(Buffer.from(await (await fetch(`http://${host}:${port}/bytes`)).arrayBuffer())).toEqual(bytes);
    expect(await ask("/known")).toEqual([304, "early", ""]);
    for (const path of ["/broken", "/other"]) expect(await ask(path)).toEqual([200, "app", path]);
  });
});

test("a request that says nothing of a body has an empty one, and the next of its connection is answered too", async () => {
  await start({ fetch: async (request) => new Response(`${request.method} ${(await request.text()).length}.`) });
  const client = connect(port, host);
  client.write("POST / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  client.write("DELETE / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  client.write("POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc");
  expect(await text(client)).toMatch(/POST 0\..*DELETE 0\..*POST 3\./s);
});

describe("stopping", () => {
  test("finishes the request under way and takes no new one", async () => {
    const arrived = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const server = await start({
      async fetch() {
        arrived.resolve();
        await release.promise;
        return new Response("finished");
      },
    });
    const answer = fetch(`http://${host}:${port}/`).then((response) => response.text());
    await arrived.promise;
    const stopped = server.stop();
    await expect(fetch(`http://${host}:${port}/`)).rejects.toThrow();
    release.resolve();
    expect(await answer).toBe("finished");
    await stopped;
  });

  test("does not wait for connections that are kept for later", async () => {
    const server = await start({ fetch: () => new Response("hello") });
    const agent = new Agent({ keepAlive: true });
    const request = get(`http://${host}:${port}/`, { agent });
    const [response] = await once(request, "response");
    response.resume();
    await once(response, "end");
    const silent = connect(port, host);
    await once(silent, "connect");
    const closed = once(silent, "close");
    silent.resume();
    await server.stop();
    await closed;
    agent.destroy();
  });

  test("twice is as good as once", async () => {
    const server = await start({ fetch: () => new Response() });
    await Promise.all([server.stop(), server.stop()]);
  });
});
