import { once } from "node:events";
import { createServer } from "node:http";

/** A shop's own website on this machine, whose pages a test writes. */
export type ShopSite = {
  readonly origin: string;
  /** Puts HTML at a path of the site. */
  put(path: string, html: string): void;
  close(): Promise<void>;
};

/** Opens a website that is foreign to ours: browsers take "localhost" and its address for different sites. */
export async function openShopSite(ours: string): Promise<ShopSite> {
  const pages = new Map<string, string>();
  const server = createServer((request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    const body = pages.get(request.url ?? "") ?? "";
    response.end(`<!doctype html><html lang="en"><title>Our shop</title><h1>Our shop</h1>${body}</html>`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A listening server has no port.");
  const host = new URL(ours).hostname === "localhost" ? "127.0.0.1" : "localhost";
  return {
    origin: `http://${host}:${address.port}`,
    put: (path, html) => void pages.set(path, html),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
