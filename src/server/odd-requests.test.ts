import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestSite, type TestSite } from "../../tests/support/test-site.ts";

let site: TestSite;

beforeAll(async () => {
  site = await startTestSite({ OPERATOR_EMAIL: "owner@example.com", RATE_LIMITS: "off" });
});

afterAll(() => site.stop());

/** Sends a raw request, and returns all bytes received until the site closed the connection. */
async function send(request: string): Promise<string> {
  const socket = connect(site.port, "127.0.0.1");
  let answer = "";
  socket.on("data", (bytes: Buffer) => {
    answer += bytes.toString();
  });
  socket.write(request);
  await once(socket, "close");
  return answer;
}

/** Disconnects in the middle of a body, once the site has begun to read it. */
async function leave(path: string, type: string, framing: string): Promise<void> {
  const socket = connect(site.port, "127.0.0.1");
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nExpect: 100-continue\r\n${framing}`,
  );
  // "100 Continue": the site waits for the rest.
  await once(socket, "data");
  socket.write("5\r\nabc=1\r\n");
  socket.destroy();
  await once(socket, "close");
}

describe("a request with two Host headers", () => {
  it.each(["GET / HTTP/1.1", "POST /api/raffles HTTP/1.1"])("is refused: %s", async (line) => {
    const host = "Host: localhost\r\n";
    const rest = "Content-Length: 0\r\nConnection: close\r\n\r\n";
    const twice = await send(`${line}\r\n${host}hOST: elsewhere.example\r\n${rest}`);
    expect(twice.split("\r\n")[0]).toBe("HTTP/1.1 400 Bad Request");
    expect((await send(`${line}\r\n${host}${rest}`)).split("\r\n")[0]).not.toBe("HTTP/1.1 400 Bad Request");
  });
});

it("a form with an odd Origin and an odd Host is answered, and writes no error into the log", async () => {
  const statuses = new Set<string | undefined>();
  const body = "a=1";
  const type = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\nConnection: close`;
  for (const host of ["localhost", "elsewhere.example"]) {
    for (const origin of [site.origin, "http://elsewhere.example", "https://other.example", "null", "nonsense"]) {
      for (const claim of ["same-origin", "cross-site"]) {
        const odd = `Host: ${host}\r\nOrigin: ${origin}\r\nSec-Fetch-Site: ${claim}\r\n${type}`;
        const answer = await send(`POST /create-raffle HTTP/1.1\r\n${odd}\r\n\r\n${body}`);
        statuses.add(answer.split(" ")[1]);
      }
    }
  }
  expect([...statuses].sort()).toEqual(["403", "422"]);
  expect(site.log()).not.toContain("page failed");
});

describe("what asks for something that no page does", () => {
  const readOnly = ["/", "/raffle/ABCD1234", "/raffle/ABCD1234.data"];

  it.each(["OPTIONS", "PUT", "PATCH", "DELETE", "PROPFIND", "TRACE", "MKCOL"])(
    "%s is told what pages take",
    async (method) => {
      for (const path of [...readOnly, "/create-raffle", "/nowhere", "/healthz", "/banner/x.png"]) {
        const answer = await send(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
        expect([path, answer.split("\r\n")[0]]).toEqual([path, "HTTP/1.1 405 Method Not Allowed"]);
        expect(answer).toMatch(/\r\nallow: GET, HEAD, POST\r\n/i);
        expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
      }
    },
  );

  it.each(readOnly)("a form is refused without a page at %s, which takes none", async (path) => {
    const headers = { origin: site.origin, "accept-language": "en" };
    const answer = await fetch(`${site.origin}${path}`, {
      method: "POST",
      headers,
      body: new URLSearchParams({ a: "1" }),
    });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    expect(await answer.text()).toBe("This page takes no form. Please open it again, and start from what it shows.");
    expect(site.log()).not.toContain("page failed");
  });

  it("is told in the API's own way there", async () => {
    for (const method of ["OPTIONS", "PUT", "PROPFIND"]) {
      const answer = await fetch(`${site.origin}/api/raffles`, { method });
      expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, "POST, GET, HEAD"]);
      expect(await answer.json()).toMatchObject({ code: "method-not-allowed" });
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    }
  });
});

it("every method that the API describes gets past the site to it", async () => {
  const { paths } = (await (await fetch(`${site.origin}/api/openapi.json`)).json()) as {
    paths: Record<string, object>;
  };
  for (const [path, operations] of Object.entries(paths)) {
    for (const method of Object.keys(operations)) {
      const address = `${site.origin}${path.replace(/\{\w+\}/g, "NOSUCHCO")}`;
      const { status, body } = await fetch(address, { method: method.toUpperCase() });
      await body?.cancel();
      expect([method, path, status]).not.toEqual([method, path, 405]);
    }
  }
});

it("a link that was cut inside of a sign is answered, and its code is in no log", async () => {
  for (const method of ["GET", "POST"]) {
    const answer = await fetch(`${site.origin}/draw-desk/ABCD1234/CUTLINKS%`, {
      method,
      headers: { "accept-language": "en" },
    });
    expect([method, answer.status, await answer.text()]).toEqual([method, 400, expect.stringContaining("damaged")]);
  }
  expect((await fetch(`${site.origin}/raffle-list?q=%`)).status).toBe(200);
  expect(site.log()).not.toContain("CUTLINKS");
});

it("senders who leave, and whoever asks oddly, write no error into the log", async () => {
  const types = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json"];
  for (const path of [
    "/create-raffle",
    "/login",
    "/language",
    "/api/raffles",
    "/api/events",
    "/api/raffles/ABCD1234/entries",
  ]) {
    for (const type of types) {
      await leave(path, type, "Transfer-Encoding: chunked\r\n\r\n");
      await leave(path, type, "Content-Length: 1000\r\n\r\n");
    }
  }
  // The site handles the remains of the broken requests before a later request.
  expect((await fetch(`${site.origin}/readyz`)).status).toBe(200);
  expect(site.log()).not.toContain('"level":50');
});

it("says whom to tell of a hole", async () => {
  const answer = await fetch(`${site.origin}/.well-known/security.txt`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; charset=UTF-8"]);
  const fields = new Map(
    (await answer.text())
      .trim()
      .split("\n")
      .map((line) => line.split(/: (.*)/) as [string, string]),
  );
  expect(Object.fromEntries(fields)).toMatchObject({
    Contact: "mailto:owner@example.com",
    "Preferred-Languages": "de, en, fil",
    Canonical: `${site.origin}/.well-known/security.txt`,
  });
  const days = (Date.parse(fields.get("Expires") ?? "") - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(366);
});
