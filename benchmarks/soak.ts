import { setTimeout as delay } from "node:timers/promises";
import type { Arrived } from "./arrivals.ts";
import { arriveCounted, measureCapacity, startCrowdSite } from "./crowd-site.ts";
import { HEAP_ENV, liveHeapMb } from "./heap.ts";
import { type Figure, median, quantile } from "./measure.ts";
import { residentMb } from "./memory.ts";

const SHARE = 0.7;
const MINUTES = 10;
const MINUTE_S = 60;
/** Enough connections for the people who arrive while the site waits a second or two for the disk. */
const CONNECTIONS = 8_000;
const SAMPLE_MS = 1_000;
/** Minutes before memory counts: by then caches are filled, and V8's heap has its final size. */
const SETTLED_MINUTES = 2;
const SLOPE_TARGET = 5;
const P99_TARGET_MS = 60;

/**
 * Runs 70% of the site's capacity for ten minutes. Checks whether memory grows, errors occur or responses slow down.
 * Rate limits are off: a million people from one machine look like robots to them.
 *
 * @param minutesGiven the number of minutes, if not ten
 */
export async function measureSoak(say: (line: string) => void, minutesGiven?: string): Promise<Figure[]> {
  const minutes = Number(minutesGiven ?? MINUTES);
  if (!Number.isInteger(minutes) || minutes < 2) throw new Error("A soak takes two minutes or more: soak=2");
  const crowd = await startCrowdSite({ ...HEAP_ENV, RATE_LIMITS: "off" });
  try {
    const capacity = await measureCapacity(crowd);
    const pace = { perSecond: capacity * SHARE, seconds: MINUTE_S };
    const phases = Object.fromEntries(Array.from({ length: minutes }, (_, index) => [`minute ${index + 1}`, pace]));
    const heapBefore = await liveHeapMb(crowd.site);
    const memory = watch(crowd.site.pid, minutes, say);
    const results = Object.values<Arrived>(
      await arriveCounted(crowd, { phases, connections: CONNECTIONS, openBefore: 0 }),
    );
    const ofMinutes = memory.stop();
    const heapAfter = await liveHeapMb(crowd.site);

    const answers = results.flatMap((one) => one.answers);
    const sum = (pick: (one: Arrived) => number) => results.reduce((total, one) => total + pick(one), 0);
    const accepted = answers.filter(({ status }) => status === 201).length;
    const refused = answers.length - accepted;
    const lost = sum((one) => one.lost);
    const unsent = sum((one) => one.unsent);
    const slope = slopeOf(ofMinutes.slice(SETTLED_MINUTES));
    const p99 = (name: string, result: Arrived | undefined): Figure => {
      const times = (result?.answers ?? []).map(({ ms }) => ms);
      const ours = quantile(times, 0.99);
      return { name, ours, unit: "ms", target: `under ${P99_TARGET_MS} ms`, met: ours < P99_TARGET_MS };
    };
    return [
      {
        name: `soak of ${minutes} minutes: accepted, all of them stored`,
        ours: accepted / (minutes * MINUTE_S),
        unit: "entries/s",
        beside: { name: "capacity", value: capacity },
      },
      { name: "soak: other answers", ours: refused, unit: "", target: "0", met: refused === 0 },
      { name: "soak: never answered", ours: lost, unit: "", target: "0", met: lost === 0 },
      { name: "soak: not sent, every connection waiting", ours: unsent, unit: "", target: "0", met: unsent === 0 },
      p99("soak: the slowest of a hundred answers, first minute", results.at(0)),
      p99("soak: the slowest of a hundred answers, last minute", results.at(-1)),
      ...ofMinutes.map((ours, index): Figure => ({ name: `soak: memory in minute ${index + 1}`, ours, unit: "MB" })),
      {
        name: "soak: memory more in each minute, after the first two",
        ours: slope,
        unit: "MB",
        target: `${SLOPE_TARGET} MB or less`,
        met: slope <= SLOPE_TARGET,
      },
      {
        name: "soak: what lives in the heap at the end",
        ours: heapAfter,
        unit: "MB",
        beside: { name: "before", value: heapBefore },
      },
    ];
  } finally {
    await crowd.stop();
  }
}

/** Samples a process's memory. stop() returns the median of each minute, in MB. */
function watch(pid: number, minutes: number, say: (line: string) => void): { stop(): number[] } {
  const samples = Array.from({ length: minutes }, (): number[] => []);
  const began = performance.now();
  let stopped = false;
  const sample = async () => {
    for (let minute = 0; !stopped; await delay(SAMPLE_MS)) {
      const now = Math.floor((performance.now() - began) / (MINUTE_S * 1000));
      if (now > minute) say(`soak: ${now} of ${minutes} minutes, ${Math.round(median(samples[minute] ?? []))} MB`);
      minute = now;
      samples[now]?.push(await residentMb(pid));
    }
  };
  void sample();
  return {
    stop() {
      stopped = true;
      return samples.map(median);
    },
  };
}

/** The average growth from one value to the next, by least squares. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((total, value) => total + value, 0) / values.length;
  const rise = values.reduce((total, value, index) => total + (index - middle) * (value - mean), 0);
  const run = values.reduce((total, _, index) => total + (index - middle) ** 2, 0);
  return run === 0 ? 0 : rise / run;
}
