import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { isWhole } from "./load.ts";

/** A phase in which people arrive at a steady pace, independent of earlier responses. */
export type Phase = { readonly perSecond: number; readonly seconds: number };

export type Arrivals<Name extends string> = {
  readonly port: number;
  /** The phases, in order. */
  readonly phases: Readonly<Record<Name, Phase>>;
  /**
   * The most connections. Each carries one request at a time. A person who arrives while all are busy counts as unsent.
   */
  readonly connections: number;
  /** How many connections are open before the first arrival. The others open when no connection is free. */
  readonly openBefore: number;
  /** Returns the bytes of the next request. */
  readonly next: () => Buffer;
};

export type Answer = {
  readonly status: number;
  /** Milliseconds from the start of the phase to the arrival. */
  readonly at: number;
  /** Milliseconds from the arrival to the end of the response, including delays of the load generator itself. */
  readonly ms: number;
  readonly retryAfter: boolean;
};

export type Arrived = {
  readonly answers: Answer[];
  sent: number;
  /** Arrived while every connection was busy. */
  unsent: number;
  /** Sent but never answered: the connection broke, or no response came. */
  lost: number;
};

const RETRY_AFTER = /\r\nretry-after: *\d/i;
const MAX_HEAD_BYTES = 2_000;
const TICK_MS = 1;
/** Milliseconds to wait after the last arrival. A response that takes longer counts as lost. */
const LAST_ANSWER_MS = 20_000;
/**
 * Connections opened in parallel: far fewer than the kernel's backlog holds. Beyond that, the kernel retries some after
 * seconds.
 */
const OPENED_AT_ONCE = 500;
/** Limit of 60 s. A site behind a proxy closes connections idle for 75 s, and a request must not hit that moment. */
const MAX_IDLE_MS = 60_000;

/**
 * An open load: people arrive at a steady pace and do not wait for each other, as in a crowd. In `load` of load.ts each
 * connection waits for its response, so it slows down with the site and never overloads it.
 */
export async function arrive<Name extends string>(arrivals: Arrivals<Name>): Promise<Record<Name, Arrived>> {
  const { port, connections, openBefore, next } = arrivals;
  const open: Connection[] = [];
  const openAnother = () => {
    if (open.length === connections) return undefined;
    const connection = openConnection(port);
    open.push(connection);
    return connection;
  };
  while (open.length < openBefore) {
    const more = Array.from({ length: Math.min(OPENED_AT_ONCE, openBefore - open.length) }, openAnother);
    await Promise.all(more.map((connection) => connection?.isOpen()));
  }
  const free = [...open];
  const results: [string, Arrived][] = [];
  for (const [name, phase] of Object.entries<Phase>(arrivals.phases)) {
    const result: Arrived = { answers: [], sent: 0, unsent: 0, lost: 0 };
    results.push([name, result]);
    const began = performance.now();
    const people = Math.round(phase.perSecond * phase.seconds);
    const arrivesAt = (person: number) => (person / phase.perSecond) * 1000;
    for (let person = 0; person < people; await delay(TICK_MS)) {
      const now = performance.now() - began;
      for (; person < people && arrivesAt(person) <= now; person++) {
        const connection = free.pop() ?? openAnother();
        if (!connection) {
          result.unsent += 1;
          continue;
        }
        const at = arrivesAt(person);
        result.sent += 1;
        connection.send(next(), (answer) => {
          if (!answer) return;
          free.push(connection);
          const head = answer.toString("latin1", 0, MAX_HEAD_BYTES);
          result.answers.push({
            status: Number(head.slice(9, 12)),
            at,
            ms: performance.now() - began - at,
            retryAfter: RETRY_AFTER.test(head),
          });
        });
      }
    }
  }
  await Promise.race([Promise.all(open.map(({ idle }) => idle())), delay(LAST_ANSWER_MS)]);
  for (const connection of open) connection.close();
  for (const [, result] of results) result.lost = result.sent - result.answers.length;
  return Object.fromEntries(results) as Record<Name, Arrived>;
}

type Connection = {
  /** @param onAnswer called with the response, or with null if the connection breaks before it */
  send(request: Buffer, onAnswer: (answer: Buffer | null) => void): void;
  /** Settles when the connection is open. */
  isOpen(): Promise<unknown>;
  /** Settles when no request is pending. */
  idle(): Promise<void>;
  close(): void;
};

/** A connection that reconnects after a long idle time, as browsers do, because the site closes idle connections. */
function openConnection(port: number): Connection {
  let received: Buffer | null = null;
  let waiting: ((answer: Buffer | null) => void) | null = null;
  let usedAt = performance.now();
  let idle = Promise.withResolvers<void>();
  idle.resolve();
  const end = (answer: Buffer | null) => {
    const receive = waiting;
    [received, waiting, usedAt] = [null, null, performance.now()];
    receive?.(answer);
    idle.resolve();
  };
  const open = () => {
    const opened = connect({ port, host: "127.0.0.1", noDelay: true });
    opened.on("data", (chunk) => {
      received = received ? Buffer.concat([received, chunk]) : chunk;
      if (isWhole(received)) end(received);
    });
    opened.on("error", () => undefined);
    opened.on("close", () => {
      if (opened === socket) end(null);
    });
    return opened;
  };
  let socket = open();
  return {
    send(request, onAnswer) {
      if (socket.destroyed || performance.now() - usedAt > MAX_IDLE_MS) {
        const old = socket;
        socket = open();
        old.destroy();
      }
      waiting = onAnswer;
      idle = Promise.withResolvers();
      socket.write(request);
    },
    isOpen: () => once(socket, "connect"),
    idle: () => idle.promise,
    close: () => socket.destroy(),
  };
}
