import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { isWhole } from "./load.ts";

/** People who arrive at a steady pace, whatever became of those before them. */
export type Phase = { readonly perSecond: number; readonly seconds: number };

export type Arrivals<Name extends string> = {
  readonly port: number;
  /** One after the other. */
  readonly phases: Readonly<Record<Name, Phase>>;
  /** At most; each carries one request at a time, and whoever arrives while all wait for an answer cannot be sent. */
  readonly connections: number;
  /** Of these so many are there before anybody arrives; each of the others is opened for the first who finds none free. */
  readonly openBefore: number;
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
/** Far fewer than the kernel holds until a site takes them; of more, some are tried again seconds later. */
const OPENED_AT_ONCE = 500;
/** A site behind a proxy closes what nobody used for 75 seconds, and a request must not meet that. */
const LONGEST_IDLE_MS = 60_000;

/**
 * An open load: people arrive at a steady pace and do not wait for each other, as a crowd does. `load` of load.ts, where
 * each connection asks again once it was answered, slows down with the site and so never overloads it.
 */
export async function arrive<Name extends string>(given: Arrivals<Name>): Promise<Record<Name, Arrived>> {
  const { port, connections, openBefore, next } = given;
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
  for (const [name, phase] of Object.entries<Phase>(given.phases)) {
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
  for (const connection of open) connection.close();
  for (const [, result] of results) result.lost = result.sent - result.answers.length;
  return Object.fromEntries(results) as Record<Name, Arrived>;
}

type Connection = {
  /** @param onAnswer told the answer, or null where the connection breaks before it */
  send(request: Buffer, onAnswer: (answer: Buffer | null) => void): void;
  /** Settles when it is open. */
  isOpen(): Promise<unknown>;
  /** Settles when nothing is under way. */
  idle(): Promise<void>;
  close(): void;
};

/** A connection that is opened anew where it lay idle for long, as browsers do: the site closes such ones. */
function openConnection(port: number): Connection {
  let received: Buffer | null = null;
  let waiting: ((answer: Buffer | null) => void) | null = null;
  let usedAt = performance.now();
  let idle = Promise.withResolvers<void>();
  idle.resolve();
  const end = (answer: Buffer | null) => {
    const told = waiting;
    [received, waiting, usedAt] = [null, null, performance.now()];
    told?.(answer);
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
      if (socket.destroyed || performance.now() - usedAt > LONGEST_IDLE_MS) {
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
