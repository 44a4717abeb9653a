import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import { text } from "node:stream/consumers";

const SCRIPT = "/__dev/reload.js";
const CHANGES = "/__dev/changes";

/** Goes from the page before anything else looks at it. The address in `src` names the version that the page is of. */
const RELOAD = `const { src } = document.currentScript;
document.currentScript.remove();
new EventSource("${CHANGES}").onmessage = ({ data }) => src.endsWith("?" + data) || location.reload();
`;

export type DevFront = {
  /** From now on the site on this port answers, and open pages load themselves again. */
  show(port: number): void;
  stop(): Promise<void>;
};

/** Listens in front of a site that is replaced at each change: hands requests on, and puts a script into its pages. */
export async function startDevFront({ host, port }: { host: string; port: number }): Promise<DevFront> {
  const open = new Set<ServerResponse>();
  let site = 0;
  let version = 0;
  const server = createServer((request, response) => {
    if (request.url === CHANGES) {
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
      response.write(`data: ${version}\n\n`);
      open.add(response);
      response.once("close", () => open.delete(response));
    } else if (request.url?.startsWith(SCRIPT)) {
      response.writeHead(200, { "content-type": "text/javascript", "cache-control": "no-store" }).end(RELOAD);
    } else handOn(request, response, { site, version });
  });
  server.listen(port, host);
  await once(server, "listening");
  return {
    show(next) {
      site = next;
      // The time, so that a page that was open before this process loads itself again too.
      version = Date.now();
      for (const page of open) page.write(`data: ${version}\n\n`);
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function handOn(request: IncomingMessage, response: ServerResponse, at: { site: number; version: number }): void {
  // A whole page, as text: the script in it has to be of this version.
  const { "if-none-match": _known, "accept-encoding": _encodings, ...headers } = request.headers;
  const { method, url } = request;
  const onward = sendRequest({ host: "127.0.0.1", port: at.site, method, path: url, headers }, (answer) => {
    const { statusCode = 502, headers } = answer;
    if (method === "HEAD" || !headers["content-type"]?.startsWith("text/html")) {
      response.writeHead(statusCode, headers);
      answer.pipe(response);
      return;
    }
    void text(answer).then((page) => {
      const { etag: _tag, "content-length": _length, "transfer-encoding": _coding, ...others } = headers;
      response
        .writeHead(statusCode, { ...others, "cache-control": "no-store" })
        .end(page.replace("<head>", `<head><script src="${SCRIPT}?${at.version}"></script>`));
    });
  });
  onward.on("error", (error) => response.headersSent || response.writeHead(502).end(`${error.message}\n`));
  response.once("close", () => onward.destroy());
  request.pipe(onward);
}
