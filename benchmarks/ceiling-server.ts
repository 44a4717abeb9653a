import { once } from "node:events";
import { type IncomingMessage, get as request } from "node:http";
import { createServer } from "node:net";
import { buffer } from "node:stream/consumers";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { z } from "zod";

// The ceilings, each in its own process. `hono` parses, validates and answers an entry as a plain Hono site would, and
// stores nothing. `hono-page` serves bytes from memory. `canned` only answers 201, to measure the load generator
// itself.

const text = (most: number) => z.string().trim().min(1).max(most);
const entry = z.object({
  firstName: text(100),
  lastName: text(100),
  address: text(300),
  phone: text(40),
  email: z.email().max(254),
  facebook: z.url().max(200),
  instagram: z.url().max(200),
  acceptTerms: z.literal(true),
  rules: z.array(z.uuid()).max(100),
  wishes: z.array(z.object({ prizeId: z.uuid(), note: z.string().max(500) })).max(100),
});

const CANNED = Buffer.from("HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}");

const ready = (port: number) => process.stdout.write(`${port}\n`);

switch (process.argv[2]) {
  case "hono": {
    const app = new Hono();
    app.post("/api/raffles/:code/entries", async (c) => {
      const parsed = entry.safeParse(await c.req.json());
      if (!parsed.success) return c.json({ errors: parsed.error.issues }, 422);
      return c.json({ raffleId: c.req.param("code"), entryCode: "ABCDEFGH", createdAt: new Date() }, 201);
    });
    serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => ready(port));
    break;
  }
  case "hono-page": {
    const { bytes, headers } = await pageAt(process.argv[3] ?? "");
    const app = new Hono();
    // A Response, because Hono's own c.body() processes headers and costs more.
    app.get("/raffle/:code", () => new Response(bytes, { headers }));
    serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => ready(port));
    break;
  }
  case "canned": {
    const server = createServer({ noDelay: true }, (socket) => {
      socket.on("data", () => socket.write(CANNED));
      socket.on("error", () => undefined);
    });
    server.listen(0, "127.0.0.1", () => ready((server.address() as { port: number }).port));
    break;
  }
  default:
    throw new Error("Which ceiling?");
}

/** Fetches a page in its brotli form, as a browser gets it. */
async function pageAt(url: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; headers: Record<string, string> }> {
  const asked = request(url, { headers: { "accept-encoding": "br", "accept-language": "en" } });
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  const { date: _, connection: __, "keep-alive": ___, ...headers } = answer.headers;
  return { bytes: new Uint8Array(await buffer(answer)), headers: headers as Record<string, string> };
}
