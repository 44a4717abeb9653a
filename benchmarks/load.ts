import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { quantile } from "./measure.ts";

export type Load = {
  readonly port: number;
  /** The number of connections. Each sends its next request as soon as the response has come. */
  readonly connections: number;
  readonly seconds: number;
  /** Returns the bytes of the next request. */
  readonly next: () => Buffer;
};

export type LoadResult = {
  readonly perSecond: number;
  /** Milliseconds from the request to the end of its response. */
  readonly p50: number;
  readonly p99: number;
  /** The number of responses by status. */
  readonly statuses: ReadonlyMap<number, number>;
};

const HEAD_END = "\r\n\r\n";
const LAST_CHUNK = "0\r\n\r\n";

/**
 * Sends requests to a server of this machine over plain sockets. Node's own HTTP clients cost more than the servers
 * under test.
 */
export async function load({ port, connections, seconds, next }: Load): Promise<LoadResult> {
  const milliseconds: number[] = [];
  const statuses = new Map<number, number>();
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const started = performance.now();
  const deadline = started + seconds * 1000;
  await Promise.all(
    sockets.map(async (socket) => {
      const answers = answersOf(socket);
      for (let sent = performance.now(); sent < deadline; sent = performance.now()) {
        socket.write(next());
        const status = await answers.next();
        milliseconds.push(performance.now() - sent);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
  );
  const took = (performance.now() - started) / 1000;
  for (const socket of sockets) socket.destroy();
  return {
    perSecond: milliseconds.length / took,
    p50: quantile(milliseconds, 0.5),
    p99: quantile(milliseconds, 0.99),
    statuses,
  };
}

/** A POST request with a JSON body, for `next`. */
export function postJson(path: string, body: unknown, headers = ""): Buffer {
  const json = JSON.stringify(body);
  const length = Buffer.byteLength(json);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${headers}\r\n${json}`,
  );
}

/** A request without a body, for `next`. Each line of `headers` ends with CRLF. */
export function getRequest(path: string, headers = ""): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n`);
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  return socket;
}

/** Yields the statuses of a connection's responses. The next request goes out after the previous response. */
function answersOf(socket: Socket): { next(): Promise<number> } {
  let received: Buffer | null = null;
  let waiting = Promise.withResolvers<number>();
  socket.on("data", (chunk) => {
    received = received ? Buffer.concat([received, chunk]) : chunk;
    if (!isWhole(received)) return;
    const status = Number(received.toString("latin1", 9, 12));
    received = null;
    waiting.resolve(status);
  });
  socket.on("error", (error) => waiting.reject(error));
  socket.on("close", () => waiting.reject(new Error("The server closed the connection.")));
  return {
    async next() {
      const status = await waiting.promise;
      waiting = Promise.withResolvers();
      waiting.promise.catch(() => undefined);
      return status;
    },
  };
}

/** Whether these bytes are a complete response. */
export function isWhole(received: Buffer): boolean {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd === -1) return false;
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(received.toString("latin1", 0, headEnd)) ?? [];
  const bodyStart = headEnd + HEAD_END.length;
  if (length !== undefined) return received.length >= bodyStart + Number(length);
  return received.toString("latin1", Math.max(bodyStart, received.length - LAST_CHUNK.length)) === LAST_CHUNK;
}
