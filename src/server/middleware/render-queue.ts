/** Turns to render pages: a few run at once, others wait. */
export type RenderQueue = {
  /**
   * Waits for a turn. Networks take turns, so that whoever asks for many pages waits behind everybody who asks for few
   * (fair queueing, J. Nagle, RFC 970). If no place is free, the network with the most gives up its last.
   *
   * @param network whose turn it is
   * @param gone aborted when nobody waits for the page any more
   * @returns a function that ends the turn; null if there was none in time
   */
  enter(network: string, gone: AbortSignal): Promise<(() => void) | null>;
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

type Waiter = { readonly network: string; settle(turn: (() => void) | null): void };

/**
 * Two at once: one waits for the database while the other is rendered. More are no faster, and Node's event loop takes
 * one new connection in each round: with 8 at once, rounds are so long that visitors wait to be connected
 * (docs/decisions/0086-pages-of-one-visitor.md). 256 that wait have their turns in some four seconds.
 */
const LIMITS: Limits = { running: 2, turnMs: 500, waiting: 256, waitMs: 10_000 };

export function createRenderQueue(limits: Limits = LIMITS): RenderQueue {
  const { running: maxRunning, turnMs, waiting: maxWaiting, waitMs } = limits;
  /** Those who wait, by network. The first network has the next turn, and goes to the end with it. */
  const queues = new Map<string, Set<Waiter>>();
  let running = 0;
  let waiting = 0;

  function add(waiter: Waiter): void {
    queues.set(waiter.network, (queues.get(waiter.network) ?? new Set()).add(waiter));
    waiting += 1;
  }

  function remove(waiter: Waiter): void {
    const queue = queues.get(waiter.network);
    if (!queue?.delete(waiter)) return;
    if (queue.size === 0) queues.delete(waiter.network);
    waiting -= 1;
  }

  function startNext(): void {
    const [network, queue] = queues.entries().next().value ?? [];
    const [next] = queue ?? [];
    if (network === undefined || !queue || !next || running >= maxRunning) return;
    queues.delete(network);
    queues.set(network, queue);
    next.settle(start());
  }

  function start(): () => void {
    running += 1;
    let hasEnded = false;
    const end = () => {
      if (hasEnded) return;
      hasEnded = true;
      clearTimeout(limit);
      running -= 1;
      startNext();
    };
    const limit = setTimeout(end, turnMs);
    return end;
  }

  /** The last of the longest queue, if that is still the longest once this network has one more. */
  function evictable(network: string): Waiter | undefined {
    const longest = [...queues.values()].reduce((most, one) => (one.size > most.size ? one : most));
    return longest.size > (queues.get(network)?.size ?? 0) + 1 ? [...longest].at(-1) : undefined;
  }

  return {
    enter(network, gone) {
      if (running < maxRunning) return Promise.resolve(start());
      const evicted = waiting < maxWaiting ? undefined : evictable(network);
      if (waiting >= maxWaiting && !evicted) return Promise.resolve(null);
      evicted?.settle(null);
      return new Promise((resolve) => {
        const leave = () => waiter.settle(null);
        const limit = setTimeout(leave, waitMs);
        const waiter: Waiter = {
          network,
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
