import { once } from "node:events";
import { createServer } from "node:http";

export type ForeignSite = {
  readonly origin: string;
  /** What each request said of where it came from: its path, and its Referer header. */
  readonly visits: readonly { readonly path: string; readonly referer: string | undefined }[];
  close(): Promise<void>;
};

/** What a page in a frame could try, and what came of it, as text. */
const SCRIPT = `
const tried = { origin: location.origin, referrer: document.referrer };
if (parent !== self) {
try { tried.parent = String(parent.document.title); } catch (error) { tried.parent = error.name; }
try { tried.top = top.location.assign("/stolen"); } catch (error) { tried.top = error.name; }
try { tried.popup = String(window.open("/popup")); } catch (error) { tried.popup = error.name; }
}
document.querySelector("output").textContent = JSON.stringify(tried);
`;

/** Another site, on this machine: every page of it has a form, and a script that tries to leave its frame. */
export async function openForeignSite(): Promise<ForeignSite> {
  const visits: { path: string; referer: string | undefined }[] = [];
  const server = createServer((request, response) => {
    visits.push({ path: request.url ?? "", referer: request.headers.referer });
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<!doctype html><html lang="en"><title>Elsewhere</title><main><h1>Elsewhere ${request.url}</h1>
      <form action="/sent"><label>Your name <input name="name"></label> <button>Register</button></form>
      <output></output></main><script>${SCRIPT}</script></html>`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A listening server has no port.");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    visits,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
