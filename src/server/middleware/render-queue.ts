/** Who asks for a page: one of the addresses of a network. */
export type Asker = { readonly network: string; readonly address: string };

/** Turns to render pages: a few run at once, others wait. */
export type RenderQueue = {
  /**
   * Waits for a turn. Networks take turns, and so do addresses in each: requests of an address with many wait behind
   * those of addresses with few (fair queueing, J. Nagle, RFC 970). If no place is free, the address with the most
   * requests in the network with the most gives up its last.
   *
   * @param gone aborted when nobody waits for the page any more
   * @returns a function that ends the turn; null if there was none in time
   */
  enter(asker: Asker, gone: AbortSignal): Promise<(() => void) | null>;
};

type Limits = {
  /** Pages that are rendered at once. */
  readonly running: number;
  /** The time after which a turn ends by itself: a page that waits for the database for long costs others nothing. */
  readonly turnMs: number;
  /** Requests that wait for a turn. */
  readonly waiting: number;
  readonly waitMs: number;
};

type Waiter = Asker & { settle(turn: (() => void) | null): void };

/** Those who wait in one network, by address. The first address has the next turn, and goes to the end with it. */
type Line = Map<string, Set<Waiter>>;

/**
 * Two at once: one waits for the database while the other is rendered. More are no faster, and Node's event loop takes
 * one new connection in each round: with 8 at once, rounds are so long that visitors wait to be connected
 * (docs/decisions/0086-pages-of-one-visitor.md). 256 that wait have their turns in some four seconds.
 */
const LIMITS: Limits = { running: 2, turnMs: 500, waiting: 256, waitMs: 10_000 };

export function createRenderQueue(limits: Limits = LIMITS): RenderQueue {
  const { running: maxRunning, turnMs, waiting: maxWaiting, waitMs } = limits;
  /** The first network has the next turn, and goes to the end with it. */
  const lines = new Map<string, Line>();
  let running = 0;
  let waiting = 0;

  function add(waiter: Waiter): void {
    const line: Line = lines.get(waiter.network) ?? new Map();
    lines.set(waiter.network, line.set(waiter.address, (line.get(waiter.address) ?? new Set()).add(waiter)));
    waiting += 1;
  }

  function remove(waiter: Waiter): void {
    const line = lines.get(waiter.network);
    const queue = line?.get(waiter.address);
    if (!queue?.delete(waiter)) return;
    if (queue.size === 0) line?.delete(waiter.address);
    if (line?.size === 0) lines.delete(waiter.network);
    waiting -= 1;
  }

  function startNext(): void {
    const line = running < maxRunning ? rotate(lines) : undefined;
    const [next] = (line && rotate(line)) ?? [];
    next?.settle(start());
  }

  function start(): () => void {
    running += 1;
    let hasEnded = false;
    const end = () => {
      if (hasEnded) return;
      hasEnded = true;
      clearTimeout(limit);
      running -= 1;
      // In the next round of the event loop, so that others are answered between two pages.
      setImmediate(startNext);
    };
    const limit = setTimeout(end, turnMs);
    return end;
  }

  /**
   * A free turn begins in the next round of the event loop too. A page that asks no database is rendered without a
   * pause: else a crowd's requests, which are read in one round, would be rendered in it, and nobody would ever wait.
   */
  function startSoon(): Promise<() => void> {
    const end = start();
    return new Promise((resolve) => {
      setImmediate(() => resolve(end));
    });
  }

  /** The waiter that gives up its place to a newcomer: the last of the longest, if that has more than the newcomer. */
  function evictable({ network, address }: Asker): Waiter | undefined {
    const longest = largest(lines, sizeOf);
    const line = lines.get(network);
    if (longest && sizeOf(longest) > (line ? sizeOf(line) : 0) + 1) return lastOf(largest(longest, ({ size }) => size));
    const most = line && largest(line, ({ size }) => size);
    return most && most.size > (line.get(address)?.size ?? 0) + 1 ? lastOf(most) : undefined;
  }

  return {
    enter(asker, gone) {
      // Whoever comes while others wait for the next round waits behind them.
      if (running < maxRunning && waiting === 0) return startSoon();
      const evicted = waiting < maxWaiting ? undefined : evictable(asker);
      if (waiting >= maxWaiting && !evicted) return Promise.resolve(null);
      evicted?.settle(null);
      return new Promise((resolve) => {
        const leave = () => waiter.settle(null);
        const limit = setTimeout(leave, waitMs);
        const waiter: Waiter = {
          ...asker,
          settle(turn) {
            remove(waiter);
            clearTimeout(limit);
            gone.removeEventListener("abort", leave);
            resolve(turn);
          },
        };
        gone.addEventListener("abort", leave);
        add(waiter);
      });
    },
  };
}

/** The first value, which goes to the end. */
function rotate<Value>(all: Map<string, Value>): Value | undefined {
  const [first] = all;
  if (!first) return undefined;
  all.delete(first[0]);
  all.set(...first);
  return first[1];
}

function largest<Value>(all: ReadonlyMap<string, Value>, sizeOf: (value: Value) => number): Value | undefined {
  const values = [...all.values()];
  return values.reduce((most, one) => (most !== undefined && sizeOf(most) >= sizeOf(one) ? most : one), values[0]);
}

function sizeOf(line: Line): number {
  return [...line.values()].reduce((sum, { size }) => sum + size, 0);
}

function lastOf(queue: ReadonlySet<Waiter> | undefined): Waiter | undefined {
  return [...(queue ?? [])].at(-1);
}
