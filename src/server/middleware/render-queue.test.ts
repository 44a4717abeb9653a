import { expect, onTestFinished, test, vi } from "vitest";
import { createRenderQueue } from "./render-queue.ts";

/** "a1" is the first request of the network "a"; "a.x1" comes from its address "x". */
function askerOf(name: string) {
  const [network = "", address = ""] = name.replace(/\d+$/, "").split(".");
  return { network, address };
}

const LIMITS = { running: 1, turnMs: 60_000, waiting: 4, waitMs: 10_000 };
const HERE = new AbortController().signal;

/** A queue whose only turn is taken, and the order in which requests have their turns. */
async function busyQueue(limits = LIMITS) {
  const queue = createRenderQueue(limits);
  const endFirst = await queue.enter(askerOf("first"), HERE);
  const order: string[] = [];
  /** Asks for a page that takes no time. */
  const ask = async (name: string, gone = HERE) => {
    const end = await queue.enter(askerOf(name), gone);
    order.push(end ? name : `not ${name}`);
    end?.();
  };
  return { queue, order, ask, endFirst: () => endFirst?.() };
}

test("a free turn is had at once, and no more than there are", async () => {
  const queue = createRenderQueue({ ...LIMITS, running: 2 });
  const [one, two] = [await queue.enter(askerOf("a"), HERE), await queue.enter(askerOf("a"), HERE)];
  let third: unknown = "waits";
  const waits = queue.enter(askerOf("a"), HERE).then((end) => {
    third = end;
  });
  await Promise.resolve();
  expect(third).toBe("waits");
  one?.();
  // Ending a turn twice gives no second one.
  one?.();
  await waits;
  expect(third).toBeTypeOf("function");
  let fourth: unknown = "waits";
  const last = queue.enter(askerOf("a"), HERE).then((end) => {
    fourth = end;
  });
  await Promise.resolve();
  expect(fourth).toBe("waits");
  two?.();
  await last;
});

test("networks take turns: who asks for one page waits for one page of each other", async () => {
  const { order, ask, endFirst } = await busyQueue();
  const all = ["a1", "a2", "a3", "b1"].map((name) => ask(name));
  endFirst();
  await Promise.all(all);
  expect(order).toEqual(["a1", "b1", "a2", "a3"]);
});

test("a full queue gives up the last of the network with the most, else whoever comes", async () => {
  const { order, ask, endFirst } = await busyQueue();
  const all = ["a1", "a2", "a3", "b1", "b2", "c1", "d1", "b3", "e1"].map((name) => ask(name));
  endFirst();
  await Promise.all(all);
  expect(order.filter((name) => name.startsWith("not")).toSorted()).toEqual(
    ["not a2", "not a3", "not b2", "not b3", "not e1"].toSorted(),
  );
  expect(order.filter((name) => !name.startsWith("not"))).toEqual(["a1", "b1", "c1", "d1"]);
});

test("addresses of one network take turns in its turns", async () => {
  const { order, ask, endFirst } = await busyQueue();
  const all = ["a.x1", "a.x2", "a.y1", "b1"].map((name) => ask(name));
  endFirst();
  await Promise.all(all);
  expect(order).toEqual(["a.x1", "b1", "a.y1", "a.x2"]);
});

test("an address that fills the places of its network gives them up to its neighbours", async () => {
  const { order, ask, endFirst } = await busyQueue();
  const all = ["a.x1", "a.x2", "a.x3", "a.x4", "a.x5", "a.y1", "a.z1", "a.y2"].map((name) => ask(name));
  endFirst();
  await Promise.all(all);
  expect(order.filter((name) => name.startsWith("not"))).toEqual(["not a.x5", "not a.x4", "not a.x3", "not a.y2"]);
  expect(order.filter((name) => !name.startsWith("not"))).toEqual(["a.x1", "a.y1", "a.z1", "a.x2"]);
});

test("the event loop goes round before a page, and between two", async () => {
  let begun: unknown;
  const { enter } = createRenderQueue(LIMITS);
  const first = enter(askerOf("a"), HERE).then((end) => {
    begun = end;
  });
  for (let microtasks = 0; microtasks < 10; microtasks++) await Promise.resolve();
  expect(begun).toBeUndefined();
  await first;
  expect(begun).toBeTypeOf("function");
  const { ask, endFirst } = await busyQueue();
  let rounds = 0;
  const count = () => {
    rounds += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const all = ["a1", "a2", "a3", "a4"].map((name) => ask(name));
  endFirst();
  await Promise.all(all);
  clearImmediate(counting);
  expect(rounds).toBeGreaterThanOrEqual(3);
});

test("whoever left has no turn, and leaves the place", async () => {
  const { order, ask, endFirst } = await busyQueue({ ...LIMITS, waiting: 1 });
  const gone = new AbortController();
  const left = ask("a1", gone.signal);
  gone.abort();
  await left;
  const next = ask("b1");
  endFirst();
  await next;
  expect(order).toEqual(["not a1", "b1"]);
});

test("a page that takes long leaves its turn to others, and gives none when it ends", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { order, ask, endFirst, queue } = await busyQueue({ ...LIMITS, turnMs: 500 });
  const next = ask("a1");
  await vi.advanceTimersByTimeAsync(500);
  await next;
  expect(order).toEqual(["a1"]);
  const running = await queue.enter(askerOf("b"), HERE);
  const last = ask("c1");
  endFirst();
  await new Promise(setImmediate);
  expect(order).toEqual(["a1"]);
  running?.();
  await last;
  expect(order).toEqual(["a1", "c1"]);
});

test("nobody waits for longer than a visitor would, and a turn is lost to nobody", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { queue, order, ask, endFirst } = await busyQueue();
  const early = ask("a1");
  await vi.advanceTimersByTimeAsync(9_000);
  const late = ask("a2");
  await vi.advanceTimersByTimeAsync(1_000);
  await early;
  endFirst();
  await late;
  expect(order).toEqual(["not a1", "a2"]);
  expect(await queue.enter(askerOf("b"), HERE)).toBeTypeOf("function");
});
