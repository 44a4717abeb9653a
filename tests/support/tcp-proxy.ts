import { once } from "node:events";
import { createConnection, createServer, type Socket } from "node:net";
import pg from "pg";

/** A TCP proxy between a site and its database. It simulates network failures. */
export type TcpProxy = {
  /** The database's connection string through the proxy. */
  readonly connectionString: string;
  /** Sends new connections to this server. Open connections stay. */
  leadTo(connectionString: string): void;
  /** Breaks every connection and accepts none. */
  cut(): void;
  /** How many connections it refused since its start. */
  refused(): number;
  /** Forwards no more data, without closing any connection. */
  hang(): void;
  /** Ends `cut` or `hang`. Connections that hung stay silent for ever, as those to a dead machine do. */
  mend(): void;
  stop(): Promise<void>;
};

/** Starts a proxy on a port of this machine, in front of the given server. */
export async function startTcpProxy(connectionString: string): Promise<TcpProxy> {
  let target = placeOf(connectionString);
  let mode: "forward" | "cut" | "hang" = "forward";
  const open = new Set<Socket>();
  let refused = 0;

  const server = createServer((near) => {
    if (mode === "cut") {
      refused += 1;
      return void near.destroy();
    }
    open.add(near);
    near.on("error", () => undefined).once("close", () => open.delete(near));
    if (mode === "hang") return;
    const far = createConnection(target);
    open.add(far);
    far.on("error", () => undefined);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.pipe(to);
      from.once("close", () => {
        open.delete(from);
        to.destroy();
      });
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A listening proxy has a port.");
  const url = new URL(connectionString);
  url.host = `127.0.0.1:${address.port}`;
  url.search = "";

  return {
    connectionString: url.href,
    leadTo(other) {
      target = placeOf(other);
    },
    cut() {
      mode = "cut";
      for (const socket of open) socket.destroy();
    },
    refused: () => refused,
    hang() {
      mode = "hang";
      for (const socket of open) socket.unpipe().pause();
    },
    mend() {
      mode = "forward";
    },
    async stop() {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, "close");
    },
  };
}

/** The host and port, or the socket path, of a connection string. */
function placeOf(connectionString: string): { path: string } | { host: string; port: number } {
  const { host, port } = new pg.Client(connectionString);
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}
