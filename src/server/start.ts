import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { type EarlyAnswer, sendAnswer } from "./early-answer.ts";

/** What answers requests: the site of create-app.ts. */
export type App = {
  fetch(request: Request, env: HttpBindings): Response | Promise<Response>;
  /** Asked first, where there is one. */
  readonly early?: EarlyAnswer;
};

export type ListenOptions = {
  readonly host: string;
  readonly port: number;
  /** How many proxies stand in front; none where it is left out. */
  readonly trustProxy?: number;
};

export type RunningServer = {
  /**
   * Takes no new requests, waits for those under way (a limited time), and closes every connection. Behind a proxy it
   * goes on answering for a while before that, until the proxy has noticed and sends nobody here any more.
   */
  stop(): Promise<void>;
};

/** docs/haproxy.cfg takes 1.5 seconds to notice that /readyz says 503; other proxies ask less often. */
const DRAIN_MS = 5_000;

/** Longer than proxies keep an unused connection (nginx a minute): of two that close, the proxy must be the first. */
const KEEP_FOR_PROXY_MS = 75_000;

/** Most requests end within a second; what is not answered by then belongs to a caller who is gone or stuck. */
const LONGEST_FINISH_MS = 10_000;

/**
 * Connections that the kernel holds until the event loop takes them. Beyond them a visitor's first packet is dropped and
 * comes again a second later; Node's 511 are less than a crowd opens in a tenth of a second. Linux allows this many.
 */
const MOST_UNTAKEN = 4096;

/** Starts to listen. The refusal is one line for the operator: the port is taken, or the address is not ours. */
export async function startListening(app: App, options: ListenOptions): Promise<Outcome<RunningServer, string>> {
  const answer = getRequestListener((request, env) => app.fetch(request, env as HttpBindings));
  const server = createServer((request, response) => {
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

/** A fault in it does not end the process: the app is asked the same, and logs the fault. */
function answerEarly({ early }: App, request: IncomingMessage): ReturnType<EarlyAnswer> {
  try {
    return early?.(request);
  } catch {
    return undefined;
  }
}

/** Finds out, before the slow parts of a start, whether listening there would be refused; answers the line if so. */
export async function checkListening(options: ListenOptions): Promise<Outcome<void, string>> {
  const probe = createServer((_request, response) => void response.writeHead(503).end());
  const refusal = await listen(probe, options);
  if (refusal !== undefined) return refuse(refusal);
  probe.close();
  probe.closeAllConnections();
  await once(probe, "close");
  return accept(undefined);
}

async function listen(server: Server, { host, port }: ListenOptions): Promise<string | undefined> {
  try {
    server.listen({ port, host, backlog: MOST_UNTAKEN });
    await once(server, "listening");
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    switch (code) {
      case "EADDRINUSE":
        return `Port ${port} is in use by another program: stop that one, or choose another port, for example PORT=${port === 65_535 ? port - 1 : port + 1}.`;
      case "EACCES":
        return `This user may not listen on port ${port}: choose a port above 1023, for example PORT=3000.`;
      case "EADDRNOTAVAIL":
      case "ENOTFOUND":
      case "EAI_AGAIN":
        return `HOST ${host} is not an address of this machine: use 127.0.0.1 behind a proxy, or 0.0.0.0 for every address.`;
      default:
        return `Cannot listen on ${host}, port ${port}: ${message}.`;
    }
  }
}

type Connections = {
  /** From now on each answer says that its connection is not to be used again. */
  closeAnswered(): void;
  closeUnused(): void;
};

/** Knows which connections have a request under way: Node counts one on which nothing was ever asked as busy. */
function watchConnections(server: Server): Connections {
  // With the latest answer of each: whether that is given yet is asked in the end, and not watched at every request.
  const open = new Map<Socket, ServerResponse | undefined>();
  let draining = false;
  server.on("connection", (socket) => {
    open.set(socket, undefined);
    socket.once("close", () => open.delete(socket));
  });
  // Before the app, which may answer at once.
  server.prependListener("request", ({ socket }, response) => {
    open.set(socket, response);
    if (draining) response.setHeader("connection", "close");
  });
  return {
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
  const limit = setTimeout(() => server.closeAllConnections(), LONGEST_FINISH_MS);
  await closed;
  clearTimeout(limit);
}
