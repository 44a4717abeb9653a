import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { type EarlyAnswer, sendAnswer } from "./fast-path/early-answer.ts";

/** Answers requests: the site of create-app.ts. */
export type App = {
  fetch(request: Request, env: HttpBindings): Response | Promise<Response>;
  /** The fast paths, tried before `fetch`. */
  readonly early?: EarlyAnswer;
};

export type ListenOptions = {
  readonly host: string;
  readonly port: number;
  /** The setting that chose the port, for refusals; PORT by default. */
  readonly setting?: "PORT" | "METRICS";
  /** How many proxies stand in front; 0 by default. */
  readonly trustProxy?: number;
};

export type RunningServer = {
  /**
   * Takes no new requests, waits a limited time for those under way, and closes every connection. Behind a proxy it
   * first goes on answering for a while, until the proxy has noticed and sends no more requests.
   */
  stop(): Promise<void>;
};

/** How long to go on answering behind a proxy. docs/haproxy.cfg notices /readyz's 503 in 1.5 s; other proxies later. */
const DRAIN_MS = 5_000;

/** Keep-alive timeout. Longer than a proxy's own (nginx: a minute): the proxy must close an unused connection first. */
const KEEP_FOR_PROXY_MS = 75_000;

/** Limits receiving headers, some hundred bytes: only a client that blocks the connection is slower. As haproxy.cfg. */
const MAX_HEADERS_MS = 10_000;

/** Limits receiving a request: the largest picture takes this long at 0.5 Mbit/s. An entry is a kilobyte. */
const MAX_REQUEST_MS = 180_000;

/** How often Node checks connections against these two limits. */
const LOOK_FOR_SLOW_MS = 2_000;

/** How long stopping waits for requests. Most end within a second; later ones have a client that is gone or stuck. */
const MAX_FINISH_MS = 10_000;

/**
 * Listen backlog: connections that the kernel queues until the event loop accepts them. Beyond it the kernel drops a
 * client's SYN, which comes again after a second. A crowd fills Node's default of 511 in under 0.1 s. Linux allows
 * 4096.
 */
const MAX_PENDING_CONNECTIONS = 4096;

/** Ports that every user may listen on, as examples. */
const UNPRIVILEGED = { PORT: 3000, METRICS: 9464 } as const;

/** Starts to listen. The refusal is one line for the operator, for example that the port is in use. */
export async function startListening(app: App, options: ListenOptions): Promise<Outcome<RunningServer, string>> {
  const answer = getRequestListener((request, env) => app.fetch(request, env as HttpBindings));
  const limits = {
    headersTimeout: MAX_HEADERS_MS,
    requestTimeout: MAX_REQUEST_MS,
    connectionsCheckingInterval: LOOK_FOR_SLOW_MS,
  };
  // A request without a body gets no stream for one: a seventh of the time for a cached page.
  const server = createServer({ ...limits, optimizeEmptyRequests: true }, (request, response) => {
    connections.answering(request.socket, response);
    if (hasTwoHosts(request)) return void refuseRequest(response);
    const early = answerEarly(app, request);
    if (early === undefined) void answer(request, response);
    else if (early instanceof Promise) void early.then((ready) => sendAnswer(response, ready));
    else sendAnswer(response, early);
  });
  const isBehindProxy = (options.trustProxy ?? 0) > 0;
  if (isBehindProxy) server.keepAliveTimeout = KEEP_FOR_PROXY_MS;
  const connections = watchConnections(server);
  const refusal = await listen(server, options);
  if (refusal !== undefined) return refuse(refusal);
  let stopping: Promise<void> | undefined;
  return accept({
    stop() {
      stopping ??= finish(server, connections, isBehindProxy ? DRAIN_MS : 0);
      return stopping;
    },
  });
}

/**
 * Whether a request names its host twice. Node would take the first, and a proxy in front perhaps the other (RFC 9112,
 * 3.2 asks for 400).
 */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let name = 0; name < rawHeaders.length; name += 2) {
    if (rawHeaders[name]?.length === 4 && rawHeaders[name]?.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}

function refuseRequest(response: ServerResponse): void {
  response.writeHead(400, { connection: "close", "content-type": "text/plain; charset=utf-8" });
  response.end("Please send one Host header.\n");
}

/** If the fast path throws, the process goes on: the app handles the same request, and logs the error if it recurs. */
function answerEarly({ early }: App, request: IncomingMessage): ReturnType<EarlyAnswer> {
  try {
    return early?.(request);
  } catch {
    return undefined;
  }
}

/** Checks, before the slow parts of a start, that listening will work. The refusal is one line for the operator. */
export async function checkListening(options: ListenOptions): Promise<Outcome<void, string>> {
  const probe = createServer((_request, response) => void response.writeHead(503).end());
  const refusal = await listen(probe, options);
  if (refusal !== undefined) return refuse(refusal);
  probe.close();
  probe.closeAllConnections();
  await once(probe, "close");
  return accept(undefined);
}

async function listen(server: Server, { host, port, setting = "PORT" }: ListenOptions): Promise<string | undefined> {
  try {
    server.listen({ port, host, backlog: MAX_PENDING_CONNECTIONS });
    await once(server, "listening");
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    switch (code) {
      case "EADDRINUSE":
        return `Port ${port} (${setting}) is in use by another program: stop that one, or choose another port, for example ${setting}=${port === 65_535 ? port - 1 : port + 1}.`;
      case "EACCES":
        return `This user may not listen on port ${port} (${setting}): choose a port above 1023, for example ${setting}=${UNPRIVILEGED[setting]}.`;
      case "EADDRNOTAVAIL":
      case "ENOTFOUND":
      case "EAI_AGAIN":
        return `${setting === "PORT" ? "HOST" : setting} ${host} is not an address of this machine: use 127.0.0.1 behind a proxy, or 0.0.0.0 for every address.`;
      default:
        return `Cannot listen on ${host}, port ${port}: ${message}.`;
    }
  }
}

type Connections = {
  /** Called with each response before anything else, since it may be complete at once. */
  answering(socket: Socket, response: ServerResponse): void;
  /** From now on each response carries `Connection: close`. */
  closeAnswered(): void;
  closeUnused(): void;
};

/** Tracks which connections have a request under way. Node alone counts a connection without any request as busy. */
function watchConnections(server: Server): Connections {
  // Each connection's latest response. Its state is checked only at the stop: cheaper than a listener per request.
  const open = new Map<Socket, ServerResponse | undefined>();
  let draining = false;
  server.on("connection", (socket) => {
    open.set(socket, undefined);
    socket.once("close", () => open.delete(socket));
  });
  return {
    answering(socket, response) {
      open.set(socket, response);
      if (draining) response.setHeader("connection", "close");
    },
    closeAnswered() {
      draining = true;
    },
    closeUnused() {
      for (const [socket, response] of open) {
        if (!response || response.closed) socket.destroy();
        else response.once("close", () => socket.destroySoon());
      }
    },
  };
}

async function finish(server: Server, connections: Connections, drainMs: number): Promise<void> {
  connections.closeAnswered();
  if (drainMs > 0) await delay(drainMs);
  const closed = once(server, "close");
  server.close();
  connections.closeUnused();
  const limit = setTimeout(() => server.closeAllConnections(), MAX_FINISH_MS);
  await closed;
  clearTimeout(limit);
}
