import type { nextBatchSize } from "#src/entries/submit/batch-size.ts";

/** Microseconds of processor time, as measured on two cores: `npm run bench -- entries`. */
const COST = { load: 22, receive: 45, answer: 32, statement: 440, row: 50, turn: 15, result: 30 };
const CORES = 2;
const SIMULATED_US = 2_000_000;
/** Each cost differs by up to this part of it, by numbers that are the same in each run. */
const VARIES_BY = 0.2;

type Work = { left: number; readonly done: () => void };
/** One thread of a program: it does its work in order, on a core that it may have to share. */
type Thread = { readonly queue: Work[] };

/**
 * Simulates a closed loop of clients, the site's event loop, PostgreSQL's processes and a disk that syncs the commits of
 * all that wait together.
 *
 * @param given.connections each sends its next entry when it has the answer to the last
 * @param given.commitUs how long the disk takes for a commit
 * @returns accepted entries per second
 */
export function simulateEntries(given: {
  readonly connections: number;
  readonly commitUs: number;
  readonly rule: typeof nextBatchSize;
}): { readonly perSecond: number } {
  const machine = simulateMachine();
  const { thread, run, after } = machine;
  const load = thread();
  const site = thread();
  let accepted = 0;

  // The event loop: a turn handles what is ready, then what was left for its end.
  const ready: { readonly cost: number; readonly handle: () => void }[] = [];
  let inTurn = false;
  function turn(): void {
    if (inTurn || ready.length === 0) return;
    inTurn = true;
    for (const { cost, handle } of ready.splice(0)) run(site, cost, handle);
    run(site, COST.turn, () => {
      sendDue(true);
      inTurn = false;
      turn();
    });
  }
  function arrives(cost: number, handle: () => void): void {
    ready.push({ cost, handle });
    turn();
  }

  // The queue of submissions, and its batches at the database.
  let waiting = 0;
  let batches = 0;
  let underway = 0;
  function sendDue(endOfTurn: boolean): void {
    const next = () => given.rule({ waiting, batches, underway }, endOfTurn);
    for (let size = next(); size > 0; size = next()) send(size);
  }
  function send(size: number): void {
    waiting -= size;
    batches += 1;
    underway += size;
    run(thread(), COST.statement + COST.row * size, () =>
      commit(() =>
        arrives(COST.result, () => {
          batches -= 1;
          underway -= size;
          for (let one = 0; one < size; one += 1) ready.push({ cost: COST.answer, handle: answered });
          sendDue(false);
        }),
      ),
    );
  }

  // The disk: who commits while it syncs waits for the next sync, together with all others.
  let syncing = false;
  let committing: (() => void)[] = [];
  function commit(done: () => void): void {
    committing.push(done);
    sync();
  }
  function sync(): void {
    if (syncing || committing.length === 0) return;
    syncing = true;
    const together = committing;
    committing = [];
    after(given.commitUs, () => {
      syncing = false;
      for (const done of together) done();
      sync();
    });
  }

  function enter(): void {
    run(load, COST.load, () =>
      arrives(COST.receive, () => {
        waiting += 1;
        sendDue(false);
      }),
    );
  }
  function answered(): void {
    accepted += 1;
    enter();
  }

  for (let client = 0; client < given.connections; client += 1) enter();
  machine.runUntil(SIMULATED_US);
  return { perSecond: (accepted * 1_000_000) / SIMULATED_US };
}

/** Cores that are shared evenly by the threads that have something to do, and a clock. */
function simulateMachine() {
  const working = new Set<Thread>();
  const timers: { at: number; done: () => void }[] = [];
  const vary = variation();
  let now = 0;

  function step(end: number): boolean {
    const busy = [...working];
    const speed = Math.min(1, CORES / busy.length);
    const timer = timers.reduce<(typeof timers)[number] | undefined>(
      (first, one) => (first === undefined || one.at < first.at ? one : first),
      undefined,
    );
    const workEnds = now + Math.min(...busy.map(({ queue }) => queue[0]?.left ?? 0)) / speed;
    const next = Math.min(workEnds, timer?.at ?? Number.POSITIVE_INFINITY);
    if (next > end) return false;
    for (const { queue } of busy) if (queue[0]) queue[0].left -= (next - now) * speed;
    now = next;
    if (timer && timer.at <= now) {
      timers.splice(timers.indexOf(timer), 1);
      timer.done();
    }
    // A thousandth of a microsecond is the rounding of the sums above.
    for (const one of busy) {
      if ((one.queue[0]?.left ?? 1) < 0.001) one.queue.shift()?.done();
      if (one.queue.length === 0) working.delete(one);
    }
    return true;
  }

  return {
    thread: (): Thread => ({ queue: [] }),
    run(on: Thread, cost: number, done: () => void): void {
      working.add(on);
      on.queue.push({ left: vary(cost), done });
    },
    after(us: number, done: () => void): void {
      timers.push({ at: now + vary(us), done });
    },
    runUntil(end: number): void {
      while (step(end));
    },
  };
}

/** Numbers around one, the same in each run (a linear congruential generator with the constants of POSIX's rand). */
function variation(): (cost: number) => number {
  let state = 1;
  return (cost) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return cost * (1 - VARIES_BY + (2 * VARIES_BY * state) / 2 ** 31);
  };
}
