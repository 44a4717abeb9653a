import { once } from "node:events";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";

/** What answers requests: the site of create-app.ts. */
export type App = { fetch(request: Request, env: HttpBindings): Response | Promise<Response> };

export type ListenOptions = { readonly host: string; readonly port: number };

export type RunningServer = {
  /** Takes no new requests, waits for those under way (a limited time), and closes every connection. */
  stop(): Promise<void>;
};

/** Most requests end within a second; what is not answered by then belongs to a caller who is gone or stuck. */
const LONGEST_FINISH_MS = 10_000;

/** Starts to listen. The refusal is one line for the operator: the port is taken, or the address is not ours. */
export async function startListening(app: App, options: ListenOptions): Promise<Outcome<RunningServer, string>> {
  const server = createAdaptorServer({ fetch: (request, env) => app.fetch(request, env as HttpBindings) }) as Server;
  const connections = watchConnections(server);
  const refusal = await listen(server, options);
  if (refusal !== undefined) return refuse(refusal);
  let stopping: Promise<void> | undefined;
  return accept({
    stop() {
      stopping ??= finish(server, connections);
      return stopping;
    },
  });
}

/** Finds out, before the slow parts of a start, whether listening there would be refused; answers the line if so. */
export async function checkListening(options: ListenOptions): Promise<Outcome<void, string>> {
  const probe = createAdaptorServer({ fetch: () => new Response(null, { status: 503 }) }) as Server;
  const refusal = await listen(probe, options);
  if (refusal !== undefined) return refuse(refusal);
  probe.close();
  probe.closeAllConnections();
  await once(probe, "close");
  return accept(undefined);
}

async function listen(server: Server, { host, port }: ListenOptions): Promise<string | undefined> {
  try {
    server.listen(port, host);
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

/** Knows which connections have a request under way: Node counts one on which nothing was ever asked as busy. */
function watchConnections(server: Server): { closeUnused(): void } {
  const open = new Set<Socket>();
  const busy = new Set<Socket>();
  let closing = false;
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    busy.add(socket);
    response.once("close", () => {
      busy.delete(socket);
      if (closing) socket.destroySoon();
    });
  });
  return {
    closeUnused() {
      closing = true;
      for (const socket of open) if (!busy.has(socket)) socket.destroy();
    },
  };
}

async function finish(server: Server, connections: { closeUnused(): void }): Promise<void> {
  const closed = once(server, "close");
  server.close();
  connections.closeUnused();
  const limit = setTimeout(() => server.closeAllConnections(), LONGEST_FINISH_MS);
  await closed;
  clearTimeout(limit);
}
