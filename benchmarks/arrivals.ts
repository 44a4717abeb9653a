import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { isWhole } from "./load.ts";

/** People who arrive at a steady pace, whatever became of those before them. */
export type Phase = { readonly perSecond: number; readonly seconds: number };

export type Arrivals<Name extends string> = {
  readonly port: number;
  /** One after the other. */
  readonly phases: Readonly<Record<Name, Phase>>;
  /** Each carries one request at a time; whoever arrives while all wait for an answer cannot be sent. */
  readonly connections: number;
  /** The next request, bytes and all. */
  readonly next: () => Buffer;
};

export type Answer = {
  readonly status: number;
  /** Milliseconds from the beginning of the phase to the arrival. */
  readonly at: number;
  /** Milliseconds from the arrival to the end of the answer, also those for which the load itself was late. */
  readonly ms: number;
  readonly retryAfter: boolean;
};

export type Arrived = {
  readonly answers: Answer[];
  sent: number;
  /** Arrived while every connection waited for an answer. */
  unsent: number;
  /** Sent, and never answered: the connection broke, or nothing came. */
  lost: number;
};

const RETRY_AFTER = /\r\nretry-after: *\d/i;
const MOST_HEAD_BYTES = 2_000;
const TICK_MS = 1;
/** Answers that are not there so long after the last arrival never come. */
const LAST_ANSWER_MS = 20_000;
/** The kernel holds 4,096 connections that nobody has taken yet, and forgets more. */
const OPENED_AT_ONCE = 500;

/**
 * An open load: people arrive at a steady pace and do not wait for each other, as a crowd does. `load` of load.ts, where
 * each connection asks again once it was answered, slows down with the site and so never overloads it.
 */
export async function arrive<Name extends string>(given: Arrivals<Name>): Promise<Record<Name, Arrived>> {
  const { port, connections, next } = given;
  const open: Connection[] = [];
  while (open.length < connections) {
    const more = Math.min(OPENED_AT_ONCE, connections - open.length);
    open.push(...(await Promise.all(Array.from({ length: more }, () => openConnection(port)))));
  }
  const free = [...open];
  const results: [string, Arrived][] = [];
  for (const [name, phase] of Object.entries<Phase>(given.phases)) {
    const result: Arrived = { answers: [], sent: 0, unsent: 0, lost: 0 };
    results.push([name, result]);
    const began = performance.now();
    const people = Math.round(phase.perSecond * phase.seconds);
    const arrivesAt = (person: number) => (person / phase.perSecond) * 1000;
    for (let person = 0; person < people; await delay(TICK_MS)) {
      const now = performance.now() - began;
      for (; person < people && arrivesAt(person) <= now; person++) {
        const connection = free.pop();
        if (!connection) {
          result.unsent += 1;
          continue;
        }
        const at = arrivesAt(person);
        result.sent += 1;
        connection.send(next(), (answer) => {
          if (!answer) return;
          free.push(connection);
          const head = answer.toString("latin1", 0, MOST_HEAD_BYTES);
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
  for (const { socket } of open) socket.destroy();
  for (const [, result] of results) result.lost = result.sent - result.answers.length;
  return Object.fromEntries(results) as Record<Name, Arrived>;
}

type Connection = {
  readonly socket: Socket;
  /** @param onAnswer told the answer, or null where the connection breaks before it */
  send(request: Buffer, onAnswer: (answer: Buffer | null) => void): void;
  /** Settles when nothing is under way. */
  idle(): Promise<void>;
};

async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  let received: Buffer | null = null;
  let waiting: ((answer: Buffer | null) => void) | null = null;
  let idle = Promise.withResolvers<void>();
  idle.resolve();
  const end = (answer: Buffer | null) => {
    const told = waiting;
    [received, waiting] = [null, null];
    told?.(answer);
    idle.resolve();
  };
  socket.on("data", (chunk) => {
    received = received ? Buffer.concat([received, chunk]) : chunk;
    if (isWhole(received)) end(received);
  });
  socket.on("error", () => undefined);
  socket.on("close", () => end(null));
  return {
    socket,
    send(request, onAnswer) {
      waiting = onAnswer;
      idle = Promise.withResolvers();
      if (socket.destroyed) end(null);
      else socket.write(request);
    },
    idle: () => idle.promise,
  };
}
